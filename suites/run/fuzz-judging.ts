/** Turns what fuzzing said of one operation into results; a breach is tried once more (docs/judgement.md, rule 14). */
import type { Fuzzed } from '../../schemas/fuzzed.ts'
import type { Result } from '../../schemas/report.ts'
import { livesOn, type TestCase } from '../checks/check.ts'
import { Judging, type Showing } from './judge.ts'
import type { Planned } from './plan.ts'
import type { ConsistencyChecks } from './consistency.ts'
import type { Profile } from '../target/profile.ts'
import type { Creates } from '../scene/creates.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { Collected } from '../evidence/frame/gather.ts'
import { fuzzFindings } from '../fuzz/findings.ts'
import type { Fuzz } from '../fuzz/said.ts'

/** What one operation is fuzzed for: all of it, or what was found once more. */
export type FuzzOne = (again?: ReadonlyMap<string, Fuzzed | undefined>) => Promise<Fuzz>

/**
 * Fuzzes one operation and judges it.
 * @returns its results; or, where something was found, how to try that once more and come to them: when nothing else is
 * under way, for a target that is busy may refuse what it takes otherwise
 */
export async function judgeFuzz(
  planned: Planned,
  fuzz: FuzzOne,
  {
    consistency,
    profile,
    showing,
    creates: { otherRuns },
  }: {
    readonly consistency: ConsistencyChecks
    readonly profile: Profile
    readonly showing: Showing
    readonly creates: Pick<Creates, 'otherRuns'>
  },
): Promise<readonly Result[] | (() => Promise<readonly Result[]>)> {
  const { operation } = planned
  const started = performance.now()
  const caseOf = (said: Fuzz): TestCase => ({
    operation,
    profile,
    gathered: new Collected(new Map([[fuzzFindings, said]])),
    placeholders: [],
    moving: newVolatilePaths().moving,
    ...(otherRuns.seen === null ? {} : { otherRun: otherRuns.seen }),
  })
  const first = caseOf(await fuzz())
  const mine = consistency.checksOf({ ...planned, checks: planned.checks.filter((check) => livesOn(check, 'fuzz')) })
  const judging = new Judging(operation, mine, first, showing, started)
  const again = new Map(judging.doubtful.map((check) => [check.id, judging.breachOf(check)?.fuzz]))
  if (again.size === 0) return consistency.judged(judging.results())
  return async () => {
    const second = caseOf(await fuzz(again))
    return consistency.judged(judging.results(() => second))
  }
}
