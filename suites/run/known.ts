/** Failures that are accepted for now: judged all the same, and held to what the target file says of them. */
import type { Result } from '../../schemas/report.ts'
import type { KnownFailure } from '../../schemas/target.ts'
import { nearest } from '../../schemas/nearest.ts'
import { glob } from '../../schemas/pattern.ts'

/** The day in UTC as ISO 8601 writes it. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Whether an entry is about this result: `*` stands for any text. */
const means = ({ id }: KnownFailure, result: string): boolean => id === result || (id.includes('*') && glob(id)(result))

/** Whether an entry still counts on that day: the last day is one of them. */
const counts = ({ until }: KnownFailure, day: string) => until === undefined || day <= until

/** Entries of what is seen under load are for load runs, all others for runs of the suites. */
const isOfLoad = ({ id }: KnownFailure) => id.includes(' load/')
export const knownInRun = (known: readonly KnownFailure[]): readonly KnownFailure[] =>
  known.filter((entry) => !isOfLoad(entry))
export const knownInLoad = (known: readonly KnownFailure[]): readonly KnownFailure[] => known.filter(isOfLoad)

/** A failure or warning that is accepted, as `known`; everything else as it is. */
export function accepted(result: Result, known: readonly KnownFailure[], day: string): Result {
  if (result.verdict !== 'fail' && result.verdict !== 'warn') return result
  const entry = known.find((one) => counts(one, day) && means(one, result.id))
  if (!entry) return result
  const until = entry.until === undefined ? '' : `, until ${entry.until}`
  return { ...result, verdict: 'known', message: `${result.message} (known${until}: ${entry.why})` }
}

/**
 * The entries that do not hold, each with why.
 * @param known those of this sort of run
 * @param results what was reached, as `accepted` left it
 * @param selected the ids of the results that this run was to reach
 * @param all the ids of all results that there are
 */
export function unheld(
  known: readonly KnownFailure[],
  results: readonly Result[],
  selected: ReadonlySet<string>,
  all: readonly string[],
  day: string,
): readonly string[] {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]))
  return known.flatMap((entry) => {
    const { id, until } = entry
    const meant = all.filter((one) => means(entry, one))
    if (meant.length === 0) return [`known '${id}': there is no such result; ${nearest(id, all)}`]
    const own = meant.filter((one) => selected.has(one)).flatMap((one) => verdicts.get(one) ?? [])
    if (!meant.some((one) => selected.has(one))) return []
    if (own.length > 0 && own.every((verdict) => verdict === 'pass' || verdict === 'note'))
      return [`known '${id}': it no longer fails (${[...new Set(own)].join(', ')}); take it out`]
    return counts(entry, day) ? [] : [`known '${id}': it has expired (until ${until}); mend it, or give it another day`]
  })
}
