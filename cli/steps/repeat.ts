/** `run --repeat`: judges all that is selected several times, and tells what came out otherwise. */
import type { Findings } from '../../reports/model/exit-code.ts'
import { mergeTimings } from '../../reports/merge/merge-timings.ts'
import { ofTries } from '../../reports/model/unstable.ts'
import { operations } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { coverage } from '../../suites/run/coverage.ts'

/**
 * What a further try is told. What can't be put back was done by the first: it stands, unless the target is made anew for
 * each try.
 */
export function againWith(options: RunOptions): RunOptions {
  if (options.embedded || options.image !== undefined) return options
  const done = operations.filter(({ effect }) => effect === 'destructive').map(({ id }) => id)
  return { ...options, skip: [...options.skip, ...done] }
}

/** Whether a try ended before all was judged: no further one is begun. */
export const isCut = ({ noVerdict, interrupted, planned, executed }: Findings): boolean =>
  noVerdict !== null || interrupted || planned !== executed

/** The findings of several tries in one: each result as all of them have it. */
export function together(tries: readonly [Findings, ...Findings[]]): Findings {
  const [first] = tries
  const last = tries.at(-1) ?? first
  const byId = Map.groupBy(
    tries.flatMap(({ results }) => results),
    ({ id }) => id,
  )
  const results = [...byId.values()].flatMap(([one, ...others]): Result[] => (one ? [ofTries([one, ...others])] : []))
  const named = (which: 'exercised' | 'succeeded') =>
    new Set(tries.flatMap(({ coverage: { operations: of } }) => of.names?.[which] ?? []))
  const unheld = (first.unheld ?? []).filter((entry) => tries.every((one) => one.unheld?.includes(entry)))
  const timings = mergeTimings(tries)
  const { timings: _timings, unheld: _unheld, ...rest } = first
  return {
    ...rest,
    results,
    executed: first.executed - (last.planned - last.executed),
    requests: tries.reduce((sum, { requests }) => sum + requests, 0),
    ...(timings ? { timings } : {}),
    coverage: coverage(results, { exercised: named('exercised'), succeeded: named('succeeded') }),
    leftovers: tries.flatMap(({ leftovers }) => leftovers),
    retries: tries.flatMap(({ retries = [] }) => retries),
    ...(unheld.length > 0 ? { unheld } : {}),
    noVerdict: last.noVerdict,
    interrupted: last.interrupted,
  }
}
