/** What a lane of records stands on. */
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { lifeOf, type Operation } from '../../schemas/registry.ts'
import { readAll } from '../evidence/requests/read-all.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import { Around, statusIn } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { isChild, type SceneRecord } from '../scene/made.ts'
import { makeBackwards } from '../scene/make-backwards.ts'
import { setGoing } from '../scene/prepare.ts'
import { isUnknown } from '../scene/find-record.ts'
import type { Scene } from '../scene/scene.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { QUIET, type Wait } from '../target/patience.ts'
import { childrenOf, foreignRecordsOf } from '../scene/foreign-records.ts'

/**
 * The records of a lane: one to try operations on, one to spoil, and one that is gone.
 * @param order.withGone whether to make and delete the last one
 * @param order.ownLast whether the first is made after its neighbour: a server that takes the first it finds hits the neighbour; else
 *   one that takes the newest does
 */
export async function setUp(
  kind: RecordKind,
  scene: Scene,
  caller: Caller,
  found: References,
  { withGone = true, ownLast = true } = {},
) {
  const parent = kind === 'port' || kind === 'mount' ? await scene.make('application') : null
  if (parent && !parent.record) {
    const fixture: RecordFixture = {
      kind,
      caller,
      scene,
      own: null,
      secondary: null,
      gone: null,
      elsewhere: null,
      parent: {},
      goneParent: null,
      around: null,
      foreignRecord: null,
      strayed: null,
      volatile: newVolatilePaths(),
    }
    return { creation: parent, fixture }
  }
  const under = (record: SceneRecord | null | undefined): References =>
    record ? { ...record.references, serviceId: record.id } : {}
  const references = { ...found, ...under(parent?.record) }
  const goneParent = parent && withGone ? await scene.make('application') : null
  if (goneParent?.record) await scene.remove(goneParent.record)
  // What is made lands under the parent that is named, not under the one that was made last.
  const third = parent ? await scene.make('application') : null
  const first = await scene.make(kind, references)
  const creation = first.record || !first.unread ? first : await scene.makeAgain(kind, references)
  // Deleted before the others are made, so that nothing which its delete does to them is blamed on a later request.
  const second = third?.record ? under(third.record) : secondParent(kind, references, caller)
  const elsewhere = { ...references, ...second }
  const inSecond = creation.record && withGone ? await scene.make(kind, elsewhere) : null
  // Where nothing may be made under the other one, an unknown identifier is needed all the same.
  const gone = inSecond && !inSecond.record && second ? await scene.make(kind, references) : inSecond
  if (gone?.record) await readAll(gone.record, caller)
  const removed = gone?.record ? await scene.remove(gone.record) : null
  // What is not deleted at once may be held, or can't be: then no more are made. What is not there another request has taken.
  if (gone?.record?.alive && removed && !isUnknown(caller, removed)) await scene.dispose(gone.record)
  const stays = creation.record && gone ? await isThere(creation.record, caller) : true
  const beside = stays ? creation.record : ((await scene.make(kind, references)).record ?? creation.record)
  const later = creation.record ? await makeBackwards(kind, scene, references, caller) : null
  const both = ownLast ? [later?.record, beside] : [beside, later?.record]
  const [own = null, secondary = null] = later?.record ? both : [creation.record]
  const foreign = own ? await foreignRecordsOf(kind, scene, own, secondary, references, caller) : []
  for (const record of foreign) caller.creates.bystanders.add(record)
  const children = own ? await childrenOf(own, scene, caller, foreign) : []
  // What stands under a record should not take it along.
  const above = parent?.record ? [parent.record] : []
  const fixture: RecordFixture = {
    kind,
    caller,
    scene,
    own,
    secondary,
    around: own && new Around(caller, own, [...(secondary ? [secondary] : []), ...foreign, ...children, ...above]),
    foreignRecord: foreign[0] ?? null,
    strayed: later && !later.record ? (later.unread ?? null) : null,
    elsewhere: second && inSecond?.record ? { record: inSecond.record, parent: elsewhere } : null,
    gone: gone?.record && !gone.record.alive ? gone.record.references : null,
    parent: references,
    goneParent: goneParent?.record && !goneParent.record.alive ? { ...references, ...under(goneParent.record) } : null,
    volatile: newVolatilePaths(),
  }
  return { creation, fixture }
}

/** Where records may be made that stand in an environment: the target file knows two. */
function secondParent(kind: RecordKind, references: References, caller: Caller): References | null {
  const { targetEnvironmentId } = caller.options.target.identifiers
  const lists = lifeOf(kind).create.body?.fields.some(({ name }) => name === 'environmentId') === true
  if (!lists || targetEnvironmentId === undefined) return null
  return targetEnvironmentId === references['environmentId'] ? null : { environmentId: targetEnvironmentId }
}

/** Whether a record is still read: the delete of another may have taken it along. */
async function isThere(record: SceneRecord, caller: Caller): Promise<boolean> {
  if (!caller.allows(lifeOf(record.kind).one)) return true
  const seen = await new Around(caller, record, [], []).see(record)
  return seen.isSilent === true || seen.record !== undefined
}

/** Where a move takes a record home, as the lane's own one was: elsewhere it would meet none of those that were made with it. */
function wayHome({ written }: SceneRecord, body: Readonly<Record<string, unknown>>) {
  const home = written.get('environmentId')
  const isMove = 'targetEnvironmentId' in body && typeof home === 'string'
  return isMove ? [{ body: { ...body, targetEnvironmentId: home } }] : []
}

/**
 * The same once more, on records that nothing was done to but what the lane did to the first: a change that an operation
 * makes may show on values alone that an earlier write left.
 * @param before the operations of the lane's earlier turns, in their order
 * @param ownLast whether the record was made last, as it must be where that is what is looked at; others stand before it anyway
 * @returns null where no record could be made
 */
export async function setUpAgain(
  kind: RecordKind,
  scene: Scene,
  caller: Caller,
  found: References,
  before: readonly Operation[],
  ownLast = false,
): Promise<RecordFixture | null> {
  const earlier = scene.alive
  const { fixture } = await setUp(kind, scene, caller, found, { withGone: false, ownLast })
  const { own, around } = fixture
  if (!own || !around) return null
  for (const operation of before) {
    const { act, effect } = operation
    if (act.kind !== kind || act.verb !== 'changes' || effect !== 'resource' || act.aspect === 'status') continue
    const subject = recordSubject(operation, fixture)
    for (const variation of [{}, ...wayHome(own, subject.body())]) {
      const exchange = await subject.send(variation)
      if (caller.success(exchange)) around.touch(own, exchange.asked?.body)
    }
  }
  const former = new Around(caller, own, earlier, [])
  await former.refresh()
  // What hits the oldest record of a kind hits one that the lane had before.
  const there = earlier.filter((record) => former.last(record)?.record !== undefined)
  for (const record of there) caller.creates.bystanders.add(record)
  // Those made just now are as they were shown; nothing was deleted since. The others are seen again first.
  return { ...fixture, around: new Around(caller, own, [...around.others, ...there], around.others) }
}

/**
 * Another record in the place of the lane's own one, of which nothing was asked before; for a stop, started.
 * @param earlier who has watched the others up to now; where it is left out, they are seen again
 * @returns null where none could be made; for a delete the lane's own one, if it is still there
 */
export async function anotherOf(
  fixture: RecordFixture,
  operation: Operation,
  earlier?: Around,
): Promise<RecordFixture | null> {
  const { kind, parent, scene, caller, own } = fixture
  // One that was made before stands last for the delete; what is seen again is to be made anew.
  const reused = earlier ? await scene.secondaries.take(caller, 1) : null
  const record = reused ?? (await scene.make(kind, parent)).record
  // What can't be deleted is made no more: what is still there gets its delete again.
  if (!record) return operation.act.verb === 'deletes' && own?.alive ? fixture : null
  if (operation.act.aspect === 'stop') await start(operation, record, caller)
  const others = fixture.around?.others.filter((one) => !own || !isChild(one, own)) ?? []
  const children = await childrenOf(record, scene, caller, others)
  // Others may have changed since they were first shown: what they are now is what has to stay.
  const around =
    fixture.around &&
    new Around(caller, record, [...others, ...children], [...(reused ? [] : [record]), ...children], earlier)
  return { ...fixture, own: record, around }
}

/**
 * A record that nothing moves any more. What is stopped, or given a status, has to run: the lane's first one, which others
 * have taken the place of since it was started. For all else another one is made.
 * @param used the records of the lane that operations were tried on
 * @param begunAt when something was last begun on the first of them, in milliseconds of Date.now()
 */
export async function standingStill(
  used: readonly [RecordFixture, ...RecordFixture[]],
  operation: Operation,
  begunAt: number,
): Promise<RecordFixture | null> {
  const [first] = used
  const lately = used.at(-1)?.around ?? undefined
  if (!first.own || !first.around) return null
  const needsRunning = operation.act.aspect === 'stop' || operation.act.aspect === 'status'
  if (needsRunning && used.at(-1) !== first) {
    // The turns since may have been short.
    const left = begunAt + GLANCE - Date.now()
    if (left > 0) await first.caller.patience.rest(left, 'what was begun to go on')
    return { ...first, around: new Around(first.caller, first.own, first.around.others, [], lately) }
  }
  return operation.act.aspect === 'status' ? null : anotherOf(first, operation, lately)
}

/** Starts a record that was made just now, and waits: only what runs can be seen to be stopped. */
export async function start(operation: Operation, record: SceneRecord, caller: Caller): Promise<void> {
  if (!(await setGoing(operation, record, caller))) return
  const why = 'what was started to run'
  if (!caller.creates.goingOn.seen || !caller.allows(lifeOf(record.kind).one)) return caller.patience.rest(QUIET, why)
  await untilMoved(record, caller, { why, within: QUIET })
}

/** Of a quiet time, this much shows most of what goes on after its response. */
const GLANCE = QUIET / 4

/** What is begun takes at least about this long to show, in milliseconds. */
const SOON = 100

/**
 * Watches, once in a run for deploys and once for all else, whether what a lane has begun moves its record by itself: the turns
 * after it need one that stands still.
 */
export function watchGoingOn({ own, caller }: RecordFixture, { act }: Operation): Promise<void> {
  const { goingOn } = caller.creates
  if (!own || goingOn.seen || !caller.allows(lifeOf(own.kind).one)) return Promise.resolve()
  const sort = act.aspect === 'deploy' ? 'deploy' : 'other'
  return (goingOn.watched[sort] ??= untilMoved(own, caller, { why: 'what was begun to go on', within: GLANCE }))
}

async function untilMoved(record: SceneRecord, caller: Caller, wait: Pick<Wait, 'why' | 'within'>): Promise<void> {
  const { goingOn } = caller.creates
  const see = async () => statusIn(await new Around(caller, record, [], []).see(record))
  const started = Date.now()
  const begun = await see()
  // Asked again at once, it would show the same; and what took its time once takes it again.
  await caller.patience.rest(goingOn.took ?? SOON, wait.why)
  const status = await caller.patience.eventually(see, (seen) => seen !== begun, { ...wait, teaches: null })
  if (status !== begun) goingOn.took = Math.min(Date.now() - started, wait.within ?? QUIET)
}
