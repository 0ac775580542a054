/** What is otherwise in a newer report than in an older one, and why. */
import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { verdictsOf } from '../model/unstable.ts'

export type Cause = 'target' | 'check new' | 'check gone' | 'check changed' | 'unstable' | 'run' | 'suite'

export interface Change {
  readonly id: string
  readonly operation: string
  readonly check: string
  /** null where the report has no such result. */
  readonly was: Verdict | null
  readonly is: Verdict | null
  readonly cause: Cause
  /** Held against the newer one: only what neither report asked otherwise, or a new check found. */
  readonly worse: boolean
  readonly better: boolean
  /** What the newer report says of it; the older one's words where it is gone. */
  readonly message: string
}

export interface Side {
  readonly run: string
  readonly started: string
  readonly touchstone: string
  readonly target: string
  readonly serviceVersion: string
}

export interface Diff {
  readonly older: Side
  readonly newer: Side
  readonly changes: readonly Change[]
  readonly worse: number
  readonly better: number
  /** Results that both have, with one verdict. */
  readonly same: number
  /** What else differs between the two, each in a sentence: what a change may come of. */
  readonly differs: readonly string[]
}

/** How bad a verdict is; what leaves a question open is worse than a pass, and better than a breach. */
const badness: Readonly<Record<Verdict, number>> = {
  pass: 0,
  note: 0,
  skipped: 1,
  known: 2,
  unstable: 2,
  inconclusive: 2,
  blocked: 2,
  warn: 3,
  fail: 4,
  error: 5,
}
const OPEN = 2
/** What is unstable is as bad as the worst of its tries, and never as good as a pass. */
const badnessOf = (result: Result): number =>
  Math.max(...[result.verdict, ...verdictsOf(result)].map((one) => badness[one]))

/** Whether a run has itself said that it did not see this twice alike. */
const isUnstable = ({ verdict, intermittent }: Result): boolean => verdict === 'unstable' || intermittent === true

const hasCheck = ({ digests, results }: Report, check: string): boolean =>
  digests ? check in digests.checks : results.some((one) => one.check === check)

function causeOf(older: Report, newer: Report, was: Result | undefined, is: Result | undefined): Cause {
  const check = (is ?? was)?.check ?? ''
  if (!hasCheck(older, check)) return 'check new'
  if (!hasCheck(newer, check)) return 'check gone'
  const [before, after] = [older.digests?.checks[check], newer.digests?.checks[check]]
  if (before !== undefined && after !== undefined && before !== after) return 'check changed'
  // The same check was not asked of the same operation: one of the runs was told so.
  if (!was || !is) return 'run'
  if (was.verdict === 'error' || is.verdict === 'error') return 'suite'
  if (isUnstable(was) || isUnstable(is)) return 'unstable'
  return [was, is].some(({ verdict }) => verdict === 'skipped' || verdict === 'known') ? 'run' : 'target'
}

function changeOf(older: Report, newer: Report, was: Result | undefined, is: Result | undefined): readonly Change[] {
  const one = is ?? was
  if (!one || was?.verdict === is?.verdict) return []
  const cause = causeOf(older, newer, was, is)
  const [before, after] = [was && badnessOf(was), is && badnessOf(is)]
  const counts = cause !== 'run'
  return [
    {
      id: one.id,
      operation: one.operation,
      check: one.check,
      was: was?.verdict ?? null,
      is: is?.verdict ?? null,
      cause,
      // A new check is held against a target for a breach alone.
      worse: counts && after !== undefined && after > (before ?? OPEN),
      better: counts && before !== undefined && after !== undefined && after < before,
      message: one.message,
    },
  ]
}

const sideOf = ({ run, started, touchstone, target }: Report): Side => ({
  run,
  started,
  touchstone,
  target: target.baseUrl,
  serviceVersion: target.serviceVersion,
})

function differs(older: Report, newer: Report): readonly string[] {
  const say = (what: string, of: (report: Report) => string): readonly string[] => {
    const [before, after] = [of(older), of(newer)]
    return before === after ? [] : [`${what}: ${before || 'none'}, then ${after || 'none'}`]
  }
  const option = (name: string) => (report: Report) => {
    const value = report.options[name]
    return Array.isArray(value) ? value.map(String).join(' ') : JSON.stringify(value ?? null)
  }
  const own = ({ options, target }: Report) => (options['embedded'] === true ? 'a server of its own' : target.baseUrl)
  const suite = older.digests && newer.digests && older.digests.code !== newer.digests.code
  return [
    ...say('Target', own),
    ...say('Service version', ({ target }) => target.serviceVersion),
    ...say('Touchstone', ({ touchstone }) => touchstone),
    ...(suite ? ["Touchstone's own code differs between the two, so a change may be its doing"] : []),
    ...say('Allowed', ({ target }) => target.allowed.join(', ')),
    ...say('Deviations', ({ target }) => target.deviations.join('; ')),
    ...['only', 'skip', 'fuzz'].flatMap((name) => say(`--${name}`, option(name))),
  ]
}

export function diffOf(older: Report, newer: Report): Diff {
  const [before, after] = [older, newer].map(({ results }) => new Map(results.map((one) => [one.id, one])))
  const ids = new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])
  const changes = [...ids].flatMap((id) => changeOf(older, newer, before?.get(id), after?.get(id)))
  const both = [...ids].filter((id) => before?.has(id) && after?.has(id)).length
  return {
    older: sideOf(older),
    newer: sideOf(newer),
    changes,
    worse: changes.filter(({ worse }) => worse).length,
    better: changes.filter(({ better }) => better).length,
    same: both - changes.filter(({ was, is }) => was !== null && is !== null).length,
    differs: differs(older, newer),
  }
}
