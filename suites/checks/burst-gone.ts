/** Many deletes under way together: each does what it answers to have done. */
import { isCreate } from '../../schemas/registry.ts'
import { BURST, type BurstMade } from '../evidence/burst.ts'
import { check } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { shows, type Profile } from '../target/profile.ts'
import { saysGone } from '../values/says-gone.ts'
import { demandOverlap, several } from './burst.ts'

/** Whether the read after a delete shows the record as if nothing had happened. */
function isThere({ id, deleted }: BurstMade, profile: Profile): boolean {
  const response = deleted?.after.response
  if (!deleted || !response || id === null || !profile.isSuccess(response) || !response.json.ok) return false
  return shows(deleted.after, id) && !saysGone(response.json.value)
}

export const burstGone = check({
  id: 'burst/gone',
  clause: 'NAME-3',
  claim: 'SHOULD delete every record of many whose simultaneous deletes it acknowledged',
  sends: `the deletes of ${BURST} records at once, and a read of each`,
  expects: 'each delete to find its record, and no read to show one whose delete succeeded',
  kills: ['burst/undeleted', 'burst/deleted-another'],
  on: isCreate,
  needs: { several },
  prove({ several: { made, missed }, profile }) {
    const [last] = missed.slice(-1)
    if (last)
      throw new Breach({
        expected: 'every delete to find its record, which a read has shown',
        got: inWords(last),
        cause: 'taken by the delete of another',
        exchanges: missed.slice(-2),
        change: true,
      })

    const taken = made.filter(({ deleted }) => deleted !== null)
    const there = taken.filter((one) => isThere(one, profile))
    const [first] = there
    if (first?.deleted)
      throw new Breach({
        expected: 'a read of a deleted record not to show it',
        got: `${there.length} of ${taken.length} records still there: ${inWords(first.deleted.after)}`,
        exchanges: [first.deleted.exchange, first.deleted.after],
      })
    if (taken.length < 2) throw new Inconclusive('their deletes did not succeed, or nothing reads them')
    demandOverlap(taken.flatMap(({ deleted }) => deleted?.exchange ?? []))
  },
})
