/** Results that came out otherwise when they were tried again (`run --repeat`). */
import { gravity, type Report, type Result, type Verdict } from '../../schemas/report.ts'

/** All verdicts of a result: one, or those of each try. */
export const verdictsOf = ({ verdict, unstable }: Pick<Result, 'verdict' | 'unstable'>): readonly Verdict[] =>
  unstable ?? [verdict]

/** The worst of several verdicts: what a result counts as against the target. */
export const worstOf = (verdicts: readonly Verdict[]): Verdict =>
  gravity.find((one) => verdicts.includes(one)) ?? 'unstable'

/** 'pass 2 times, fail once'. */
function triesInWords(tries: readonly Verdict[]): string {
  const counts = [...Map.groupBy(tries, (one) => one)].map(([verdict, { length }]) =>
    length === 1 ? `${verdict} once` : `${verdict} ${length} times`,
  )
  return counts.join(', ')
}

export const unstableIn = ({ results }: Pick<Report, 'results'>): readonly Result[] =>
  results.filter(({ verdict }) => verdict === 'unstable')

/** What the tries of one result come to: the worst of them where they differ, told as unstable. */
export function ofTries(tries: readonly [Result, ...Result[]]): Result {
  const verdicts = tries.map(({ verdict }) => verdict)
  if (new Set(verdicts).size === 1) return tries[0]
  const grave = worstOf(verdicts)
  const worst = tries.find(({ verdict }) => verdict === grave) ?? tries[0]
  return {
    ...worst,
    verdict: 'unstable',
    unstable: verdicts,
    message: `${triesInWords(verdicts)} of ${tries.length}: ${worst.message}`,
  }
}

/** How many unstable results failed in some tries. */
export const failsAtTimes = (results: readonly Result[]): number =>
  results.filter(({ unstable }) => unstable?.includes('fail')).length
