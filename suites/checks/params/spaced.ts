import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { control } from '../../evidence/control.ts'
import { labelsBody } from '../../evidence/requests/stimuli.ts'
import { labelledIn, unusual } from '../../evidence/unusual.ts'
import { Breach, Inconclusive, inWords } from '../../claim/finding.ts'
import { isTransient } from '../../target/not-now.ts'
import { check } from '../check.ts'
import { succeeds, undecided } from './asked.ts'

/** RFC 8259, 2: white space may stand before and after any value, and the specification asks for a JSON body. */
export const spaced = check({
  id: 'params/white-space',
  clause: 'BODY-1',
  claim: 'SHOULD accept a JSON body with white space around it',
  sends:
    'the valid request with white space before, within and after its JSON; after an error, with little of it, and without it',
  expects: 'success, as for the same request without white space',
  kills: ['params/white-space-*'],
  on: (operation) => labelsBody(operation) && operation.act.verb !== 'deletes',
  needs: { control, unusual },
  prove(given) {
    const { profile, unusual: sent } = given
    if (!succeeds(given)) throw undecided(given)
    const { first, spaced: little, plain } = labelledIn(sent)
    if (!first?.response) throw new Inconclusive('no such request got a response')
    const all = [first, little ?? [], plain ?? []].flat()
    const isTaken = (one: Exchange | undefined) => Boolean(one?.response && profile.isSuccess(one.response))
    if (isTaken(first) || isTaken(little)) return
    if (!little?.response || !plain || isTransient(little) || !isTaken(plain))
      throw new Inconclusive('nothing shows whether the white space was the reason', undefined, all)
    throw new Breach({
      expected: 'success, as without white space',
      got: inWords(little),
      cause: 'white space around a body',
      exchanges: [little, plain],
    })
  },
})
