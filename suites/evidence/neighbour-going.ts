import { serviceKinds } from '../../schemas/operation.ts'
import { does } from '../../schemas/registry.ts'
import type { SceneRecord } from '../scene/made.ts'
import { setGoing } from '../scene/prepare.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { surroundings } from './surroundings.ts'

/** A record of the run that was set going. */
export interface Going {
  readonly record: SceneRecord
  /** When, in milliseconds. */
  readonly since: number
}

/** Of the last kind it is seen whether a stop reaches the containers of others. */
const stopped = serviceKinds.slice(0, -1)

/** A neighbour that is set going before the record is stopped: of one at rest nothing shows that the stop reached it. null: none is going. */
export const neighbourGoing = evidence({
  id: 'neighbour-going',
  needs: { ownRecord },
  after: [surroundings],
  on: (operation) => stopped.some((kind) => does('changes', kind, 'stop')(operation)),
  cost: () => 1,
  async gather({ ownRecord: { around }, operation, caller }): Promise<Going | null> {
    const { own, others } = around
    const record = others.find(({ kind, alive }) => alive && kind === own.kind)
    const since = Date.now()
    return record && (await setGoing(operation, record, caller)) ? { record, since } : null
  },
})
