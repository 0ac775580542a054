import { clauses } from '../schemas/clauses.ts'
import { operations } from '../schemas/registry.ts'
import type { ClauseCoverage, Result, Verdict } from '../schemas/report.ts'
import type { Outcome } from './outcome.ts'

/** From the worst to the mildest: what a clause is said to be when its results differ. */
const order: readonly Verdict[] = [
  'error',
  'fail',
  'known',
  'warn',
  'inconclusive',
  'blocked',
  'note',
  'pass',
  'skipped',
]

/** What a run covered: operations met and served, and the verdict of every clause. */
export function coverage(results: readonly Result[], exercised: number, succeeded: number): Outcome['coverage'] {
  const byClause = Map.groupBy(results, (result) => result.clause)
  return {
    operations: { total: operations.length, exercised, succeeded },
    clauses: clauses
      .filter((clause) => clause.asserted)
      .map((clause) => covered(clause, byClause.get(clause.id) ?? [])),
  }
}

function covered(clause: { readonly id: string; readonly why?: string }, results: readonly Result[]): ClauseCoverage {
  const verdict = order.find((one) => results.some((result) => result.verdict === one)) ?? 'not judged'
  return {
    id: clause.id,
    verdict,
    checks: [...new Set(results.map((result) => result.check))],
    ...(clause.why === undefined ? {} : { why: clause.why }),
  }
}
