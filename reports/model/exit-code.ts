import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { plural } from './headline.ts'
import { judgedOf, tooLittle } from './judged.ts'
import { verdictsOf } from './unstable.ts'

/** The verdicts that `--fail-on` takes, the worst first. */
export const failLevels = ['fail', 'warn', 'inconclusive'] as const
export type FailLevel = (typeof failLevels)[number]

/** What a run found: all of a report that only the suites can say. */
export interface Findings extends Pick<
  Report,
  | 'results'
  | 'planned'
  | 'executed'
  | 'requests'
  | 'coverage'
  | 'observed'
  | 'timings'
  | 'pace'
  | 'leftovers'
  | 'digests'
  | 'retries'
> {
  readonly serviceVersion: string
  readonly deviations: readonly string[]
  /** Why there is no verdict, or null. One sentence. */
  readonly noVerdict: string | null
  readonly interrupted: boolean
  /** Entries of `known` in the target file that do not hold, each with why. */
  readonly unheld?: readonly string[]
  /** Figures, of a load run. */
  readonly load?: NonNullable<Report['load']>
}

/** An exit code of a run that was started, and why in one sentence ('' for 0). */
export interface Ending {
  readonly exitCode: 0 | 1 | 3 | 130
  readonly why: string
}

/** Whether a result is at or above the level; one that is unstable is where any of its tries was. */
export function counts(result: Pick<Result, 'verdict' | 'unstable'>, failOn: FailLevel): boolean {
  const level: readonly Verdict[] = failLevels.slice(0, failLevels.indexOf(failOn) + 1)
  return verdictsOf(result).some((one) => level.includes(one))
}

function noVerdict(findings: Findings, options: { readonly bail: boolean }): string | null {
  const { results, planned, executed, coverage } = findings
  if (findings.noVerdict !== null) return findings.noVerdict
  const of = (verdict: Verdict) => results.filter((result) => verdictsOf(result).includes(verdict)).length
  const errors = of('error')
  if (errors > 0) return `${plural(errors, 'check')} of Touchstone itself broke (verdict 'error')`
  if (planned !== executed && !(options.bail && of('fail') > 0)) {
    return `${planned} results were planned and ${executed} reached`
  }
  if (results.every((result: Result) => result.verdict === 'skipped')) {
    return 'nothing was judged: everything that was selected is skipped'
  }
  if (coverage.operations.succeeded === 0) return 'not one operation succeeded on the target'
  return null
}

/** What decides an exit code besides what was found. */
export interface EndingOptions {
  readonly bail: boolean
  readonly failOn: FailLevel
  /** Percent of what was selected and allowed that must be decided; left out: no such limit. */
  readonly minJudged?: number
  /** How many results at or above the level are as bad as in the baseline. */
  readonly asBefore?: number
}

/**
 * The exit code of a run, the first that applies of 130, 3, 1 and 0; 2 is decided before a run starts. What failed goes
 * before too little judged.
 */
export function endingOf(findings: Findings, { bail, failOn, minJudged, asBefore }: EndingOptions): Ending {
  if (findings.interrupted) return { exitCode: 130, why: 'interrupted before everything was judged' }
  const missing = noVerdict(findings, { bail })
  if (missing !== null) return { exitCode: 3, why: missing }
  const bad = findings.results.filter((result) => counts(result, failOn)).length - (asBefore ?? 0)
  const stale = findings.unheld ?? []
  const little = minJudged === undefined ? null : tooLittle(judgedOf(findings.results, minJudged))
  const whys = [
    ...(bad > 0
      ? [
          `${plural(bad, 'result')} at or above '${failOn}'${asBefore === undefined ? '' : ', and worse than in the baseline'}`,
        ]
      : []),
    ...(stale.length > 0 ? [stale.join('; ')] : []),
  ]
  if (whys.length > 0)
    return { exitCode: 1, why: [...whys, ...(little === null ? [] : [`besides, ${little}`])].join('; ') }
  return little === null ? { exitCode: 0, why: '' } : { exitCode: 3, why: little }
}
