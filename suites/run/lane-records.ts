/** What a lane of records stands on. */
import type { Pointers } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { Around } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import type { Cast } from '../scene/cast.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Scene } from '../scene/scene.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { heirsOf, witnessesOf } from '../scene/witnesses.ts'

/** The records of a lane: one to try operations on, one to spoil, and one that is gone. */
export async function setUp(kind: RecordKind, scene: Scene, caller: Caller, found: Pointers) {
  const parent = kind === 'port' || kind === 'mount' ? await scene.make('application') : null
  if (parent && !parent.record) {
    const cast: Cast = {
      kind,
      caller,
      scene,
      own: null,
      secondary: null,
      gone: null,
      parent: {},
      goneParent: null,
      around: null,
      witness: null,
      strayed: null,
      volatile: newVolatilePaths(),
    }
    return { making: parent, cast }
  }
  const under = (record: SceneRecord | null | undefined): Pointers =>
    record ? { ...record.pointers, serviceId: record.id } : {}
  const pointers = { ...found, ...under(parent?.record) }
  const goneParent = parent ? await scene.make('application') : null
  if (goneParent?.record) await scene.remove(goneParent.record)
  // What is made lands under the parent that is named, not under the one that was made last.
  if (parent) await scene.make('application')
  const first = await scene.make(kind, pointers)
  const making = first.record || !first.unread ? first : await scene.makeAgain(kind, pointers)
  // What is acted on is made later than its neighbour: a server that takes the first it finds hits the neighbour.
  const later = making.record ? await scene.make(kind, pointers) : null
  const own = later?.record ?? making.record
  const secondary = later?.record ? making.record : null
  const witnesses = own ? await witnessesOf(kind, scene, own, secondary, pointers, caller) : []
  for (const record of witnesses) caller.creates.bystanders.add(record)
  const heirs = own ? await heirsOf(own, scene, caller) : []
  const gone = making.record ? await scene.make(kind, pointers) : null
  if (gone?.record) await scene.remove(gone.record)
  const cast: Cast = {
    kind,
    caller,
    scene,
    own,
    secondary,
    around: own && new Around(caller, own, [...(secondary ? [secondary] : []), ...witnesses, ...heirs]),
    witness: witnesses[0] ?? null,
    strayed: later && !later.record ? (later.unread ?? null) : null,
    gone: gone?.record && !gone.record.alive ? gone.record.pointers : null,
    parent: pointers,
    goneParent: goneParent?.record && !goneParent.record.alive ? { ...pointers, ...under(goneParent.record) } : null,
    volatile: newVolatilePaths(),
  }
  return { making, cast }
}
