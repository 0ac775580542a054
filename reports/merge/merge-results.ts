/** What the parts of one run found, as one: results, clauses and operations. */
import { gravity, type ClauseCoverage, type Report, type Result, type Verdict } from '../../schemas/report.ts'
import { limitResults } from '../model/timings/limits.ts'

/** The reports of the parts. */
export type Reports = readonly [Report, ...Report[]]

const rank = (verdict: Verdict | 'not judged') => (verdict === 'not judged' ? gravity.length : gravity.indexOf(verdict))
const worst = <T extends { readonly verdict: Verdict | 'not judged' }>(parts: readonly [T, ...T[]]): T =>
  parts.reduce((worst, part) => (rank(part.verdict) < rank(worst.verdict) ? part : worst))

/** One result for each id: of several the worst, with what was seen in all. */
export function joinResults(reports: Reports, load: Report['load']): readonly Result[] {
  const byId = new Map<string, [Result, ...Result[]]>()
  for (const { results } of reports)
    for (const result of results) {
      const parts = byId.get(result.id)
      if (parts) parts.push(result)
      else byId.set(result.id, [result])
    }
  const joined = [...byId.values()].map((parts) => {
    const head = worst(parts)
    return parts.length === 1 ? head : { ...head, evidence: parts.flatMap(({ evidence }) => evidence) }
  })
  if (!load) return joined
  // A limit is held against what all parts measured together.
  const held = new Map(limitResults(load).map((one) => [one.id, one]))
  return joined.map((one) => {
    const tallied = held.get(one.id)
    if (!tallied) return one
    return one.verdict === 'known' && tallied.verdict === 'warn' ? { ...tallied, verdict: 'known' } : tallied
  })
}

/** @param results as they are said of the whole: a clause is covered by what is said of it there */
export function joinClauses(reports: Reports, results: readonly Result[]): readonly ClauseCoverage[] {
  const result = Map.groupBy(results, ({ clause }) => clause)
  const byId = Map.groupBy(
    reports.flatMap(({ coverage }) => coverage.clauses),
    ({ id }) => id,
  )
  const tallied = (id: string) => {
    const [first, ...rest] = result.get(id) ?? []
    return first ? { verdict: worst([first, ...rest]).verdict } : {}
  }
  return [...byId.values()].flatMap(([first, ...rest]) =>
    first
      ? [
          {
            ...worst([first, ...rest]),
            ...tallied(first.id),
            checks: [...new Set([first, ...rest].flatMap(({ checks }) => checks))],
          },
        ]
      : [],
  )
}

export function joinOperations(reports: Reports): Report['coverage']['operations'] {
  const names = (of: 'exercised' | 'succeeded') => [
    ...new Set(reports.flatMap(({ coverage }) => coverage.operations.names?.[of] ?? [])),
  ]
  const [exercised, succeeded] = [names('exercised'), names('succeeded')]
  return {
    total: reports[0].coverage.operations.total,
    exercised: exercised.length,
    succeeded: succeeded.length,
    names: { exercised, succeeded },
  }
}
