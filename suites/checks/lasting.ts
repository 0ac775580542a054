/** What a run has made, and has not deleted, stands; and what it wrote there stays. */
import { isCreate } from '../../schemas/registry.ts'
import { lasted } from '../evidence/lasted.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { inShort } from './census.ts'
import { check, type Check } from './check.ts'

const lasting = check({
  id: 'records/lasting',
  clause: 'NAME-1',
  claim: 'SHOULD make records that stay as they are until a request about them changes them',
  sends:
    'nothing of its own: requests that are sent anyway. If a read shows that a record is gone or another: a read of it; if it is gone, creates too, reads a while after them, and reads around a delete of it, and around a delete of each kind that was deleted meanwhile',
  expects:
    'every record that a read has shown to be there until the run deletes it. What the run wrote on it stays, whatever is written on others',
  kills: ['records/lasting-*'],
  on: isCreate,
  needs: { lasted },
  prove({ lasted: { gone, again, by, other, hasStood, stray } }) {
    const last = (again ?? gone)?.at(-1)
    if (gone && again && by && last)
      throw new Breach({
        expected: other
          ? `every record to be there after a delete of one of another kind (${other})`
          : 'every other record to be there after a delete of one that is not',
        got: `after ${inWords(by)}${other ? '' : ', of a record that had been there'}: ${inWords(last)}`,
        cause: other ? 'gone with one of another kind' : 'gone with what was gone before',
        exchanges: [...gone, ...again.slice(0, -1), by, last],
        change: true,
      })
    if (gone && again && last)
      throw new Breach({
        expected: 'a record that a read has shown, and nobody has deleted, to be there',
        got: `some time after that, ${inWords(last)}`,
        cause: 'gone by itself',
        exchanges: [...gone, ...again],
        change: true,
      })
    if (stray?.isToldElsewhere)
      throw new Inconclusive(
        {
          text: `${inShort({ ...stray, whose: stray.kind })}; another result tells of an operation that changes what it does not name`,
          cause: 'told elsewhere',
        },
        undefined,
        stray.exchanges,
      )
    if (stray)
      throw new Breach({
        expected: 'what the run wrote on a record to stay, while no request about the record writes it',
        got: `${inShort({ ...stray, whose: stray.kind })}; a request about another record changed it`,
        cause: 'changed by another request',
        exchanges: stray.exchanges,
      })
    if (gone)
      throw new Inconclusive(
        {
          text: 'a record was gone that the run had not deleted; new ones stood, so something else may be why',
          cause: 'seen once',
        },
        undefined,
        gone,
      )
    if (!hasStood) throw new Inconclusive('no read showed a record again, some time after the first')
  },
})

export const lastingChecks: readonly Check[] = [lasting]
