import { isRecordKind } from '../../schemas/registry.ts'
import { dressed } from './dressed.ts'
import { evidence } from './frame/evidence.ts'
import { longerNeighbour } from './longer-neighbour.ts'
import { ownRecord } from './own-record.ts'

/** The run's own records as they are before anything is sent. */
export const surroundings = evidence({
  id: 'surroundings',
  needs: { ownRecord },
  after: [dressed, longerNeighbour],
  on: ({ act }) => isRecordKind(act.kind),
  cost: () => 0,
  gather: ({ ownRecord: { around } }) => around.refresh(),
})
