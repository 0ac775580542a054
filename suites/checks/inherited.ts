/** A new record begins with what its create carried, and with defaults. */
import { isCreate } from '../../schemas/registry.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { lasted } from '../evidence/lasted.ts'
import { check, type Check } from './check.ts'

const inherits = check({
  id: 'records/inherits',
  clause: 'NAME-1',
  claim: 'SHOULD begin a record without what was written on another',
  sends:
    'nothing of its own: creates and first reads that are sent anyway; where one shows what was written on another record, or none was read after that, one more',
  expects: 'no text of the run and no large number that was written on another alone, except defaults',
  kills: ['records/inherits-*'],
  on: isCreate,
  needs: { lasted },
  prove({ lasted: { inherited } }) {
    const [first, second] = inherited ?? []
    if (first && second)
      throw new Breach({
        expected: `a new record without the ${first.field} that was written on another`,
        got: `${first.field} is ${JSON.stringify(first.value)}; of another new record ${second.field} is ${JSON.stringify(second.value)}`,
        cause: 'begins with another record’s values',
        exchanges: [...first.exchanges, ...second.exchanges],
      })
    if (first)
      throw new Inconclusive(
        { text: `it was seen once and not again: ${first.field} ${JSON.stringify(first.value)}`, cause: 'seen once' },
        undefined,
        first.exchanges,
      )
    if (!inherited) throw new Inconclusive('no new record was read after others had been written')
  },
})

export const inheritedChecks: readonly Check[] = [inherits]
