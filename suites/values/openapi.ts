/** A target's own OpenAPI document, held against the specification. */
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import { mentions, objectsIn } from '../../fixtures/payload/find.ts'
import type { FieldType } from '../../schemas/operation.ts'
import { operations, type Operation } from '../../schemas/registry.ts'

const object = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The OpenAPI or Swagger document in a JSON value, at any depth or as a JSON text; undefined where there is none. */
export function documentIn(value: unknown): JsonObject | undefined {
  const objects = objectsIn(value)
  const found = objects.find((one) => isObject(one['paths']) && ('openapi' in one || 'swagger' in one))
  if (found) return found
  const texts = typeof value === 'string' ? [value] : objects.flatMap((one) => Object.values(one))
  for (const text of texts) {
    if (typeof text !== 'string' || !text.trimStart().startsWith('{')) continue
    try {
      const inner = documentIn(JSON.parse(text))
      if (inner) return inner
    } catch {
      // A text that only begins like JSON describes nothing.
    }
  }
  return undefined
}

/** How many operations a description of any other sort names, YAML and prose among them. */
export const mentionedIn = (value: unknown): number =>
  operations.filter(
    ({ path, id }) =>
      mentions(value, path) || mentions(value, id) || objectsIn(value).some((one) => path in one || id in one),
  ).length

interface Described {
  readonly method: string
  readonly said: JsonObject
}

/** What a document says of each path, under the path's last segment: a prefix is the base address's. */
function pathsOf(document: JsonObject): ReadonlyMap<string, readonly Described[]> {
  const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'options', 'head'])
  return new Map(
    Object.entries(object(document['paths'])).map(([path, item]) => [
      `/${path.split('/').at(-1) ?? ''}`,
      Object.entries(object(item))
        .filter(([method]) => methods.has(method.toLowerCase()))
        .map(([method, said]) => ({
          method: method.toUpperCase(),
          said: { ...object(said), parameters: [object(item)['parameters'], object(said)['parameters']].flat() },
        })),
    ]),
  )
}

interface Compared {
  readonly operations: number
  /** How many of them it has under another method alone. */
  readonly otherwise: number
  /** Operations that it lacks, or has under another method. */
  readonly lacking: readonly string[]
  /** Everything else. */
  readonly differences: readonly string[]
}

/**
 * What a document misses, adds or types otherwise, each in a few words; nothing where it says what the specification does.
 * `operations`: how many of the specification's it has.
 */
export function compareDocument(document: JsonObject): Compared {
  const paths = pathsOf(document)
  const differences: string[] = []
  const lacking: string[] = []
  let found = 0
  let otherwise = 0
  for (const operation of operations) {
    const described = paths.get(operation.path)
    const own = described?.find(({ method }) => method === operation.method)
    if (own) {
      found += 1
      differences.push(...inOperation(operation, own.said, document))
    } else if (described && described.length > 0) {
      otherwise += 1
      lacking.push(`${operation.id} is ${described.map(({ method }) => method).join(' and ')}`)
    }
    // What stands in its place may be masked, as anything may whose name speaks of a password.
    else if (described) differences.push(`${operation.id} has no method`)
    else lacking.push(`${operation.id} is missing`)
  }
  const known = new Set(operations.map(({ path }) => path))
  const added = [...paths.keys()].filter((path) => !known.has(path))
  return {
    operations: found,
    otherwise,
    lacking,
    differences: [...differences, ...added.map((path) => `${path} is added`)],
  }
}

function inOperation({ id, query, body }: Operation, said: JsonObject, document: JsonObject): readonly string[] {
  const differences: string[] = []
  const follow = (value: unknown) => resolve(value, document)
  const list: readonly unknown[] = Array.isArray(said['parameters']) ? said['parameters'] : []
  const parameters = list.map(follow).filter((one) => one['in'] === 'query')
  for (const { name, required } of query) {
    const own = parameters.find((one) => one['name'] === name)
    if (!own) differences.push(`${id} lacks the parameter ${name}`)
    else if ((own['required'] === true) !== required)
      differences.push(`${id} has ${name} as ${required ? 'optional' : 'required'}`)
  }
  for (const one of parameters)
    if (!query.some(({ name }) => name === one['name']))
      differences.push(`${id} adds the parameter ${String(one['name'])}`)

  const content = object(follow(said['requestBody'])['content'])
  const schema = follow(object(content['application/json'])['schema'])
  const properties = object(schema['properties'])
  if (body === null && Object.keys(properties).length > 0) differences.push(`${id} has a body`)
  if (body && body.fields.length > 0 && Object.keys(content).length === 0) differences.push(`${id} has no body`)
  else
    for (const { name, type } of body?.fields ?? []) {
      if (!(name in properties)) differences.push(`${id} lacks the field ${name}`)
      else if (!fits(follow(properties[name]), type)) differences.push(`${id} types ${name} otherwise than ${type}`)
    }
  for (const name of Object.keys(properties))
    if (body && !body.fields.some((field) => field.name === name)) differences.push(`${id} adds the field ${name}`)
  return differences
}

/** What a local reference points at, or the value itself. */
function resolve(value: unknown, document: JsonObject, hops = 8): JsonObject {
  const { $ref } = object(value)
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || hops === 0) return object(value)
  const steps = $ref.slice(2).split('/')
  const found = steps.reduce<unknown>(
    (at, step) => object(at)[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
  return resolve(found, document, hops - 1)
}

const types: Readonly<Record<FieldType, readonly string[]>> = {
  string: ['string'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  'string[]': ['array'],
  email: ['string'],
}

/** Whether a schema admits a type; one that says no type admits all. */
function fits(schema: JsonObject, type: FieldType): boolean {
  const said = [schema['type'] ?? []].flat()
  return said.length === 0 || said.some((one) => typeof one === 'string' && types[type].includes(one))
}
