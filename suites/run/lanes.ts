import type { References } from '../../fixtures/payload/payload.ts'
import { isCreate, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { Caller, type Shared } from '../scene/call.ts'
import { HOST_LANES, isHostLane, laneOf, rank } from '../../schemas/order.ts'
import { blockedBy } from './blocked-by.ts'
import type { Planned } from './plan.ts'
import { movedByReading } from './moved-by-reading.ts'
import { anotherOf, setUp, setUpAgain, standingStill, start, watchGoingOn } from './lane-records.ts'
import { deployLast, judgeDeployed } from './deployed-gone.ts'
import { judgeLasting, lookAtStrays } from './lasting.ts'
import { LaneEnd, waitOf, work, type OnLater } from './lane-end.ts'
import type { Take } from './lane-turn.ts'
import { lonelyTurns } from './lonely-turns.ts'
import { Sweep } from './sweep.ts'
import type { CreateOutcome, SceneRecord } from '../scene/made.ts'
import { Scene } from '../scene/scene.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import { createSubject } from '../evidence/subjects/create.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { Company } from '../evidence/subjects/company.ts'
import { carriesTexts } from '../evidence/requests/stimuli.ts'
import { effect } from '../evidence/effect.ts'
import { Skipped } from '../claim/finding.ts'

/** What a lane has with the others. */
interface Among {
  readonly sweep: Sweep
  readonly later: OnLater
  /** Told what the lane keeps to its end, for others to read. */
  readonly stands: ((record: SceneRecord | null) => void) | undefined
  /** What stands around actions on the host, and who sends them: the same in all lanes of the host, of which the last comes late. */
  readonly host: { readonly caller: Caller; readonly company: Company }
}

/** Runs lanes of a plan, side by side; what its lanes have made is deleted, but for what is kept for a later plan. */
export interface Lanes {
  run(plan: readonly Planned[]): Promise<void>
  /** Deletes what was kept. */
  close(): Promise<void>
}

/** Whom lanes tell what no turn comes to. */
interface Listener {
  readonly later: OnLater
  /** Told what ended a lane, and its plan. */
  fail(thrown: unknown, plan: readonly Planned[]): void
}

export function lanesOf(shared: Shared, found: References, take: Take, listener: Listener): Lanes {
  const caller = new Caller(shared, HOST_LANES[0])
  const host = { caller, company: new Company(caller, found) }
  return {
    run: (plan) => runLanes(plan, shared, found, take, listener, host),
    close: () => host.company.close(),
  }
}

async function runLanes(
  plan: readonly Planned[],
  shared: Shared,
  found: References,
  take: Take,
  { later, fail }: Listener,
  host: Among['host'],
): Promise<void> {
  const lanes = Map.groupBy(plan, ({ operation }) => laneOf(operation))
  const sweep = new Sweep()
  const standing = new Map<string, (record: SceneRecord | null) => void>()
  for (const lane of lanes.keys()) {
    if (!isRecordKind(lane)) continue
    const { promise, resolve } = Promise.withResolvers<SceneRecord | null>()
    shared.creates.standing.set(lane, promise)
    standing.set(lane, resolve)
  }
  const run = async ([lane, its]: readonly [string, readonly Planned[]]) => {
    try {
      const caller = isHostLane(lane) ? host.caller : new Caller(shared, lane)
      return await runLane(lane, its, caller, found, take, { sweep, later, stands: standing.get(lane), host })
    } catch (thrown) {
      return fail(thrown, its)
    } finally {
      standing.get(lane)?.(null)
    }
  }
  for (const judge of await Promise.all([...lanes].map(run))) judge?.()
}

/** Runs the operations of one lane one after another, and deletes what it made; what is to be judged when all lanes are through. */
async function runLane(
  lane: string,
  plan: readonly Planned[],
  caller: Caller,
  found: References,
  take: Take,
  among: Among,
): ReturnType<typeof judgeLasting> {
  const turns = plan.toSorted((a, b) => rank(a.operation) - rank(b.operation))
  const kind = turns[0]?.operation.act.kind
  if (kind && isRecordKind(kind) && lane === kind) return recordLane(kind, turns, caller, found, take, among)
  await lonelyTurns(lane, turns, caller, found, take, among.host.company)
  return undefined
}

async function recordLane(
  kind: RecordKind,
  turns: readonly Planned[],
  caller: Caller,
  found: References,
  take: Take,
  { sweep, stands, later }: Among,
): ReturnType<typeof judgeLasting> {
  const meet = sweep.join()
  const scene = new Scene(caller)
  const lane = { kind, scene, caller, found }
  let deployed: Awaited<ReturnType<typeof deployLast>>
  try {
    const waitMs = waitOf(turns)
    caller.hasLeft(work(turns), waitMs)
    const stage = await setUp(kind, scene, caller, found)
    stands?.(stage.fixture.secondary)
    const used: [RecordFixture, ...RecordFixture[]] = [stage.fixture]
    // Those about which refused requests may have carried what a read would show.
    const suspected = new Set<RecordFixture>(used)
    const end = new LaneEnd(lane, turns, later)
    let begun: Operation | null = null
    let begunAt = 0
    for (const [at, planned] of turns.entries()) {
      const { operation } = planned
      if (planned.kept) continue
      caller.hasLeft(work(turns.slice(at)), waitMs)
      const { creation } = stage
      // What a deploy began would move the record while another operation is judged on it.
      if (begun && ['changes', 'deletes'].includes(operation.act.verb)) {
        await watchGoingOn(used.at(-1) ?? used[0], begun)
        if (caller.creates.goingOn.seen && operation.act.verb === 'changes') {
          const still = await standingStill(used, operation, begunAt)
          if (still) used.push(still)
          begun = null
        }
      }
      const fixture = used.at(-1) ?? used[0]
      if (carriesTexts(operation)) suspected.add(fixture)
      const blocked = fixture.own ? undefined : blockedBy(kind, operation, creation, caller)
      const decoy =
        !blocked && operation.act.verb === 'deletes' && planned.wanted.has(effect)
          ? ((await scene.secondaries.take(caller)) ?? (await scene.make(kind, fixture.parent)).record)
          : null
      const makes = operation.act.verb === 'makes'
      const subjectOf = (one: RecordFixture, first: CreateOutcome | null): Subject =>
        makes ? createSubject(operation, one, isCreate(operation) ? first : null) : recordSubject(operation, one)
      if (caller.creates.goingOn.seen) await end.deleteAtWork(fixture.parent)
      if (operation.act.verb === 'deletes') await end.jobs([fixture])
      const gathered = await take({
        planned,
        caller,
        references: fixture.parent,
        tried: blocked ?? subjectOf(decoy ? { ...fixture, decoy } : fixture, creation),
        creation: isCreate(operation) || readsRecord(operation) ? creation : null,
        fresh: async (whole) => {
          const past = turns.slice(0, at).flatMap((one) => (one.forbidden === null ? one.operation : []))
          const anew = whole && fixture.own ? await setUpAgain(kind, scene, caller, found, past, makes) : null
          if (anew?.own && operation.act.aspect === 'stop') await start(operation, anew.own, caller)
          const moved = anew && (await movedByReading(operation, anew))
          if (anew) return moved ?? subjectOf(anew, null)
          const hasNone = !fixture.own && (operation.effect === 'read' || makes)
          if (hasNone || (makes && !isCreate(operation))) return subjectOf(fixture, null)
          const again = await anotherOf(fixture, operation)
          if (again) return subjectOf(again, null)
          return isCreate(operation) ? subjectOf(fixture, null) : new Skipped('it was not sent')
        },
      })
      await end.taken({ planned, fixture, gathered })
      if (operation.effect === 'deploy' && operation.act.verb === 'changes') {
        begun = operation
        if (fixture === used[0]) begunAt = Date.now()
      }
    }
    deployed = await deployLast(used, turns, lane, end.deployed())
    await meet()
    await caller.late()
    await end.look(used, [...suspected])
    await lookAtStrays(lane)
  } finally {
    void meet()
    // Whatever ended the lane, what it made is deleted.
    for (const left of await scene.close()) caller.leave(left)
  }
  await judgeDeployed(deployed, lane, later)
  return judgeLasting(lane, turns, later)
}
