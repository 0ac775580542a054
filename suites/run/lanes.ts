import { mentions, objectsIn, valueOf } from '../../fixtures/payload/find.ts'
import type { Pointers } from '../../fixtures/payload/payload.ts'
import { does, doing, isCreate, isRecordKind, lifeOf, type Operation, operations } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { Around } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import { QUIET } from '../evidence/look-before.ts'
import { rank } from '../../schemas/order.ts'
import type { Planned } from './plan.ts'
import type { CreateOutcome, SceneRecord } from '../scene/made.ts'
import { Scene } from '../scene/scene.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { INVITED } from '../evidence/probes/probing.ts'
import { createSubject } from '../evidence/subjects/create.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import type { Cast } from '../scene/cast.ts'
import { lonelySubject, patient } from '../evidence/subjects/lonely.ts'
import { control } from '../evidence/control.ts'
import { optional, type Gathered } from '../evidence/frame/evidence.ts'
import { Blocked, Skipped, type Missing } from '../claim/finding.ts'
import { heirsOf, isHeir, witnessesOf } from '../scene/witnesses.ts'

/** What a lane hands over for one operation: what it is tried on, and the same on a fresh scene, to see a breach again. */
export interface LaneTurn {
  readonly planned: Planned
  readonly caller: Caller
  readonly references: Pointers
  readonly tried: Subject | Missing
  readonly making: CreateOutcome | null
  fresh(): Promise<Subject | Missing>
}

/** Judges one turn; the lane waits for what was sent before it goes on. */
export type Take = (turn: LaneTurn) => Promise<Gathered>

/** Runs the operations of one lane one after another, and deletes what it made. */
export async function runLane(
  lane: string,
  plan: readonly Planned[],
  caller: Caller,
  found: Pointers,
  take: Take,
): Promise<void> {
  const turns = plan.toSorted((a, b) => rank(a.operation) - rank(b.operation))
  const [first] = turns
  if (!first) return
  const { kind } = first.operation.act
  if (isRecordKind(kind) && lane === kind) return recordLane(kind, turns, caller, found, take)
  let known = found
  for (const planned of turns) {
    const subject = () => patient(lane, caller, lonelySubject(planned.operation, caller, known))
    const gathered = await take({
      planned,
      caller,
      references: known,
      tried: subject(),
      making: null,
      fresh: () => Promise.resolve(subject()),
    })
    const sent = optional(control).from(gathered)
    if (planned.operation.act.verb === 'makes' && sent?.answer && caller.success(sent)) {
      const email = valueOf(sent.asked?.body, 'email')
      const { json } = sent.answer
      const token = (json.ok ? valueOf(json.value, 'token') : undefined) ?? (await listedToken(caller, email))
      if (typeof token === 'string')
        known = { ...known, token, ...(typeof email === 'string' ? { [INVITED]: email } : {}) }
    }
  }
}

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
): Promise<void> {
  const scene = new Scene(caller)
  try {
    const stage = await setUp(kind, scene, caller, found)
    for (const planned of turns) {
      const { operation } = planned
      const { making, cast } = stage
      const blocked = cast.own ? undefined : blockedBy(kind, operation, making, caller)
      const subjectOf = (one: Cast, first: CreateOutcome | null): Subject =>
        operation.act.verb === 'makes'
          ? createSubject(operation, one, isCreate(operation) ? first : null)
          : recordSubject(operation, one)
      await take({
        planned,
        caller,
        references: cast.parent,
        tried: blocked ?? subjectOf(cast, making),
        making: isCreate(operation) ? making : null,
        fresh: async () => {
          if (operation.act.verb === 'makes') return subjectOf(cast, null)
          const again = await scene.make(kind, cast.parent)
          if (!again.record) return new Skipped('it was not sent')
          if (operation.act.aspect === 'stop') await start(operation, again.record, caller)
          const heirs = await heirsOf(again.record, scene, caller)
          const others = cast.around?.others.filter((one) => !cast.own || !isHeir(one, cast.own)) ?? []
          const around = cast.around && new Around(caller, again.record, [...others, ...heirs])
          return subjectOf({ ...cast, own: again.record, around }, null)
        },
      })
    }
    // What a refused create has made since shows in a list alone (auth/not-stored).
    const list = turns.find(({ operation }) => operation.act.verb === 'lists')
    if (list) await caller.call({ operation: list.operation })
  } finally {
    // Whatever ended the lane, what it made is deleted.
    for (const left of await scene.close()) caller.leave(left)
  }
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
  const making = await scene.make(kind, pointers)
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

/**
 * Without a record of its own, an operation is tried only where that can touch nobody's: reads, and where all is allowed. Where
 * creates show nothing of what they made, one leftover of a kind is enough.
 */
function blockedBy(kind: RecordKind, operation: Operation, making: CreateOutcome, caller: Caller): Blocked | undefined {
  const reason = making.record ? '' : making.reason
  if (operation.act.verb === 'makes') {
    if (!making.exchange) return new Blocked(reason, madeBy('application'))
    const lost = !isCreate(operation) && caller.creates.closed.has(lifeOf(kind).create)
    return lost ? new Blocked(reason, madeBy(kind)) : undefined
  }
  if (operation.effect === 'read' || caller.destructive) return undefined
  const own = making.record || making.exchange?.operation !== lifeOf('application').create.id
  return new Blocked(reason, madeBy(own ? kind : 'application'))
}

const madeBy = (kind: RecordKind) => `${lifeOf(kind).create.id} records/made`
