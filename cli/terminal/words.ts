import type { Words } from '../../reports/model/words.ts'
import { findClause } from '../../schemas/clauses.ts'

/** What the reports say of checks, those of load runs among them, and of clauses. */
export async function wordsOf(): Promise<Words> {
  const [{ checks }, { loadChecks }] = await Promise.all([
    import('../../suites/run/checks.ts'),
    import('../../load/checks.ts'),
  ])
  const claims = new Map<string, string>([...checks, ...loadChecks].map((check) => [check.id, check.claim]))
  return { claim: (id) => claims.get(id), says: (id) => findClause(id)?.says }
}
