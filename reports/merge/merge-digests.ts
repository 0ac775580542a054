/** What shards judged by, and what they sent again, as one. */
import { planDigest } from '../../schemas/digest.ts'
import type { Digests, Report, Result, Retry } from '../../schemas/report.ts'

/** undefined where a part has none, or they judged by different things: then nobody can say what the whole was judged by. */
export function mergeDigests(
  reports: readonly Pick<Report, 'digests'>[],
  results: readonly Pick<Result, 'id'>[],
): Digests | undefined {
  const all = reports.flatMap(({ digests }) => digests ?? [])
  const [first] = all
  const same = (of: 'specification' | 'suite' | 'code') => new Set(all.map((one) => one[of])).size === 1
  if (!first || all.length < reports.length || !same('specification') || !same('suite') || !same('code'))
    return undefined
  return { ...first, plan: planDigest(results.map(({ id }) => id)) }
}

export function mergeRetries(reports: readonly Pick<Report, 'retries'>[]): readonly Retry[] {
  const alike = Map.groupBy(
    reports.flatMap(({ retries = [] }) => retries),
    ({ of, why }) => `${why} ${of}`,
  )
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, times: same.reduce((sum, { times }) => sum + times, 0) }] : []
  })
}
