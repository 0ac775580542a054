/** The last part of a run: everything is fuzzed that may be, kind by kind, on records of its own. */
import type { References } from '../../fixtures/payload/payload.ts'
import type { Fuzzed } from '../../schemas/fuzzed.ts'
import type { Result } from '../../schemas/report.ts'
import { Caller, type Shared } from '../scene/call.ts'
import type { Operation } from '../../schemas/registry.ts'
import { Blocked, Skipped, Inconclusive } from '../claim/finding.ts'
import { resultId, type Showing } from './judge.ts'
import { laneOf } from '../../schemas/order.ts'
import type { Planned } from './plan.ts'
import type { ConsistencyChecks } from './consistency.ts'
import { fuzzAgain, fuzzOperation } from '../fuzz/operation.ts'
import { judgeFuzz, type FuzzOne } from './fuzz-judging.ts'
import { livesOn, type AnyCheck } from '../checks/check.ts'
import type { Fuzz } from '../fuzz/said.ts'
import { Stage } from '../fuzz/stage.ts'

const isFuzz = (check: AnyCheck) => livesOn(check, 'fuzz')

/** Whom the phase works for. */
export interface Host {
  readonly consistency: ConsistencyChecks
  readonly showing: Showing
  /** Told of what fuzzing said of one operation. */
  fuzzed(planned: Planned, results: readonly Result[]): void
  /** Told of an error that is no finding, and where it was thrown. */
  fail(thrown: unknown, plan: readonly Planned[]): void
}

/** Fuzzes operations of one kind one after another, and kinds side by side; then tries what was found again, one by one. */
export async function fuzzPhase(
  plan: readonly Planned[],
  shared: Shared,
  found: References,
  host: Host,
): Promise<void> {
  const lanes = Map.groupBy(
    plan.filter(({ checks }) => checks.some(isFuzz)),
    ({ operation }) => laneOf(operation),
  )
  const take = async (planned: Planned) => {
    const checks = new Set(planned.checks.filter(isFuzz).map(({ id }) => id))
    const asked = replayed(planned, shared)
    const fuzz: FuzzOne = (again) => one(planned.operation, checks, shared, found, again ?? asked)
    const judged = await judgeFuzz(planned, fuzz, { ...host, ...shared })
    if (typeof judged === 'function') doubtful.push([planned, judged])
    else host.fuzzed(planned, judged)
  }
  const doubtful: (readonly [Planned, () => Promise<readonly Result[]>])[] = []
  const guarded = async (planned: Planned, act: () => Promise<void>) => {
    try {
      await act()
    } catch (thrown) {
      host.fail(thrown, [planned])
    }
  }
  const run = async (turns: readonly Planned[]) => {
    for (const planned of turns) await guarded(planned, () => take(planned))
  }
  await Promise.all([...lanes.values()].map(run))
  for (const [planned, tryAgain] of doubtful) await guarded(planned, async () => host.fuzzed(planned, await tryAgain()))
}

/** What was found by an earlier run, where that is all that is asked for. */
function replayed({ operation, checks }: Planned, { options: { replay } }: Shared) {
  const check = replay && checks.find((one) => resultId(operation, one) === replay.id)
  return replay && check ? new Map([[check.id, replay.fuzz]]) : undefined
}

async function one(
  operation: Operation,
  checks: ReadonlySet<string>,
  shared: Shared,
  found: References,
  again?: ReadonlyMap<string, Fuzzed | undefined>,
): Promise<Fuzz> {
  const caller = new Caller(shared, `fuzz ${operation.id}${again ? ' again' : ''}`)
  const stage = new Stage(operation, caller, found)
  try {
    return again ? await fuzzAgain(stage, again) : await fuzzOperation(stage, checks, shared.options.fuzz ?? 0)
  } catch (thrown) {
    if (!(thrown instanceof Blocked || thrown instanceof Inconclusive || thrown instanceof Skipped)) throw thrown
    return new Map([...checks].map((check) => [check, { thrown }]))
  } finally {
    await stage.leave()
  }
}
