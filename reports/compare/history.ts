/** One target over many reports: its verdicts by family, its times, and what changed from one report to the next. */
import { verdicts, type Report, type Verdict } from '../../schemas/report.ts'
import { familyOf } from '../model/words.ts'
import { diffOf } from './diff.ts'

/** Reports that are no history; the message says why. */
export class NoHistory extends Error {
  override readonly name = 'NoHistory'
}

type Totals = Readonly<Record<Verdict, number>>

export interface Moment {
  readonly run: string
  /** ISO 8601. */
  readonly started: string
  readonly serviceVersion: string
  readonly touchstone: string
  readonly totals: Totals
  /** By family of checks. */
  readonly families: Readonly<Record<string, Totals>>
  /** Medians over all operations, in milliseconds; null where nothing was timed. */
  readonly p50: number | null
  readonly p95: number | null
  readonly worse: number
  readonly better: number
  /** Why there are changes since the moment before, each cause once with how many. */
  readonly causes: Readonly<Record<string, number>>
}

export interface History {
  readonly target: string
  /** The oldest first. */
  readonly moments: readonly Moment[]
  /** What took the longest at the last moment, against the first. */
  readonly slowest: readonly { readonly operation: string; readonly was: number | null; readonly is: number }[]
}

function totalsOf(all: readonly { readonly verdict: Verdict }[]): Totals {
  const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length
  // Object.fromEntries forgets which keys it was given: they are exactly the verdicts.
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Totals
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}

function momentOf(report: Report, before: Report | undefined): Moment {
  const { run, started, target, touchstone, results, timings = {} } = report
  const diff = before && diffOf(before, report)
  const families = Map.groupBy(results, ({ check }) => familyOf(check))
  const causes = Map.groupBy(diff?.changes ?? [], ({ cause }) => cause)
  const all = Object.values(timings)
  return {
    run,
    started,
    serviceVersion: target.serviceVersion,
    touchstone,
    totals: totalsOf(results),
    families: Object.fromEntries([...families].map(([family, some]) => [family, totalsOf(some)])),
    p50: median(all.map(({ p50 }) => p50)),
    p95: median(all.map(({ p95 }) => p95)),
    worse: diff?.worse ?? 0,
    better: diff?.better ?? 0,
    causes: Object.fromEntries([...causes].map(([cause, changes]) => [cause, changes.length])),
  }
}

/** Each run of the embedded server, or of an image, has a server of its own at an address of its own. */
function nameOf({ options, target }: Report): string {
  const { image, embedded } = options
  if (typeof image === 'string') return `the image ${image}`
  return embedded === true ? 'the embedded reference server' : target.baseUrl
}

/** How many operations are told as the slowest. */
const SLOWEST = 12

function slowestOf(first: Report, last: Report): History['slowest'] {
  return Object.entries(last.timings ?? {})
    .toSorted(([, a], [, b]) => b.p95 - a.p95)
    .slice(0, SLOWEST)
    .map(([operation, { p95 }]) => ({ operation, was: first.timings?.[operation]?.p95 ?? null, is: p95 }))
}

/**
 * Load runs and runs that ended before they judged anything say nothing of verdicts, and are left out.
 * @throws NoHistory where no report is left, or they are of several targets
 */
export function historyOf(reports: readonly Report[], wanted?: string): History {
  const judged = reports.filter(({ load, results }) => !load && results.length > 0)
  const names = [...new Set(judged.map(nameOf))]
  const target = wanted ?? names[0]
  if (wanted === undefined && names.length > 1)
    throw new NoHistory(`they are about ${names.length} targets (${names.join(', ')}); name one with --of`)
  const own = judged
    .filter((report) => nameOf(report) === target)
    .toSorted((a, b) => Date.parse(a.started) - Date.parse(b.started))
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last || target === undefined)
    throw new NoHistory(`no report in it is of a run${wanted === undefined ? '' : ` on ${wanted}`}`)
  return { target, moments: own.map((report, at) => momentOf(report, own[at - 1])), slowest: slowestOf(first, last) }
}
