/** What comes when the lanes are through: fuzzing, and the target's end and new start. */
import type { Pointers } from '../fixtures/payload.ts'
import { Caller, type Shared } from './call.ts'
import { isMonitor, type AnyCheck } from './check.ts'
import { fuzzPhase, type Host } from './fuzz/phase.ts'
import { isFuzz } from './fuzz/said.ts'
import type { Planned } from './plan.ts'
import { outlive } from './restart.ts'
import type { Trace } from './trace.ts'

/** Whom the phases work for. */
interface Session extends Host {
  readonly restart: (() => Promise<void>) | undefined
  /** Judges what was sent for an operation. */
  judge(planned: Planned, trace: Trace): void
  fail(thrown: unknown, plan: readonly Planned[]): void
}

const endsTarget = (check: AnyCheck) => !isMonitor(check) && check.needs.includes('restart')

/** Whether a check is judged by what the lanes send. */
export const isInCourse = (check: AnyCheck): boolean => !isFuzz(check) && !endsTarget(check)

export async function afterLanes(
  plan: readonly Planned[],
  shared: Shared,
  found: Pointers,
  session: Session,
): Promise<void> {
  await fuzzPhase(plan, shared, found, session)
  // After everything else: it ends whatever is under way.
  // Polls wait for all to vote: what is judged here is these checks alone.
  const lasting = plan
    .map((planned) => ({ ...planned, checks: planned.checks.filter(endsTarget) }))
    .filter(({ checks }) => checks.length > 0)
  if (lasting.length === 0 || !session.restart) return
  try {
    const traces = await outlive(lasting, new Caller(shared, 'restart'), found, session.restart)
    for (const [planned, trace] of traces) session.judge(planned, trace)
  } catch (thrown) {
    session.fail(thrown, lasting)
  }
}
