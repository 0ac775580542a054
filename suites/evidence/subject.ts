/** What operations are tried on, as evidence: what is sent to it needs it. */
import type { Around } from '../scene/around.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { SceneRecord } from '../scene/made.ts'
import { Inconclusive, isMissing, noRecord } from '../claim/finding.ts'
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

/** A record of the run's own, and all others that nothing should happen to. */
export interface OwnRecord {
  readonly own: SceneRecord
  readonly around: Around
  readonly fixture: RecordFixture
}

export const ownRecord = evidence({
  id: 'own-record',
  needs: { subject },
  cost: () => 0,
  gather({ subject: tried, making }): OwnRecord {
    const fixture = 'fixture' in tried ? tried.fixture : null
    if (fixture?.own && fixture.around) return { own: fixture.own, around: fixture.around, fixture }
    throw making && !making.record ? new Inconclusive(making.reason, making.supply, making.exchanges) : noRecord()
  },
})
