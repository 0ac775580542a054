import type { Words } from '../reports/words.ts'
import { findClause } from '../schemas/clauses.ts'

/** What the reports say of checks and clauses. */
export async function wordsOf(): Promise<Words> {
  const { checks } = await import('../suites/checks/index.ts')
  const claims = new Map(checks.map((check) => [check.id, check.claim]))
  return { claim: (id) => claims.get(id), says: (id) => findClause(id)?.says }
}
