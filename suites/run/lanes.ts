import { mentions, objectsIn, valueOf } from '../../fixtures/payload/find.ts'
import type { Pointers } from '../../fixtures/payload/payload.ts'
import { does, doing, isCreate, isRecordKind, lifeOf, type Operation, operations } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { Around } from '../scene/around.ts'
import { Caller, type Shared } from '../scene/call.ts'
import { QUIET } from '../target/patience.ts'
import { laneOf, rank } from '../../schemas/order.ts'
import type { Planned } from './plan.ts'
import { Sweep } from './sweep.ts'
import type { Making, SceneRecord } from '../scene/made.ts'
import { Scene } from '../scene/scene.ts'
import type { Subject } from '../evidence/subject.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { INVITED } from '../evidence/probing.ts'
import { makingSubject } from '../evidence/making.ts'
import { recordSubject } from '../evidence/record.ts'
import type { Cast } from '../scene/cast.ts'
import { lonelySubject, patient } from '../evidence/lonely.ts'
import type { Trace } from '../evidence/trace.ts'
import { heirsOf, isHeir, witnessesOf } from '../scene/witnesses.ts'

/** What a lane hands over for one operation: what it is tried on, or why it can't be. */
export interface Turn {
  readonly planned: Planned
  readonly caller: Caller
  readonly subject: Subject | null
  readonly blocked?: NonNullable<Trace['blocked']>
  readonly record?: NonNullable<Trace['record']>
  /** The same on a fresh scene, to see a breach again. */
  fresh(): Promise<Subject | null>
}

/** Judges one turn; the lane waits for what was sent before it goes on. */
export type Take = (turn: Turn) => Promise<Trace>

/** Runs lanes side by side. @param fail is told what ended a lane, and its plan */
export async function runLanes(
  plan: readonly Planned[],
  shared: Shared,
  found: Pointers,
  take: Take,
  fail: (thrown: unknown, plan: readonly Planned[]) => void,
): Promise<void> {
  const lanes = Map.groupBy(plan, ({ operation }) => laneOf(operation))
  const sweep = new Sweep()
  const run = async ([lane, its]: readonly [string, readonly Planned[]]) => {
    try {
      await runLane(lane, its, new Caller(shared, lane), found, take, sweep)
    } catch (thrown) {
      fail(thrown, its)
    }
  }
  await Promise.all([...lanes].map(run))
}

/** Runs the operations of one lane one after another, and deletes what it made. */
async function runLane(
  lane: string,
  plan: readonly Planned[],
  caller: Caller,
  found: Pointers,
  take: Take,
  sweep: Sweep,
): Promise<void> {
  const turns = plan.toSorted((a, b) => rank(a.operation) - rank(b.operation))
  const kind = turns[0]?.operation.act.kind
  if (kind && isRecordKind(kind) && lane === kind) return recordLane(kind, turns, caller, found, take, sweep)
  let known = found
  for (const [at, planned] of turns.entries()) {
    caller.hasLeft(work(turns.slice(at)))
    const subject = () => patient(lane, caller, lonelySubject(planned.operation, caller, known))
    const { control } = await take({ planned, caller, subject: subject(), fresh: () => Promise.resolve(subject()) })
    if (planned.operation.act.verb === 'makes' && control?.answer && caller.success(control)) {
      const email = valueOf(control.asked?.body, 'email')
      const { json } = control.answer
      const token = (json.ok ? valueOf(json.value, 'token') : undefined) ?? (await listedToken(caller, email))
      if (typeof token === 'string')
        known = { ...known, token, ...(typeof email === 'string' ? { [INVITED]: email } : {}) }
    }
  }
}

/** About how much is sent in these turns. */
const work = (turns: readonly Planned[]) => turns.reduce((sum, { needs }) => sum + needs.size, 0)

/** The token of an invitation whose answer does not show it: many targets list who was invited as a user. */
async function listedToken(caller: Caller, email: unknown): Promise<unknown> {
  const all = doing('lists', 'user')
  if (typeof email !== 'string' || !caller.allows(all)) return undefined
  const { answer } = await caller.call({ operation: all })
  const users = answer?.json.ok ? objectsIn(answer.json.value) : []
  return users.findLast((user) => typeof user['token'] === 'string' && mentions(user, email))?.['token']
}

async function recordLane(
  kind: RecordKind,
  turns: readonly Planned[],
  caller: Caller,
  found: Pointers,
  take: Take,
  sweep: Sweep,
): Promise<void> {
  const meet = sweep.join()
  const scene = new Scene(caller)
  try {
    caller.hasLeft(work(turns))
    const stage = await setUp(kind, scene, caller, found)
    for (const [at, planned] of turns.entries()) {
      const { operation } = planned
      caller.hasLeft(work(turns.slice(at)))
      const { making, cast } = stage
      const blocked = cast.own ? undefined : blockedBy(kind, operation, making, caller)
      const decoy =
        !blocked && operation.act.verb === 'deletes' && planned.needs.has('effect')
          ? (await scene.make(kind, cast.parent)).record
          : null
      const subjectOf = (one: Cast, first: Making | null) =>
        operation.act.verb === 'makes'
          ? makingSubject(operation, one, isCreate(operation) ? first : null)
          : recordSubject(operation, one)
      await take({
        planned,
        caller,
        subject: blocked ? null : subjectOf(decoy ? { ...cast, decoy } : cast, making),
        ...(blocked ? { blocked } : {}),
        ...(isCreate(operation) || operation.name === 'one' ? { record: recordOf(making) } : {}),
        fresh: async () => {
          if (operation.act.verb === 'makes') return subjectOf(cast, null)
          const again = await scene.make(kind, cast.parent)
          if (!again.record) return null
          if (operation.act.aspect === 'stop') await start(operation, again.record, caller)
          const heirs = await heirsOf(again.record, scene, caller)
          const others = cast.around?.others.filter((one) => !cast.own || !isHeir(one, cast.own)) ?? []
          const around = cast.around && new Around(caller, again.record, [...others, ...heirs])
          return subjectOf({ ...cast, own: again.record, around }, null)
        },
      })
    }
    await meet()
    await caller.patience.late()
    await lookOnce(stage.cast, turns, caller)
  } finally {
    void meet()
    // Whatever ended the lane, what it made is deleted.
    for (const left of await scene.close()) caller.leave(left)
  }
}

/** Reads all that is left once more: what refused requests carried, and was written since, shows in it (auth/not-stored). */
async function lookOnce({ kind, around, parent }: Cast, turns: readonly Planned[], caller: Caller): Promise<void> {
  const left = [around?.own ?? [], around?.others ?? []].flat().filter(({ alive }) => alive)
  const whole = kind === 'port' || kind === 'mount' ? [{ kind: 'application' as const, pointers: parent }] : []
  const reads = [...left, ...whole].map((one) => ({ operation: lifeOf(one.kind).one, pointers: one.pointers }))
  // What a refused create has made shows in a list alone.
  const lists = turns.flatMap(({ operation }) => (operation.act.verb === 'lists' ? { operation } : []))
  const asked = [...reads, ...lists].filter(({ operation }) => caller.allows(operation))
  await Promise.all(asked.map((call) => caller.call(call)))
}

/** Starts a record that was made just now, and waits: only what runs can be seen to be stopped. */
async function start({ act }: Operation, record: SceneRecord, caller: Caller): Promise<void> {
  const [first] = (['start', 'deploy'] as const).flatMap((aspect) =>
    operations.filter(does('changes', act.kind, aspect)),
  )
  if (!first || !caller.allows(first)) return
  await caller.call({ operation: first, pointers: record.pointers })
  await caller.patience.rest(QUIET, 'what was started to run')
}

/** The records of a lane: one to try operations on, one to spoil, and one that is gone. */
async function setUp(kind: RecordKind, scene: Scene, caller: Caller, found: Pointers) {
  const parent = kind === 'port' || kind === 'mount' ? await scene.make('application') : null
  if (parent && !parent.record) {
    const cast: Cast = {
      kind,
      caller,
      scene,
      own: null,
      spare: null,
      gone: null,
      parent: {},
      goneParent: null,
      around: null,
      witness: null,
      strayed: null,
      sight: newVolatilePaths(),
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
  const spare = later?.record ? making.record : null
  const witnesses = own ? await witnessesOf(kind, scene, own, spare, pointers, caller) : []
  for (const record of witnesses) caller.creates.bystanders.add(record)
  const heirs = own ? await heirsOf(own, scene, caller) : []
  const gone = making.record ? await scene.make(kind, pointers) : null
  if (gone?.record) await scene.remove(gone.record)
  const cast: Cast = {
    kind,
    caller,
    scene,
    own,
    spare,
    around: own && new Around(caller, own, [...(spare ? [spare] : []), ...witnesses, ...heirs]),
    witness: witnesses[0] ?? null,
    strayed: later && !later.record ? (later.unread ?? null) : null,
    gone: gone?.record && !gone.record.alive ? gone.record.pointers : null,
    parent: pointers,
    goneParent: goneParent?.record && !goneParent.record.alive ? { ...pointers, ...under(goneParent.record) } : null,
    sight: newVolatilePaths(),
  }
  return { making, cast }
}

/**
 * Without a record of its own, an operation is tried only where that can touch nobody's: reads, and where all is allowed. Where
 * creates show nothing of what they made, one leftover of a kind is enough.
 */
function blockedBy(kind: RecordKind, operation: Operation, making: Making, caller: Caller) {
  const reason = making.record ? '' : making.reason
  if (operation.act.verb === 'makes') {
    if (!making.exchange) return { reason, by: madeBy('application') }
    const lost = !isCreate(operation) && caller.creates.closed.has(lifeOf(kind).create)
    return lost ? { reason, by: madeBy(kind) } : undefined
  }
  if (operation.effect === 'read' || caller.destructive) return undefined
  return {
    reason,
    by: madeBy(making.record || making.exchange?.operation !== lifeOf('application').create.id ? kind : 'application'),
  }
}

const madeBy = (kind: RecordKind) => `${lifeOf(kind).create.id} records/made`

function recordOf(making: Making): NonNullable<Trace['record']> {
  if (making.record) return { found: true, exchanges: [making.exchange] }
  const { reason, supply, exchanges, unread } = making
  return { found: false, reason, supply, exchanges, ...(unread ? { unread } : {}) }
}
