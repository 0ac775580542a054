import { OMITTED, verdicts, type Report, type Result } from '../../schemas/report.ts'
import { MIN_JUDGED, shareInWords } from './judged.ts'
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

export const plural = (count: number, word: string, words = `${word}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? word : words}`

/** Results that were skipped because the target does not offer their operations. */
export const omittedIn = (results: readonly Result[]): number =>
  results.filter(({ reason }) => reason === OMITTED).length

/** The verdicts that there are, each with its count; of what is skipped, how much the target does not offer. */
export function totalsOf({ totals, results }: Pick<Report, 'totals' | 'results'>): readonly string[] {
  const omitted = omittedIn(results)
  return verdicts.flatMap((verdict) => {
    const beside =
      verdict === 'skipped' && omitted > 0 ? ` (the target file omits ${omitted.toLocaleString('en')})` : ''
    return totals[verdict] > 0 ? [`${totals[verdict].toLocaleString('en')} ${verdict}${beside}`] : []
  })
}

/** With fewer successes than half of the operations called, a clean sheet says little: only their errors were judged. */
const HALF = 0.5

function fewSucceeded({ coverage }: Report): boolean {
  const { exercised, succeeded } = coverage.operations
  return exercised > 0 && succeeded < exercised * HALF
}

/** Whether too little was judged to call it good news, whatever the exit code. */
export function isLittle(report: Report): boolean {
  const { judged } = report
  return (judged !== undefined && judged.decided * 100 < MIN_JUDGED * judged.of) || fewSucceeded(report)
}

/** What was not judged, and how much that is; '' where everything was. */
function notJudged(report: Report): string {
  const { totals, coverage, notThere } = report
  const { exercised, succeeded } = coverage.operations
  const count = (verdict: 'blocked' | 'inconclusive' | 'unstable') =>
    totals[verdict] > 0 ? [`${totals[verdict].toLocaleString('en')} ${verdict}`] : []
  const missed = [...count('unstable'), ...count('blocked'), ...count('inconclusive')]
  const share = shareInWords(report)
  const parts = [
    ...(missed.length > 0 ? [`not judged: ${missed.join(', ')}${share === '' ? '' : ` (${share})`}`] : []),
    ...(notThere ? [`${plural(notThere.count, 'operation is', 'operations are')} not there`] : []),
    // Where nothing was judged at all, the reason says why.
    ...(fewSucceeded(report) && report.results.length > 0
      ? [`only ${succeeded} of ${plural(exercised, 'operation')} succeeded`]
      : []),
  ]
  return parts.map((part) => `; ${part}`).join('')
}

function judged(report: Report): string {
  const { totals } = report
  const rest = notJudged(report)
  if (totals.fail > 0) {
    const causes = causesOf(report.results, 'fail').length
    return `does not conform: ${plural(totals.fail, 'failure')} of ${plural(causes, 'cause')}${rest}`
  }
  const atTimes = failsAtTimes(report.results)
  if (atTimes > 0)
    return `does not conform: ${atTimes.toLocaleString('en')} of ${plural(totals.unstable, 'unstable result')} failed in some tries${rest}`
  const passes = plural(totals.pass, 'pass', 'passes')
  const found = totals.warn > 0 ? `${passes}, ${plural(totals.warn, 'warning')}` : passes
  if (isLittle(report)) return `was judged too little to say that it conforms: ${found}${rest}`
  return `keeps the specification in all that was judged: ${found}${rest}`
}

/** The first line of every form of report: the target and the verdict, in words. `why` is why there is none. */
export function headline(report: Report, why: string): string {
  const target = report.target.baseUrl
  if (report.exitCode === 130) return `Interrupted: no verdict on ${target}.`
  if (report.exitCode === 3) {
    // A run that judged nothing has nothing to add to why.
    const last = fewSucceeded(report) && why !== '' ? notJudged(report).split('; ').at(-1) : undefined
    const few = last ? ` ${capital(last)}.` : ''
    return `No verdict on ${target}: ${why}${/[.?!]$/.test(why) ? '' : '.'}${few}`
  }
  return `${target} ${judged(report)}.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
