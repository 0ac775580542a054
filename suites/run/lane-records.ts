/** What a lane of records stands on. */
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import { Around } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Scene } from '../scene/scene.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { childrenOf, foreignRecordsOf } from '../scene/foreign-records.ts'

/** The records of a lane: one to try operations on, one to spoil, and one that is gone. */
export async function setUp(kind: RecordKind, scene: Scene, caller: Caller, found: References) {
  const parent = kind === 'port' || kind === 'mount' ? await scene.make('application') : null
  if (parent && !parent.record) {
    const fixture: RecordFixture = {
      kind,
      caller,
      scene,
      own: null,
      secondary: null,
      gone: null,
      parent: {},
      goneParent: null,
      around: null,
      foreignRecord: null,
      strayed: null,
      volatile: newVolatilePaths(),
    }
    return { making: parent, fixture }
  }
  const under = (record: SceneRecord | null | undefined): References =>
    record ? { ...record.references, serviceId: record.id } : {}
  const references = { ...found, ...under(parent?.record) }
  const goneParent = parent ? await scene.make('application') : null
  if (goneParent?.record) await scene.remove(goneParent.record)
  // What is made lands under the parent that is named, not under the one that was made last.
  if (parent) await scene.make('application')
  const first = await scene.make(kind, references)
  const making = first.record || !first.unread ? first : await scene.makeAgain(kind, references)
  // What is acted on is made later than its neighbour: a server that takes the first it finds hits the neighbour.
  const later = making.record ? await scene.make(kind, references) : null
  const own = later?.record ?? making.record
  const secondary = later?.record ? making.record : null
  const foreign = own ? await foreignRecordsOf(kind, scene, own, secondary, references, caller) : []
  for (const record of foreign) caller.creates.bystanders.add(record)
  const children = own ? await childrenOf(own, scene, caller) : []
  const gone = making.record ? await scene.make(kind, references) : null
  if (gone?.record) await scene.remove(gone.record)
  const fixture: RecordFixture = {
    kind,
    caller,
    scene,
    own,
    secondary,
    around: own && new Around(caller, own, [...(secondary ? [secondary] : []), ...foreign, ...children]),
    foreignRecord: foreign[0] ?? null,
    strayed: later && !later.record ? (later.unread ?? null) : null,
    gone: gone?.record && !gone.record.alive ? gone.record.references : null,
    parent: references,
    goneParent: goneParent?.record && !goneParent.record.alive ? { ...references, ...under(goneParent.record) } : null,
    volatile: newVolatilePaths(),
  }
  return { making, fixture }
}

/**
 * The same once more, on records that nothing was done to but what the lane did to the first: a change that an operation
 * makes may show on values alone that an earlier write left.
 * @param first the records that the lane has: what hits the oldest of a kind hits them still
 * @param before the operations of the lane's earlier turns, in their order
 * @returns null where no record could be made
 */
export async function setUpAgain(
  kind: RecordKind,
  scene: Scene,
  caller: Caller,
  found: References,
  first: Around | null,
  before: readonly Operation[],
): Promise<RecordFixture | null> {
  const { fixture } = await setUp(kind, scene, caller, found)
  const { own, around } = fixture
  if (!own || !around) return null
  for (const operation of before) {
    const { act, effect } = operation
    if (act.kind !== kind || act.verb !== 'changes' || effect !== 'resource' || act.aspect === 'status') continue
    const exchange = await recordSubject(operation, fixture).send({})
    if (caller.success(exchange)) around.touch(own, exchange.asked?.body)
  }
  const earlier = first ? [first.own, ...first.others].filter(({ alive }) => alive) : []
  const sightings = await Promise.all(earlier.map(async (record) => ({ record, seen: await first?.see(record) })))
  const there = sightings.flatMap(({ record, seen }) => (seen?.record ? [record] : []))
  // What the lane has may have changed since it was first shown: it is seen again before the operation is.
  return { ...fixture, around: new Around(caller, own, [...around.others, ...there], around.others) }
}
