import type { Report, Result } from '../../schemas/report.ts'
import { shareInWords } from './judged.ts'
import { failsAtTimes } from './unstable.ts'
import { causesOf } from './grouping.ts'

/**
 * Operations that were called and answered with errors alone: only their errors were judged.
 * @param results of the run: what only helps to judge others has none, and is no gap
 */
export function neverSucceeded(
  { names }: Report['coverage']['operations'],
  results: readonly Result[],
): readonly string[] {
  const succeeded = new Set(names?.succeeded)
  const judged = new Set(results.map(({ operation }) => operation))
  return (names?.exercised ?? []).filter((operation) => judged.has(operation) && !succeeded.has(operation)).toSorted()
}

/** A tenth: with fewer successes than that, a clean sheet says little. */
const HARDLY = 0.1

export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? word : words}`

function hardlyAnything(report: Report): string {
  const { exercised, succeeded } = report.coverage.operations
  if (exercised === 0 || succeeded > exercised * HARDLY) return ''
  return ` Hardly anything succeeded (${succeeded} of ${plural(exercised, 'operation')}), so hardly anything could be judged.`
}

function judged(report: Report): string {
  const { totals } = report
  if (totals.fail > 0) {
    const causes = causesOf(report.results, 'fail').length
    const { notThere } = report
    const share = shareInWords(report)
    const besides = [
      ...(notThere ? [`${plural(notThere.count, 'operation is', 'operations are')} not there`] : []),
      ...(share === '' ? [] : [share]),
    ]
    return `does not conform: ${plural(totals.fail, 'failure')} of ${plural(causes, 'cause')}${besides.length > 0 ? ` (${besides.join('; ')})` : ''}`
  }
  const atTimes = failsAtTimes(report.results)
  if (atTimes > 0) {
    const all = plural(totals.unstable, 'unstable result')
    return `does not conform: ${atTimes.toLocaleString('en')} of ${all} failed in some tries`
  }
  const share = shareInWords(report)
  const doubts = [
    totals.warn > 0 ? plural(totals.warn, 'warning') : '',
    totals.unstable > 0 ? `${totals.unstable.toLocaleString('en')} unstable` : '',
    totals.inconclusive > 0 ? `${totals.inconclusive.toLocaleString('en')} inconclusive` : '',
    totals.blocked > 0 ? `${totals.blocked.toLocaleString('en')} blocked` : '',
  ].filter(Boolean)
  const held = `keeps the specification in all that was judged: ${plural(totals.pass, 'pass', 'passes')}`
  return [held, ...doubts].join(', ') + (share === '' ? '' : ` (${share})`)
}

/** The first line of every form of report: the target and the verdict, in words. `why` is why there is none. */
export function headline(report: Report, why: string): string {
  const target = report.target.baseUrl
  if (report.exitCode === 130) return `Interrupted: no verdict on ${target}.`
  if (report.exitCode === 3)
    return `No verdict on ${target}: ${why}${/[.?!]$/.test(why) ? '' : '.'}${why ? hardlyAnything(report) : ''}`
  return `${target} ${judged(report)}.${hardlyAnything(report)}`
}
