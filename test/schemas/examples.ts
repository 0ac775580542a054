import type { FieldType } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'

const values: Readonly<Record<FieldType, unknown>> = {
  string: 'a text',
  integer: 8080,
  boolean: false,
  'string[]': ['a', 'b'],
  email: 'someone@example.com',
}

/** One right input of an operation: all listed fields or parameters. */
export function validInput({ query, body }: Operation): Record<string, unknown> {
  const fields = body?.fields.map(({ name, type, shown }) => [name, shown ?? values[type]] as const)
  return Object.fromEntries([...query.map(({ name }) => [name, 'a'] as const), ...(fields ?? [])])
}
