/** The ledger: every clause of the specification, asserted or left open, under a permanent id and in our own words. */
import type { Clause } from './ledger/clause.ts'
import { operationClauses } from './ledger/operations.ts'
import { resources } from './ledger/resources.ts'
import { rules } from './ledger/rules.ts'
import { silenceClauses } from './ledger/silences.ts'

export type { Clause } from './ledger/clause.ts'

/** Every clause: what holds everywhere, the resources, each operation, and what is left open. */
export const clauses: readonly Clause[] = [...rules, ...resources, ...operationClauses, ...silenceClauses]

const byId = new Map(clauses.map((clause) => [clause.id, clause]))

/** The clause of that id. */
export function findClause(id: string): Clause | undefined {
  return byId.get(id)
}
