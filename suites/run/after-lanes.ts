/** What comes when the lanes are through: fuzzing, and at the very end the target's end and new start. */
import type { Pointers } from '../../fixtures/payload/payload.ts'
import { Caller, type Shared } from '../scene/call.ts'
import { isMonitor, type AnyCheck } from '../checks/check.ts'
import type { Host } from './fuzz-phase.ts'
import { isFuzz } from '../fuzz/said.ts'
import type { Planned } from './plan.ts'
import { outlive } from '../evidence/restart.ts'
import type { Trace } from '../evidence/trace.ts'

/** Whom the phases work for. */
export interface Late extends Host {
  readonly restart: (() => Promise<void>) | undefined
  /** Judges what was sent for an operation. */
  judge(planned: Planned, trace: Trace): void
  fail(thrown: unknown, plan: readonly Planned[]): void
}

const endsTarget = (check: AnyCheck) => !isMonitor(check) && check.needs.includes('restart')

/** Whether a check is judged by what the lanes send. */
export const isInCourse = (check: AnyCheck): boolean => !isFuzz(check) && !endsTarget(check)

/** After everything else: it ends whatever is under way. */
export async function endAndStart(
  plan: readonly Planned[],
  shared: Shared,
  found: Pointers,
  session: Late,
): Promise<void> {
  const lasting = plan.filter(({ checks }) => checks.some(endsTarget))
  if (lasting.length === 0 || !session.restart) return
  try {
    const caller = new Caller(shared, 'restart')
    await caller.untilBack()
    const traces = await outlive(lasting, caller, found, session.restart)
    for (const [planned, trace] of traces) session.judge(planned, trace)
  } catch (thrown) {
    session.fail(thrown, lasting)
  }
}
