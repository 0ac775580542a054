import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { control } from '../../evidence/control.ts'
import { labelledIn, unusual } from '../../evidence/unusual.ts'
import { labelsBody } from '../../evidence/requests/stimuli.ts'
import { Inconclusive } from '../../claim/finding.ts'
import { isTransient } from '../../target/not-now.ts'
import { consistencyCheck } from '../check.ts'
import { succeeds, undecided } from './asked.ts'

/**
 * A parameter does not change a media type (RFC 9110, 8.3.1). No condition of an error is stated, so the target's own ways decide:
 * the vote for what stands out is the refusal.
 */
export const labelled = consistencyCheck({
  id: 'params/charset',
  clause: 'BODY-1',
  claim: 'SHOULD take a JSON body whose Content-Type names its charset, as it does elsewhere',
  sends:
    'the valid request with Content-Type application/json; charset=utf-8 and much white space; if it gets an error, with the charset alone, and once more without either',
  expects: 'success, as for the same request without a charset',
  kills: ['params/charset-refused'],
  on: (operation) => labelsBody(operation) && operation.act.verb !== 'deletes',
  needs: { control, unusual },
  ask(given) {
    const { profile, unusual: sent } = given
    if (!succeeds(given)) throw undecided(given)
    const { first, alone, plain } = labelledIn(sent)
    if (!first?.response) throw new Inconclusive('no such request got a response')
    const isTaken = ({ response }: Exchange) => response !== null && profile.isSuccess(response)
    const vote = (way: 'taken' | 'refused', exchanges: readonly Exchange[]) => ({
      question: 'a JSON body whose Content-Type names its charset is sent',
      of: 'the body',
      way,
      words: { refused: 'accepted', taken: 'refused' },
      exchanges,
    })
    const taken = [first, alone ?? []].flat().find(isTaken)
    if (taken) return [vote('refused', [given.control, taken])]
    if (!alone?.response || !plain || isTransient(alone) || !isTaken(plain))
      throw new Inconclusive(
        'it was refused with much white space, and nothing shows whether the charset was the reason',
        undefined,
        [first, alone ?? [], plain ?? []].flat(),
      )
    return [vote('taken', [plain, alone])]
  },
})
