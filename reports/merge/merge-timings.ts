import type { Report, Timing } from '../../schemas/report.ts'

/**
 * The timings of shards in one. Percentiles can't be added: of an operation that several shards asked, as they all do to
 * calibrate, those stand that rest on the most answers. undefined where there are none.
 */
export function mergeTimings(reports: readonly Pick<Report, 'timings'>[]): Report['timings'] {
  const all = new Map<string, Timing>()
  for (const [operation, timing] of reports.flatMap(({ timings = {} }) => Object.entries(timings))) {
    const known = all.get(operation)
    if (!known || known.answers < timing.answers) all.set(operation, timing)
  }
  return all.size === 0 ? undefined : Object.fromEntries(all)
}
