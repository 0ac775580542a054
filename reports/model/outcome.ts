/** What a result is to formats that know no more than passed, failed, broken and skipped. */
import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { verdictsOf } from './unstable.ts'

export type Outcome = 'passed' | 'failure' | 'error' | 'skipped'

/** Verdicts that `--fail-on` counts, the worst first. */
const counted: readonly Verdict[] = ['fail', 'warn', 'inconclusive']

/** What decides the exit code fails, and only that. */
export function outcomeOf(result: Result, failOn: unknown): Outcome {
  const { verdict } = result
  const all = verdictsOf(result)
  if (all.includes('error')) return 'error'
  const level = counted.findIndex((one) => all.includes(one))
  if (level >= 0 && level <= counted.findIndex((one) => one === failOn)) return 'failure'
  if (all.includes('fail')) return 'failure'
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
