import { isCreate } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import type { SceneRecord } from '../scene/made.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './subject.ts'

/** Fields of a create that say under what its record is to stand. */
export const parents = ['environmentId', 'applicationId', 'serviceId'] as const

/** A record that was made under another parent than the lane's others, as it was first shown. */
export const placed = evidence({
  id: 'placed',
  needs: { ownRecord },
  on: (operation) =>
    isCreate(operation) && operation.body?.fields.some(({ name }) => parents.some((one) => one === name)) === true,
  // The lane has made it, and it was found.
  cost: () => 0,
  async gather({ ownRecord: { fixture }, operation, again }): Promise<SceneRecord> {
    const { elsewhere, scene, kind } = fixture
    if (!elsewhere)
      throw new Inconclusive(
        `there is no second parent for what ${operation.id} makes`,
        kind === 'colstore' ? 'identifiers.targetEnvironmentId in the target file, of another environment' : undefined,
      )
    if (!again) return elsewhere.record
    const { record } = await scene.make(kind, elsewhere.parent)
    if (!record) throw new Inconclusive('no record was made under the second parent again')
    await scene.dispose(record)
    return record
  },
})
