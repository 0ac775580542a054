/** References inside of a JSON document, as OpenAPI and JSON Schema write them (RFC 6901). */
import { isObject } from '../../schemas/json-object.ts'

/** What holds values as they are sent, and no part of the document. */
const samples: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Under these stand names that the document chose, or statuses: there `default` is a response, or a field of that name. */
const named: ReadonlySet<string> = new Set([
  'responses',
  'properties',
  'schemas',
  'definitions',
  '$defs',
  'parameters',
  'headers',
])

/** What a pointer such as `#/components/schemas/Name` points at; undefined where nothing is there. */
function at(document: unknown, pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>((value, step) => {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof value === 'object' && value !== null
      ? (Object.entries(value).find(([key]) => key === name) ?? [])[1]
      : undefined
  }, document)
}

/** A step as it reads without its percent signs; as it stands where those encode nothing. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** @param isNamed whether the names of its members are the document's own */
function localIn(value: unknown, isNamed = false): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => localIn(one))
  if (!isObject(value)) return []
  const own = value['$ref']
  const inner = Object.entries(value).flatMap(([name, one]) =>
    samples.has(name) && !isNamed ? [] : localIn(one, named.has(name) && !isNamed),
  )
  return typeof own === 'string' && own.startsWith('#/') ? [own, ...inner] : inner
}

/**
 * The local references of a document that point at nothing, each once. None where a part has a base of its own (`$id`): then
 * a reference need not begin at the root.
 */
export function danglingIn(document: unknown): readonly string[] {
  if (JSON.stringify(document).includes('"$id":')) return []
  return [...new Set(localIn(document))].filter((pointer) => at(document, pointer) === undefined)
}
