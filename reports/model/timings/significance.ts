/** Whether a difference between two lots of time slices may be chance. */
import { errorFunction, wilcoxonRankSum } from 'simple-statistics'

/** Fewer slices than these on a side say nothing. */
const FEWEST = 6

/**
 * The Mann-Whitney test (Wilcoxon's rank sum): how likely is it by chance alone that values of `after` lie above those of `before` as
 * clearly as they do? It asks for no shape of the distribution, which latencies have none of, and a single slow slice moves it little.
 * @returns the one-sided p value; null where either side has too few values
 */
export function pValue(before: readonly number[], after: readonly number[]): number | null {
  const [m, n] = [before.length, after.length]
  if (m < FEWEST || n < FEWEST) return null
  const mean = (n * (m + n + 1)) / 2
  const deviation = Math.sqrt((m * n * (m + n + 1)) / 12)
  // One half towards the mean: ranks are whole, and the normal distribution is not.
  const z = (wilcoxonRankSum([...after], [...before]) - 0.5 - mean) / deviation
  return Math.min(1, Math.max(0, (1 - errorFunction(z / Math.SQRT2)) / 2))
}

/**
 * Holm's correction: of so many questions asked at once some come out 'significant' by chance.
 * @returns for each p value whether it still stands at `level`
 */
export function standing(values: readonly (number | null)[], level: number): readonly boolean[] {
  const ranked = values.flatMap((p, at) => (p === null ? [] : [{ p, at }])).toSorted((a, b) => a.p - b.p)
  const stands = new Set<number>()
  for (const [rank, { p, at }] of ranked.entries()) {
    if (p > level / (ranked.length - rank)) break
    stands.add(at)
  }
  return values.map((_, at) => stands.has(at))
}
