import { forbidden } from '../target/offered.ts'
import { livesOn, type AnyCheck } from '../checks/check.ts'
import { checks, checksOn } from './checks.ts'
import { burst } from '../evidence/burst.ts'
import type { Evidence } from '../evidence/frame/evidence.ts'
import { costOf, wantedBy, type Wanted } from '../evidence/frame/gather.ts'
import { environments, setters } from '../evidence/census/setters.ts'
import { dressed } from '../evidence/dressed.ts'
import { hostAround } from '../evidence/host-around.ts'
import { companyCost } from '../evidence/subjects/company.ts'
import { made } from '../evidence/made.ts'
import { raced } from '../evidence/raced.ts'
import { neighbourReads } from '../evidence/neighbour-reads.ts'
import { strangersCost } from '../scene/strangers.ts'
import { CALIBRATION } from '../target/calibrate.ts'
import { ownUserCost } from '../evidence/subjects/own-user.ts'
import { sceneCost } from './scene-cost.ts'
import { laneOf } from '../../schemas/order.ts'
import { resultId } from './judge.ts'
import type { PlannedOperation } from './outcome.ts'
import { fuzzFindings } from '../fuzz/findings.ts'
import { takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { isOdd } from '../fuzz/operation.ts'
import { SHOWN } from '../fuzz/part.ts'
import { compileSelection } from './select.ts'
import { groups, operations, readsRecord, type Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** What a run does with one operation. */
export interface Planned {
  readonly operation: Operation
  readonly checks: readonly AnyCheck[]
  /** The evidence that its checks live on. */
  readonly wanted: Wanted
  /** Why nothing is sent to it; null: it is judged. */
  readonly forbidden: string | null
  /** An interrupted run has judged it: nothing is sent in its turn. */
  readonly kept?: boolean
}

/**
 * Which operations a run judges by which checks. Everything else follows from it: what is sent, which results there are.
 * @throws UsageError where a pattern of `--only` or `--skip` matches nothing
 */
export function planOf(options: Planning): readonly Planned[] {
  const { only, skip, allow, target, shard, restarts, fuzz } = options
  const asked = [only, skip, allow, target, shard, restarts, fuzz]
  if (!last?.asked.every((one, at) => one === asked[at])) last = { asked, plan: newPlan(options) }
  return last.plan
}

type Planning = Pick<RunOptions, 'only' | 'skip' | 'allow' | 'target' | 'shard' | 'restarts' | 'fuzz'>

/** A run asks for its plan several times: for what it says beforehand, and for its digest. */
let last: { readonly asked: readonly unknown[]; readonly plan: readonly Planned[] } | undefined

function newPlan(options: Planning): readonly Planned[] {
  const selected = compileSelection(options.only, options.skip, {
    groups: Object.keys(groups),
    operations: operations.map((one) => one.id),
    checks: checks.map((check) => check.id),
  })
  return operations.flatMap((operation, place) => {
    // Dealt out, so that shards are about as long. What is sent to an operation does not hang on its shard.
    if (place % options.shard.count !== options.shard.index - 1) return []
    const able = (check: AnyCheck) =>
      livesOn(check, 'fuzz')
        ? (options.fuzz ?? 0) > 0 &&
          (check.id !== SHOWN || !takesEnvironment(operation) || isOdd(operation, options.target))
        : options.restarts === true || !livesOn(check, 'restart')
    const mine = checksOn(operation).filter((check) => able(check) && selected(operation.id, check.id))
    if (mine.length === 0) return []
    return [{ operation, checks: mine, wanted: wantedFor(mine, operation), forbidden: forbidden(operation, options) }]
  })
}

/** The evidence that these checks live on; what became of the lane's first create is known without a request. */
export const wantedFor = (checks: readonly Pick<AnyCheck, 'needs'>[], operation: Operation): Wanted =>
  wantedBy([made, ...checks.flatMap(({ needs }) => Object.values(needs))], operation)

/** The ids of all results that there are, selected or not. */
export const allResults = (): readonly string[] =>
  operations.flatMap((operation) => checksOn(operation).map((check) => resultId(operation, check)))

/** What `touchstone plan` shows: requests at most, while nothing fails; nothing is sent. */
export function planned(options: RunOptions): readonly PlannedOperation[] {
  const plan = planOf(options)
  if (plan.length === 0) return []
  const terms = { destructive: options.allow.includes('destructive'), fuzz: options.fuzz ?? 0, target: options.target }
  const allowed = plan.filter((one) => one.forbidden === null)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const costs = (isCounted: (kind: Evidence) => boolean) => (one: Planned) =>
    costOf(new Map([...one.wanted].filter(([kind]) => isCounted(kind))), one.operation, terms)
  const apart: readonly Evidence[] = [burst, raced, fuzzFindings]
  const ofAll = (kind: Evidence) => sum(allowed.map(costs((one) => one === kind)))
  const lanes = new Set(
    allowed.filter(({ checks: mine }) => mine.some(isInLanes)).map(({ operation }) => laneOf(operation)),
  )
  const hasStrangers = allowed.some(({ operation, wanted }) => wanted.has(neighbourReads) && readsRecord(operation))
  const clad = new Set(allowed.flatMap(({ operation: { act }, wanted }) => (wanted.has(dressed) ? act.kind : [])))
  const accompanied = new Set(allowed.flatMap((one) => (one.wanted.has(hostAround) ? laneOf(one.operation) : [])))
  const scenes =
    companyCost(accompanied) +
    sum([...lanes].map((lane) => sceneCost(lane, options.target))) +
    sum([...clad].map((kind) => setters(kind).length + environments(kind).length)) +
    ownUserCost(allowed, options.target) +
    (hasStrangers ? strangersCost(lanes) : 0)
  const row = (operation: string, requests: number) =>
    requests > 0 ? [{ operation, effect: 'resource', requests, checks: [] }] : []
  const own = costs((kind) => !apart.includes(kind))
  return [
    { operation: '(calibration)', effect: 'read', requests: CALIBRATION, checks: [] },
    { operation: '(scenes)', effect: 'resource', requests: scenes, checks: [] },
    ...row('(fuzzing)', ofAll(fuzzFindings)),
    ...row('(bursts)', ofAll(burst)),
    ...row('(races)', ofAll(raced)),
    ...plan.map((one) => ({
      operation: one.operation.id,
      effect: one.operation.effect,
      requests: one.forbidden === null ? own(one) : 0,
      checks: one.checks.map((check) => check.id),
    })),
  ]
}

const isInLanes = (check: AnyCheck) => !livesOn(check, 'fuzz') && !livesOn(check, 'restart')
