/** What comes when the lanes are through: fuzzing, and at the very end the target's end and new start. */
import type { References } from '../../fixtures/payload/payload.ts'
import { Caller, type Shared } from '../scene/call.ts'
import { livesOn, type AnyCheck } from '../checks/check.ts'
import type { Host } from './fuzz-phase.ts'
import type { Planned } from './plan.ts'
import type { Result } from '../../schemas/report.ts'
import type { Profile } from '../target/profile.ts'
import { judgeUnsent } from './judge.ts'
import type { Gathered } from '../evidence/frame/evidence.ts'
import { Collected } from '../evidence/frame/gather.ts'
import { outlive, outlived } from '../evidence/restart.ts'
import { untilBack } from '../scene/until-back.ts'

/** Whom the phases work for. */
export interface Late extends Host {
  readonly restart: (() => Promise<void>) | undefined
  /** Judges what was sent for an operation. */
  judge(planned: Planned, gathered: Gathered): void
  /** Judges what records showed some time after an operation. */
  later(planned: Planned, found: Gathered): void
  fail(thrown: unknown, plan: readonly Planned[]): void
}

const endsTarget = (check: AnyCheck) => livesOn(check, 'restart')

/** Whether a check is judged by what the lanes send. */
export const isInTurn = (check: AnyCheck): boolean =>
  !livesOn(check, 'fuzz') && !livesOn(check, 'late') && !endsTarget(check)

/** Whether what a check is judged by is sent by the lanes. */
export const isSentByLanes = (check: AnyCheck): boolean => isInTurn(check) || livesOn(check, 'late')

/** After everything else: it ends whatever is under way. */
export async function endAndStart(
  plan: readonly Planned[],
  shared: Shared,
  found: References,
  session: Late,
): Promise<void> {
  const lasting = plan.filter(({ checks }) => checks.some(endsTarget))
  if (lasting.length === 0 || !session.restart) return
  try {
    const caller = new Caller(shared, 'restart')
    await untilBack(caller)
    const creates = lasting.map(({ operation }) => operation)
    const all = await outlive(creates, caller, found, session.restart)
    for (const planned of lasting) {
      const one = all.get(planned.operation)
      if (one) session.judge(planned, new Collected(new Map([[outlived, one]])))
    }
  } catch (thrown) {
    session.fail(thrown, lasting)
  }
}

/** Judges what records showed some time after an operation; a change was seen again before this. */
export function judgeLater(
  planned: Planned,
  gathered: Gathered,
  profile: Profile,
  { consistency, showing }: Pick<Late, 'consistency' | 'showing'>,
): readonly Result[] {
  const mine = consistency.checksOf(planned).filter((one) => livesOn(one, 'late'))
  return consistency.judged(judgeUnsent(planned.operation, mine, gathered, profile, showing))
}
