/** What a result is to formats that know no more than passed, failed, broken and skipped. */
import type { Report, Result, Verdict } from '../../schemas/report.ts'

export type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

/** Verdicts that `--fail-on` counts, the gravest first. */
const counted: readonly Verdict[] = ['fail', 'warn', 'inconclusive']

/** What decides the exit code fails, and only that. */
export function outcomeOf({ verdict }: Result, failOn: unknown): Outcome {
  if (verdict === 'error') return 'error'
  const level = counted.indexOf(verdict)
  if (level >= 0 && level <= counted.findIndex((one) => one === failOn)) return 'failure'
  if (verdict === 'fail') return 'failure'
  return ['pass', 'warn', 'note'].includes(verdict) ? 'passed' : 'skipped'
}

/**
 * A result's share of the run's time, in milliseconds. Results wait side by side for what they share, so their own times
 * add up to many times the run's; their shares add up to no more than it.
 */
export function shareOf({ results, durationMs }: Report): (result: Result) => number {
  const sum = results.reduce((ms, result) => ms + result.durationMs, 0)
  const factor = sum > durationMs ? durationMs / sum : 1
  return (result) => result.durationMs * factor
}
