/** A create makes a record: it writes over none, also where its body bears the identifier of one (docs/judgement.md, rule 6). */
import { isCreate } from '../../schemas/registry.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { claimedId } from '../evidence/claimed-id.ts'
import { changedField } from '../evidence/duplicate-name.ts'
import { shownOf } from '../evidence/requests/record-beside.ts'
import { isTransient } from '../target/not-now.ts'
import { check, type Check } from './check.ts'

const claimed = check({
  id: 'records/claimed',
  clause: 'NAME-4',
  claim: 'SHOULD leave a record unchanged whose identifier stands in the body of a create',
  sends: 'a valid create that carries the identifier of another record of the run, and a read of that record',
  expects: 'an error or a record with another identifier, and the other record as it was',
  kills: ['records/claimed-*'],
  on: isCreate,
  needs: { claimedId },
  prove({ claimedId: { create, id, first }, profile }) {
    const exchanges = [first.before, create, first.after]
    if (!create.response) throw new Inconclusive('no response came', undefined, [create])
    const before = shownOf(first, first.before)
    const isShown = first.after.response !== null && profile.isSuccess(first.after.response)
    const after = isShown ? shownOf(first, first.after) : undefined
    if (!before || isTransient(first.after) || profile.isRefusal(first.after))
      throw new Inconclusive('no read shows the other record', undefined, exchanges)
    const other = after && changedField(first.written, before, after)
    if (!after || other !== undefined)
      throw new Breach({
        expected: 'the record that has the identifier to stay as it was',
        got: after
          ? `${other} is ${JSON.stringify(after[other ?? ''])}, and was ${JSON.stringify(before[other ?? ''])}`
          : inWords(first.after),
        cause: after ? 'written over' : 'gone',
        exchanges,
        change: true,
      })
    if (id === first.id)
      throw new Breach({
        expected: 'an error, or another identifier',
        got: `the identifier of the other record: ${inWords(create)}`,
        cause: 'the same identifier',
        exchanges,
      })
  },
})

export const claimedChecks: readonly Check[] = [claimed]
