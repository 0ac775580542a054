/** Whether a record that was deployed is gone once its delete was acknowledged: one that was never used may be deleted otherwise. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { lifeOf } from '../../schemas/registry.ts'
import { livesOn } from '../checks/check.ts'
import { Blocked, Inconclusive, isMissing, noRecord, Skipped, type Missing } from '../claim/finding.ts'
import { unansweredSupply } from '../claim/supply.ts'
import { deployedGone, deployOf, startOf, type DeployedGone } from '../evidence/deployed-gone.ts'
import { Collected } from '../evidence/frame/gather.ts'
import type { Caller } from '../scene/call.ts'
import { isNoMore } from '../scene/find-record.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { readUntil, standsAgain } from './deleted-at-work.ts'
import type { TrialLane } from './late-trials.ts'
import type { OnLater } from './lane-end.ts'
import type { Planned } from './plan.ts'

/** So many times `--settle` a target may take to take down what it deployed: by default 10 s, as long as a small deploy takes. */
const TIMES = 5
/** Within so many milliseconds a delete shows that is not put off. */
const SOON = 500
const WHY = 'a deployed record to be deleted'

interface Deployed {
  readonly planned: Planned
  readonly record: SceneRecord | null
  /** The response to the deploy; or why none was sent. */
  readonly sent: Exchange | Missing
}

/**
 * Deploys and starts a record that a lane ends with. Where a job goes on after the response, the one that was deployed long before does.
 * @param before the record of the deploy's own turn, and its response
 * @returns undefined where nothing is to be judged by it
 */
export async function deployLast(
  used: readonly RecordFixture[],
  turns: readonly Planned[],
  { kind, caller }: TrialLane,
  before: { readonly record: SceneRecord; readonly exchange: Exchange } | undefined,
): Promise<Deployed | undefined> {
  const planned = turns.find(
    (one) => !one.kept && deployedGone.on(one.operation) && one.checks.some((check) => livesOn(check, 'late')),
  )
  if (!planned) return undefined
  if (before?.record.alive && caller.creates.goingOn.seen && caller.success(before.exchange))
    return { planned, record: before.record, sent: before.exchange }
  // The own one is gone where its delete was judged; then its neighbour stands.
  const left = used.toReversed().flatMap(({ own, secondary }) => [own ?? [], secondary ?? []].flat())
  const record = left.find(({ alive }) => alive) ?? null
  const sent = record || left.length > 0 ? await deploy(kind, record, caller) : nothingMade(kind)
  return { planned, record, sent }
}

async function deploy(kind: RecordKind, record: SceneRecord | null, caller: Caller): Promise<Exchange | Missing> {
  const operation = deployOf(kind)
  if (!operation || !record) return noRecord()
  const forbidden = caller.forbids(operation)
  if (forbidden !== null) return new Skipped(forbidden)
  const sent = await caller.call({ operation, references: record.references })
  // What was deployed need not run yet: what is deleted while it runs may be stopped alone.
  const start = startOf(kind)
  if (start && caller.success(sent) && caller.allows(start))
    await caller.call({ operation: start, references: record.references })
  return sent
}

const nothingMade = (kind: RecordKind): Missing =>
  new Blocked('no record of its kind could be created', `${lifeOf(kind).create.id} records/made`)

/** Looks for the record once the lane has deleted it; what is still there is deleted again. */
export async function judgeDeployed(deployed: Deployed | undefined, lane: TrialLane, judge: OnLater): Promise<void> {
  if (!deployed) return
  const found = await look(deployed, lane)
  judge(deployed.planned, new Collected(new Map([[deployedGone, found]])))
}

async function look({ record, sent }: Deployed, { scene, caller }: TrialLane): Promise<DeployedGone | Missing> {
  if (isMissing(sent)) return sent
  if (!caller.success(sent))
    return new Inconclusive('the record could not be deployed before its delete', unansweredSupply(sent), [sent])
  const removed = record?.removed
  if (!record || !removed || record.alive || !caller.allows(lifeOf(record.kind).one)) return noRecord()
  const long = TIMES * caller.patience.whole
  const { read, isThere } = await readUntil(record, caller, (there) => !there, long, WHY)
  if (!isThere) return { deployed: sent, removed, read, isGone: tells(read, caller, record) }
  const found = { deployed: sent, removed, read, isGone: false }
  standsAgain(record, caller)
  await scene.dispose(record)
  const { kind, name, id, removed: again } = record
  if (record.alive) {
    caller.leave({ kind, name, id, why: 'its delete was acknowledged, and it is still there' })
    return found
  }
  const last = await readUntil(record, caller, (there) => !there, SOON, WHY)
  const isGone = !last.isThere && tells(last.read, caller, record)
  // What a second delete no longer finds went with the first, late as it was.
  if (!again || again === removed) return { ...found, read: last.read, isGone }
  const end = last.isThere ? await readUntil(record, caller, (there) => !there, long, WHY) : last
  if (end.isThere) caller.leave({ kind, name, id, why: 'its delete was acknowledged twice, and it is still there' })
  return { ...found, again: { removed: again, read: end.read, isGone, stays: end.isThere } }
}

/** Whether a read that does not show a record says that it is gone: one that fails says nothing. */
const tells = (read: Exchange, caller: Caller, record: SceneRecord): boolean =>
  caller.success(read) || isNoMore(caller, read, record)
