/** The API as an OpenAPI 3.1 document, derived from the registry: it says what the specification shows, and no more. */
import type { Effect } from '../operation.ts'
import { groups, operations, type Operation } from '../registry.ts'
import { errorObject } from '../error.ts'
import { jsonSchema, type JsonSchema } from './json-schema.ts'
import { exampleBody, exampleParameter, type Known } from './openapi-examples.ts'
import { linksOf } from './openapi-links.ts'
import { bodySchema, querySchema } from './zod.ts'

/**
 * The OpenAPI 3.1 document of all operations.
 * @param known what is known of one server: its address, and identifiers for the examples
 */
export function openApi(known: Known = {}): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deployment Management Service API',
      // OpenAPI demands a version; the specification names none.
      version: 'not shown',
      description:
        'Listed body fields are those of the sample requests. Success responses are not shown: where a link takes an ' +
        'identifier from one, it stands where most servers have it, and a server may have it elsewhere.',
      contact: { name: 'Touchstone' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'The service',
        variables: {
          baseUrl: { default: known.baseUrl ?? 'http://127.0.0.1:3000', description: 'Its base address' },
        },
      },
    ],
    security: [{ bearer: [] }],
    tags: Object.keys(groups).map((name) => ({ name, description: `The operations of ${name}` })),
    paths: Object.fromEntries(
      operations.map((operation) => [operation.path, { [operation.method.toLowerCase()]: describe(operation, known) }]),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorObject) },
      responses: {
        Success: success,
        Error: {
          description: 'An error; its status and its condition are not shown',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

const success = { description: 'Success; its shape is not shown', content: json({}) }
const error = { $ref: '#/components/responses/Error' }

function describe(operation: Operation, known: Known): object {
  const body = bodySchema(operation)
  const links = linksOf(operation, known)
  const response = Object.keys(links).length > 0 ? { ...success, links } : { $ref: '#/components/responses/Success' }
  return {
    operationId: operation.id,
    summary: summary(operation),
    description: description(operation),
    tags: [operation.group],
    parameters: parameters(operation, known),
    ...(body && { requestBody: { required: true, content: json(jsonSchema(body), exampleBody(operation, known)) } }),
    responses: { '2XX': response, '4XX': error, default: error },
  }
}

/** The name of an operation in words: 'application: save environment', 'settings: clean SSH private key'. */
function summary({ group, name, act }: Operation): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  const verb = { lists: 'list ', reads: 'read ', makes: '', changes: '', deletes: '' }[act.verb]
  return `${group}: ${/^(read|get|have|is|load|test) /.test(words) ? '' : verb}${words}`
}

const effects: Readonly<Record<Effect, string>> = {
  read: 'Reads, and changes nothing.',
  resource: 'Creates, changes or deletes a record.',
  deploy: 'Starts, stops, builds or pulls what a record describes.',
  host: 'Changes the host; it can be put back.',
  destructive: 'Changes the host for good.',
}

function description({ method, query, body, effect }: Operation): string {
  if (method === 'GET') return `${effects[effect]}${query.length === 0 ? ' Takes no parameters.' : ''}`
  if (!body) return `${effects[effect]} Takes no body.`
  return `${effects[effect]}${body.fields.length === 0 ? ' Its body is an object of which no fields are listed.' : ''}`
}

function parameters(operation: Operation, known: Known): object[] {
  const { properties = {} } = jsonSchema(querySchema(operation))
  return operation.query.map(({ name, required }) => {
    const example = exampleParameter(operation, name, known)
    return {
      name,
      in: 'query',
      required,
      schema: properties[name] ?? {},
      ...(example === undefined ? {} : { example }),
    }
  })
}

function json(schema: JsonSchema, example?: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } }
}
