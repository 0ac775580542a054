import type { Around } from '../scene/around.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { SceneRecord } from '../scene/made.ts'
import { Inconclusive, noRecord } from '../claim/finding.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

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
  gather({ subject: tried, creation }): OwnRecord {
    const fixture = 'fixture' in tried ? tried.fixture : null
    if (fixture?.own && fixture.around) return { own: fixture.own, around: fixture.around, fixture }
    throw creation && !creation.record
      ? new Inconclusive(creation.reason, creation.supply, creation.exchanges)
      : noRecord()
  },
})
