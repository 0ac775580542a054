/** The clauses that follow from the registry: each operation is there, and takes what is listed. */
import { operations, type Operation } from '../registry.ts'
import { databaseKinds } from '../operation.ts'
import type { Clause } from './clause.ts'

const kinds: readonly string[] = databaseKinds

function headingOf({ group }: Operation): string {
  return `Endpoints, ${kinds.includes(group) ? 'Database services' : group}`
}

function listed({ query, body }: Operation): string[] {
  const parameters = query.map(({ name, required }) => `${name} (${required ? 'required' : 'optional'})`)
  const fields = body?.fields.map(({ name, type, shown }) => `${name} (${type}${shown ? `, as \`${shown}\`` : ''})`)
  return [...parameters, ...(fields ?? [])]
}

const exists = operations.map((operation): Clause => ({
  id: operation.clause,
  says: `${operation.method} ${operation.path} exists`,
  where: headingOf(operation),
  asserted: true,
}))

const parameters = operations
  .filter((operation) => listed(operation).length > 0)
  .map((operation): Clause => ({
    id: `PARAM-${operation.id}`,
    says: `${operation.id} accepts in its ${operation.method === 'GET' ? 'query' : 'body'}: ${listed(operation).join(', ')}`,
    where: headingOf(operation),
    asserted: true,
  }))

export const operationClauses: readonly Clause[] = [...exists, ...parameters]
