import type { RecordKind } from '../../schemas/operation.ts'
import { does } from '../../schemas/registry.ts'
import { renames } from './census/setters.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'

/** Of their creates the name alone is listed; databases have an appName of their own besides. */
const named: readonly RecordKind[] = ['application', 'compose']

/**
 * A neighbour whose name begins with the whole name of what is deleted next: a delete may take along all that begin so, and names of a
 * run are else of one length.
 */
export const longerNeighbour = evidence({
  id: 'longer-neighbour',
  needs: { ownRecord },
  on: (operation) => named.some((kind) => does('deletes', kind)(operation)),
  // The neighbour is given its name, and seen again before the delete.
  cost: () => 2,
  async gather({ ownRecord: { own, around, fixture }, caller }): Promise<void> {
    const { secondary } = fixture
    const [rename] = renames(own.kind)
    if (!secondary?.alive || !rename || caller.creates.unwilling.has(rename) || !caller.allows(rename)) return
    const last = own.written.get('name')
    const name = `${typeof last === 'string' ? last : own.name}-2`
    const { references } = secondary
    const body = { ...caller.validBody(rename, references), name }
    if (caller.success(await caller.call({ operation: rename, references, body }))) around.touch(secondary, body)
  },
})
