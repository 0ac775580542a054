/**
 * Zod schemas of what an operation is sent. Always looseObject or strictObject: a plain object accepts unknown keys
 * while its JSON Schema refuses them. Typed plainly as z.ZodType: inferring them all costs seconds of type-checking.
 */
import * as z from 'zod'
import type { FieldType } from '../operation.ts'
import type { ListedField, Operation } from '../registry.ts'

/** What becomes of keys that are not listed: kept, or refused. */
export type UnknownKeys = 'loose' | 'strict'

const types: Readonly<Record<FieldType, () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  'string[]': () => z.array(z.string()),
  email: () => z.email(),
}

/** The schema of an operation's body; null for 'no body', an empty object for 'body, no fields'. */
export function bodySchema(operation: Operation, unknownKeys: UnknownKeys = 'loose'): z.ZodType | null {
  if (!operation.body) return null
  return object(Object.fromEntries(operation.body.fields.map((field) => [field.name, fieldSchema(field)])), unknownKeys)
}

/** The schema of an operation's query; parameters arrive as text. */
export function querySchema(operation: Operation, unknownKeys: UnknownKeys = 'loose'): z.ZodType {
  const parameters = operation.query.map(({ name, required, untyped }) => {
    const schema = untyped ? z.unknown() : z.string()
    return [name, required ? schema : schema.optional()] as const
  })
  return object(Object.fromEntries(parameters), unknownKeys)
}

/** A shown value is an example and never an enum: the other values are not shown. */
function fieldSchema({ type, shown }: ListedField): z.ZodType {
  const schema = types[type]()
  return shown === undefined ? schema : schema.meta({ examples: [shown] })
}

function object(shape: Readonly<Record<string, z.ZodType>>, unknownKeys: UnknownKeys): z.ZodType {
  return unknownKeys === 'strict' ? z.strictObject(shape) : z.looseObject(shape)
}
