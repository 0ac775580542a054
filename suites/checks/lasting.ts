/** What a run has made, and has not deleted, stands. */
import { isCreate } from '../../schemas/registry.ts'
import { lasted } from '../evidence/lasted.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { check, type Check } from './check.ts'

const lasting = check({
  id: 'records/lasting',
  clause: 'NAME-1',
  claim: 'SHOULD make records that last until they are deleted',
  sends:
    'nothing of its own: reads and deletes that are sent anyway. If one shows that a record is gone: a read of it, creates, and reads a while after them',
  expects: 'every record that a read has shown to be there until the run deletes it',
  kills: ['records/lasting-*'],
  on: isCreate,
  needs: { lasted },
  prove({ lasted: { gone, again, hasStood } }) {
    const last = (again ?? gone)?.at(-1)
    if (gone && again && last)
      throw new Breach({
        expected: 'a record that a read has shown, and nobody has deleted, to be there',
        got: `some time after that, ${inWords(last)}`,
        cause: 'gone by itself',
        exchanges: [...gone, ...again],
        change: true,
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
