/** What operations are tried on, as evidence: what is sent to it needs it. */
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { evidence } from './frame/evidence.ts'
import { settingsAround } from './settings-around.ts'
import type { Subject } from './subjects/subject.ts'

/** What the operation is tried on, ready for requests. */
export const subject = evidence({
  id: 'subject',
  needs: {},
  after: [settingsAround],
  // A setting is read twice, written back and read again; permissions are read.
  cost: ({ effect, act }) => (effect === 'host' && act.verb === 'changes' ? (act.kind === 'user' ? 1 : 4) : 0),
  async gather({ tried }): Promise<Subject> {
    if (isMissing(tried)) throw tried
    const why = await tried.prepare()
    if (why !== null) throw new Inconclusive(why.reason, why.supply)
    return tried
  },
})
