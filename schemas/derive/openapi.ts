/** The API as an OpenAPI 3.1 document, derived from the registry: it says what the specification shows, and no more. */
import { groups, operations, type Operation } from '../registry.ts'
import { errorObject } from '../error.ts'
import { jsonSchema, type JsonSchema } from './json-schema.ts'
import { bodySchema, querySchema } from './zod.ts'

/** The OpenAPI 3.1 document of all operations. */
export function openApi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deployment Management Service API',
      // OpenAPI demands a version; the specification names none.
      version: 'not shown',
      description: 'Listed body fields are those of the sample requests. Success answers are not shown.',
    },
    servers: [
      {
        url: '{baseUrl}',
        variables: { baseUrl: { default: '/', description: 'The base address of the service' } },
      },
    ],
    security: [{ bearer: [] }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths: Object.fromEntries(
      operations.map((operation) => [operation.path, { [operation.method.toLowerCase()]: describe(operation) }]),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorObject) },
      responses: {
        Success: { description: 'Success; its shape is not shown', content: json({}) },
        Error: {
          description: 'An error; its status and its condition are not shown',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

function describe(operation: Operation): object {
  const body = bodySchema(operation)
  return {
    operationId: operation.id,
    tags: [operation.group],
    parameters: parameters(operation),
    ...(body && { requestBody: { required: true, content: json(jsonSchema(body)) } }),
    responses: { '2XX': { $ref: '#/components/responses/Success' }, default: { $ref: '#/components/responses/Error' } },
  }
}

function parameters(operation: Operation): object[] {
  const { properties = {} } = jsonSchema(querySchema(operation))
  return operation.query.map(({ name, required }) => ({ name, in: 'query', required, schema: properties[name] ?? {} }))
}

function json(schema: JsonSchema): object {
  return { 'application/json': { schema } }
}
