import { clauses } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import { gravity, type ClauseCoverage, type Result } from '../../schemas/report.ts'
import type { Outcome } from './outcome.ts'

/** What a run covered: operations met and served, and the verdict of every clause. */
export function coverage(
  results: readonly Result[],
  { exercised, succeeded }: { readonly exercised: ReadonlySet<string>; readonly succeeded: ReadonlySet<string> },
): Outcome['coverage'] {
  const byClause = Map.groupBy(results, (result) => result.clause)
  return {
    operations: {
      total: operations.length,
      exercised: exercised.size,
      succeeded: succeeded.size,
      names: { exercised: [...exercised], succeeded: [...succeeded] },
    },
    clauses: clauses
      .filter((clause) => clause.asserted)
      .map((clause) => covered(clause, byClause.get(clause.id) ?? [])),
  }
}

function covered(clause: { readonly id: string; readonly why?: string }, results: readonly Result[]): ClauseCoverage {
  const verdict = gravity.find((one) => results.some((result) => result.verdict === one)) ?? 'not judged'
  return {
    id: clause.id,
    verdict,
    checks: [...new Set(results.map((result) => result.check))],
    ...(clause.why === undefined ? {} : { why: clause.why }),
  }
}
