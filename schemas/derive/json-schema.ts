/** JSON Schemas (draft 2020-12) of everything that has a zod schema. */
import * as z from 'zod'
import { errorObject } from '../error.ts'
import { operations, type GroupName, type Operation } from '../registry.ts'
import { targetFile, type TargetFile } from '../target.ts'
import { bodySchema, querySchema } from './zod.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema

const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** The JSON Schema of a zod schema, saying no more than the specification does. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  // `$schema` belongs to a file; the result may stand inside of one.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema: made }) {
      // Zod's own limits: the range of safe integers, and its opinion of what an address looks like.
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
      if (made.format === 'email') delete made.pattern
    },
  })
  return rest
}

/** What an operation is sent: its query for a GET, its body for a POST; nothing at all is right for 'no body'. */
function inputSchema(operation: Operation): JsonSchema {
  const call = `${operation.method} ${operation.path}`
  if (operation.method === 'GET') return { description: `Query of ${call}`, ...jsonSchema(querySchema(operation)) }
  const body = bodySchema(operation)
  return body
    ? { description: `Body of ${call}`, ...jsonSchema(body) }
    : { description: `${call} takes no body`, not: {} }
}

/** One document for a group, with a definition for each of its operations. */
export function groupDocument(group: GroupName): JsonSchema {
  const own = operations.filter((operation) => operation.group === group)
  return {
    $schema: dialect,
    $id: `urn:touchstone:schema:${group}`,
    title: `What the operations of ${group} are sent`,
    $defs: Object.fromEntries(own.map((operation) => [operation.name, inputSchema(operation)])),
  }
}

/** The document of the error object. */
export function errorDocument(): JsonSchema {
  return {
    $schema: dialect,
    $id: 'urn:touchstone:schema:error',
    title: 'An error response',
    ...jsonSchema(errorObject),
  }
}

/** What each key of the target file means; a key without a line here does not compile. */
export const targetKeys: Readonly<Record<keyof TargetFile, string>> = {
  $schema: 'Where this schema is, for editors; a run ignores it',
  baseUrl: 'The address of the target; its path is a prefix of every request. "${NAME}" reads an environment variable',
  token: 'The access token. "${NAME}" reads an environment variable, so that the file holds no token',
  identifiers: 'Existing things that the API can’t create; Touchstone reads them and points at them',
  expendable: "Existing things that Touchstone may change or remove; never the token's own user",
  sample: 'By operation: further fields that this target needs or accepts; Touchstone adds them to the valid payload',
  lookup: 'By kind of record: a path that shows created records, if creates do not return identifiers',
  prepare: 'By kind of record: calls that a record needs after its create before it can be used',
  vocabulary:
    "The target's own words for the specification's: groups, operations (by id, or by name for all groups), fields, values. " +
    "Everything else in this file is in the specification's words",
  auth: 'Another header or scheme for the token; the report calls this a deviation',
  headers: 'Further headers for every request',
  omit: 'Patterns of operations that the target does not have; the report then says partial',
  limits: 'What the target bears',
  allow: 'Permitted effects; reads and records of its own need none',
  known:
    'Failures accepted for now, by result ids, each with a last day. Touchstone still judges them. One that passes, has ' +
    'expired or matches no check fails the run',
  image: 'How to start the image that --image names, and where its token comes from',
}

/** The document of the target file. */
export function targetDocument(): JsonSchema {
  const made = jsonSchema(targetFile)
  const properties = Object.entries(targetKeys).map(([key, description]) => {
    const property = made.properties?.[key]
    if (typeof property !== 'object') throw new Error(`the target file's schema has no key ${key}`)
    return [key, { description, ...property }] as const
  })
  return {
    $schema: dialect,
    $id: 'urn:touchstone:schema:target',
    title: 'A Touchstone target file',
    ...made,
    properties: Object.fromEntries(properties),
  }
}
