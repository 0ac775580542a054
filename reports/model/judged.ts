/** How much of what was selected and allowed was decided, and what would decide the rest: silence is no good news (docs/judgement.md, rule 21). */
import type { Judged, Report, Result, Verdict } from '../../schemas/report.ts'
import { isMissing } from './not-there.ts'

/** Percent of the results that must be decided for a verdict, where nothing else is said. */
export const MIN_JUDGED = 90

const decided: readonly Verdict[] = ['pass', 'fail', 'warn', 'note', 'known']
const undecided: readonly Verdict[] = ['unstable', 'inconclusive', 'blocked', 'error']

/** A chain of blocked results is followed no further. */
const STEPS = 10

const OMIT = 'omit in the target file what the target does not offer'

/** What the user can do to have a result decided; null where nothing is known to. */
function remedyOf(result: Result, byId: ReadonlyMap<string, Result>): string | null {
  let root = result
  for (let step = 0; step < STEPS && root.verdict === 'blocked'; step++) {
    const by = root.blockedBy === undefined ? undefined : byId.get(root.blockedBy)
    if (!by) return root.supply ?? null
    root = by
  }
  if (isMissing(root)) return OMIT
  if (root.verdict === 'fail' || root.verdict === 'warn') return `mend what '${root.id}' found`
  return root.supply ?? (root.entry ? `in the target file: ${JSON.stringify(root.entry)}` : null)
}

/** What would decide most comes first. */
function gainsOf(results: readonly Result[]): Judged['gains'] {
  const byId = new Map(results.map((result) => [result.id, result]))
  const gains = new Map<string, number>()
  for (const result of results) {
    const remedy = undecided.includes(result.verdict) ? remedyOf(result, byId) : null
    if (remedy !== null) gains.set(remedy, (gains.get(remedy) ?? 0) + 1)
  }
  return [...gains].map(([supply, count]) => ({ supply, results: count })).toSorted((a, b) => b.results - a.results)
}

/**
 * Counts what was decided of all that was neither skipped nor left out.
 * @param least percent; null where no share is asked for, as of a load
 */
export function judgedOf(results: readonly Result[], least: number | null): Judged {
  const count = (verdicts: readonly Verdict[]) => results.filter(({ verdict }) => verdicts.includes(verdict)).length
  const of = count(decided) + count(undecided)
  return { decided: count(decided), of, least, gains: gainsOf(results) }
}

/** Percent, rounded down to a tenth: what is not all is never told as all. */
export const percentOf = ({ decided: some, of }: Pick<Judged, 'decided' | 'of'>): number =>
  of === 0 ? 100 : Math.floor((some * 1000) / of) / 10

export const isTooLittle = (judged: Judged): boolean =>
  judged.least !== null && judged.decided * 100 < judged.least * judged.of

/** The share in words; '' where all was decided. */
export function shareInWords({ judged }: Pick<Report, 'judged'>): string {
  if (!judged || judged.decided === judged.of) return ''
  return `${percentOf(judged)} % of ${judged.of.toLocaleString('en')} results decided`
}

/** So many remedies are named in one sentence. */
const NAMED = 3

/** Why there is no verdict, in one sentence; null: enough was decided. */
export function tooLittle(judged: Judged): string | null {
  if (!isTooLittle(judged)) return null
  const { decided: some, of, least, gains } = judged
  const named = gains.slice(0, NAMED).map(({ supply, results }) => `${supply} (${results.toLocaleString('en')})`)
  const help = named.length > 0 ? `; most would be decided by: ${named.join('; ')}` : ''
  return (
    `only ${percentOf(judged)} % of what was selected and allowed could be decided ` +
    `(${some.toLocaleString('en')} of ${of.toLocaleString('en')}), less than --min-judged ${least}${help}`
  )
}
