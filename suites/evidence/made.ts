import { isCreate, readsRecord } from '../../schemas/registry.ts'
import { Skipped } from '../claim/finding.ts'
import { evidence } from './frame/evidence.ts'

/** What came of the create that the lane began with: its record, found by its identifier, or why there is none. */
export const made = evidence({
  id: 'made',
  needs: {},
  on: (operation) => isCreate(operation) || readsRecord(operation),
  cost: () => 0,
  gather({ creation }) {
    if (!creation) throw new Skipped('nothing was created')
    return creation
  },
})
