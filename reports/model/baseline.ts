/** An earlier report that this run must not be worse than. */
import type { Result } from '../../schemas/report.ts'
import { counts, failLevels, type FailLevel } from './exit-code.ts'
import { plural } from './headline.ts'

type Verdicts = readonly Pick<Result, 'id' | 'verdict' | 'unstable'>[]
/** A result of this report or of an earlier one. */
interface Judged {
  readonly id: string
  readonly verdict: string
  readonly unstable?: readonly string[] | undefined
}

export interface Compared {
  /** At or above the level, and graver than there; what was not judged there is worse too. */
  readonly worse: readonly string[]
  /** At or above the level as before: accepted. */
  readonly same: readonly string[]
  /** At or above the level there, and now judged to be milder. */
  readonly better: readonly string[]
}

/** From 0, the worst; of what was unstable the worst try counts. */
const weight = ({ verdict, unstable }: Judged): number => {
  const all: readonly string[] = unstable ?? [verdict]
  const at = failLevels.findIndex((level) => all.includes(level))
  return at < 0 ? failLevels.length : at
}

const decided: readonly string[] = ['pass', 'note', 'warn', 'fail', 'inconclusive', 'unstable']

export function comparedWith(baseline: readonly Judged[], results: Verdicts, failOn: FailLevel): Compared {
  const before = new Map(baseline.map((one) => [one.id, weight(one)]))
  const was = (id: string) => before.get(id) ?? failLevels.length
  const bad = results.filter((one) => counts(one, failOn))
  return {
    worse: bad.filter((one) => weight(one) < was(one.id)).map(({ id }) => id),
    same: bad.filter((one) => weight(one) >= was(one.id)).map(({ id }) => id),
    better: results
      .filter((one) => was(one.id) <= failLevels.indexOf(failOn) && weight(one) > was(one.id))
      .filter(({ verdict }) => decided.includes(verdict))
      .map(({ id }) => id),
  }
}

const MOST = 10
const named = (ids: readonly string[]) =>
  ids.slice(0, MOST).join(', ') + (ids.length > MOST ? ` and ${ids.length - MOST} more` : '')

/** What to say of it on the screen, a line each. */
export function comparedInWords({ worse, same, better }: Compared, file: string): readonly string[] {
  const line = (ids: readonly string[], words: string) =>
    ids.length === 0 ? [] : [`  ${plural(ids.length, 'result')} ${words}: ${named(ids)}`]
  return [
    `Against the baseline ${file}:`,
    ...line(worse, 'worse'),
    ...line(same, 'as bad as there'),
    ...line(better, 'better'),
    ...(worse.length + same.length + better.length === 0 ? ['  nothing is worse, and nothing is better'] : []),
  ]
}
