import { forbidden } from '../scene/call.ts'
import { isMonitor, type AnyCheck } from '../checks/check.ts'
import { checks, checksOn } from '../checks/index.ts'
import { CALIBRATION, burstRequests, laneRequests, requestsOf } from '../evidence/budget.ts'
import { laneOf } from '../../schemas/order.ts'
import { resultId } from './judge.ts'
import type { PlannedOperation } from './outcome.ts'
import { fuzzRequests } from '../fuzz/budget.ts'
import { takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { isOdd } from '../fuzz/operation.ts'
import { SHOWN } from '../fuzz/payloads.ts'
import { isFuzz } from '../fuzz/said.ts'
import { compileSelection } from './select.ts'
import type { Need } from '../evidence/trace.ts'
import { groups, operations, type GroupName, type Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** What a run does with one operation. */
export interface Planned {
  readonly operation: Operation
  readonly checks: readonly AnyCheck[]
  readonly needs: ReadonlySet<Need>
  /** Why nothing is sent to it; null: it is judged. */
  readonly forbidden: string | null
}

/**
 * Which operations a run judges by which checks. Everything else follows from it: what is sent, which results there are.
 * @throws UsageError where a pattern of `--only` or `--skip` matches nothing
 */
export function planOf(
  options: Pick<RunOptions, 'only' | 'skip' | 'allow' | 'target' | 'shard' | 'restarts' | 'fuzz'>,
): readonly Planned[] {
  const selected = compileSelection(options.only, options.skip, {
    groups: Object.keys(groups),
    operations: operations.map((one) => one.id),
    checks: checks.map((check) => check.id),
  })
  return operations.flatMap((operation, place) => {
    // Dealt out, so that shards are about as long. What is sent to an operation does not hang on its shard.
    if (place % options.shard.count !== options.shard.index - 1) return []
    const able = (check: AnyCheck) =>
      isFuzz(check)
        ? (options.fuzz ?? 0) > 0 &&
          (check.id !== SHOWN || !takesEnvironment(operation) || isOdd(operation, options.target))
        : options.restarts === true || isMonitor(check) || !check.needs.includes('restart')
    const mine = checksOn(operation).filter((check) => able(check) && selected(operation.id, check.id))
    if (mine.length === 0) return []
    return [{ operation, checks: mine, needs: needsOf(mine), forbidden: forbidden(operation, options) }]
  })
}

/** What the checks of an operation need, all together; monitors live on what draws unusual answers and errors. */
function needsOf(mine: readonly AnyCheck[]): ReadonlySet<Need> {
  const needs = new Set<Need>()
  for (const check of mine) {
    if (!isMonitor(check)) for (const need of check.needs) needs.add(need)
    else if (check.id.startsWith('media/'))
      for (const need of ['control', 'no-header', 'unusual-request', 'unusual', 'provoke'] as const) needs.add(need)
    else for (const need of ['control', 'no-header', 'provoke'] as const) needs.add(need)
  }
  return needs
}

/** The ids of all results that there are, selected or not. */
export const allResults = (): readonly string[] =>
  operations.flatMap((operation) => checksOn(operation).map((check) => resultId(operation, check)))

/** The ids of all results of a group, in the order in which they are listed. */
export function resultsOf(plan: readonly Planned[], group: GroupName): readonly string[] {
  return plan
    .filter(({ operation }) => operation.group === group)
    .flatMap(({ operation, checks: mine }) => mine.map((check) => resultId(operation, check)))
}

/** What `touchstone plan` shows: requests at most, while nothing fails; nothing is sent. */
export function planned(options: RunOptions): readonly PlannedOperation[] {
  const plan = planOf(options)
  const rows = plan.map(({ operation, checks: mine, needs, forbidden: why }) => ({
    operation: operation.id as string,
    effect: operation.effect as string,
    requests: why === null ? requestsOf(operation, needs, options.allow.includes('destructive')) : 0,
    checks: mine.map((check) => check.id),
  }))
  const lanes = new Set(
    plan
      .filter(({ forbidden: why, checks: mine }) => why === null && !mine.every(isFuzz))
      .map(({ operation }) => laneOf(operation)),
  )
  const scenes = [...lanes].map((lane) => laneRequests(lane)).reduce((sum, count) => sum + count, 0)
  const bursts = plan.filter((one) => one.forbidden === null).reduce((sum, { needs }) => sum + burstRequests(needs), 0)
  const destructive = options.allow.includes('destructive')
  const fuzzed = plan
    .filter((one) => one.forbidden === null)
    .map(({ operation, checks: mine }) => ({ operation, ids: mine.filter(isFuzz).map(({ id }) => id) }))
    .reduce(
      (sum, { operation, ids }) => sum + fuzzRequests(operation, ids, options.fuzz ?? 0, destructive, options.target),
      0,
    )
  return plan.length === 0
    ? rows
    : [
        { operation: '(calibration)', effect: 'read', requests: CALIBRATION, checks: [] },
        { operation: '(scenes)', effect: 'resource', requests: scenes, checks: [] },
        ...(fuzzed > 0 ? [{ operation: '(fuzzing)', effect: 'resource', requests: fuzzed, checks: [] }] : []),
        ...(bursts > 0 ? [{ operation: '(bursts)', effect: 'resource', requests: bursts, checks: [] }] : []),
        ...rows,
      ]
}
