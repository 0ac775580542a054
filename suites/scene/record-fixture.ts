import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Around } from './around.ts'
import type { Caller } from './call.ts'
import type { Scene } from './scene.ts'
import type { SceneRecord } from './made.ts'
import type { VolatilePaths } from './snapshot.ts'

/** What is known to be gone; some servers give the identifier of a deleted record to the next one: then that is somebody's again. */
export const stillGone = (references: References | null, { creates }: Caller): References | null =>
  creates.identified.reused ? null : references

/** What a lane of records works with. */
export interface RecordFixture {
  readonly kind: RecordKind
  readonly caller: Caller
  readonly scene: Scene
  /** The record that operations are tried on; null where none could be made. */
  readonly own: SceneRecord | null
  /** A second one, for requests that may spoil it. */
  readonly secondary: SceneRecord | null
  /** The one that refused deletes are about: it must be there when all others are gone. */
  readonly decoy?: SceneRecord
  /** One that this run made and deleted: its identifier is unknown. */
  readonly gone: References | null
  /** One that was made under another parent than all others, and that parent; null where there is no second parent. */
  readonly elsewhere: { readonly record: SceneRecord; readonly parent: References } | null
  /** What records of this kind are made under. */
  readonly parent: References
  readonly goneParent: References | null
  /** All records of the lane that nothing should happen to; null where there is none of its own. */
  readonly around: Around | null
  /** A record of another kind, whose identifier this kind should not know. */
  readonly foreignRecord: SceneRecord | null
  /** The read of a second record that showed another one. */
  readonly strayed: Exchange | null
  readonly volatile: VolatilePaths
}
