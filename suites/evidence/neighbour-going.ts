import type { RecordKind } from '../../schemas/operation.ts'
import { does } from '../../schemas/registry.ts'
import type { SceneRecord } from '../scene/made.ts'
import { setGoing } from '../scene/prepare.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { makeLonger } from './requests/longer-name.ts'
import { surroundings } from './surroundings.ts'

/** A record of the run that was set going. */
export interface Going {
  readonly record: SceneRecord
  /** When, in milliseconds. */
  readonly since: number
}

/** An application and one kind of database: what a server does for that kind it does for the others. */
const stopped: readonly RecordKind[] = ['application', 'sqlb']

/**
 * A further record that is set going before the one of the lane is stopped: of one at rest nothing shows that the stop reached it, and
 * one that was ever going tells nothing of later jobs. Its names begin with those of the lane's: a stop may take all that do. null: none
 * is going.
 */
export const neighbourGoing = evidence({
  id: 'neighbour-going',
  needs: { ownRecord },
  after: [surroundings],
  on: (operation) => stopped.some((kind) => does('changes', kind, 'stop')(operation)),
  // Made and seen, set going, seen again and deleted.
  cost: () => 5,
  async gather({ ownRecord: { own, fixture }, operation, caller }): Promise<Going | null> {
    const { scene, kind, parent } = fixture
    const record = (await makeLonger(own, fixture)) ?? (await scene.make(kind, parent)).record
    const since = Date.now()
    if (record && (await setGoing(operation, record, caller))) return { record, since }
    if (record) await scene.dispose(record)
    return null
  },
})
