/** What holds for every endpoint: addresses, authentication, what is sent, media type, errors, versions. */
import { under, type Clause } from './clause.ts'
import { operations, type Operation } from '../registry.ts'

const names = (belongs: (operation: Operation) => boolean) =>
  operations
    .filter(belongs)
    .map(({ id }) => id)
    .join(', ')

export const rules: readonly Clause[] = [
  ...under('Deployment Management Service API Specification', {
    'PATH-1': [
      'The path of an endpoint is the base address, a slash, its group, a dot and its operation',
      'holds for every request: judged by the OP clauses',
    ],
    'BUILD-1': [
      'An application of build type `buildfile` is built from a build recipe file',
      'no response of known shape shows what a build was made from',
    ],
  }),
  ...under('Endpoints, rule 1', { 'AUTH-1': 'No endpoint serves a request that lacks the Authorization header' }),
  ...under('Authentication, rule 1', {
    'AUTH-2': 'The header reads `Bearer <ACCESS_TOKEN>`: it carries the token, and no other place does',
  }),
  ...under('Authentication, rule 2', {
    'AUTH-3':
      'admin.assignPermissions sets what one user may do: create and delete projects and services, reach single ones, ' +
      'and use git providers, SSH keys, the API, the engine and proxy files',
  }),
  ...under('Authentication, rule 3', {
    'AUTH-4': 'admin.getUserByToken accepts an invitation-style token in its query parameter `token`',
  }),
  ...under('Endpoints, rule 2', {
    'QUERY-1': 'GET endpoints take their input from the query',
    'QUERY-2': 'A query parameter marked `*` is required',
    'QUERY-3': 'A query parameter marked `?` is optional',
    'QUERY-4': [
      `No parameter is listed, so none is required: ${names((o) => o.method === 'GET' && o.query.length === 0)}`,
      'the valid request has none: judged by the OP clauses',
    ],
  }),
  ...under('Endpoints, rule 3', {
    'BODY-1': 'POST endpoints take their fields from a JSON body sent as application/json',
    'BODY-2': 'A listed body field is a string if no other type is stated',
    'BODY-3': `The body is an empty JSON object: ${names((o) => o.body?.fields.length === 0)}`,
  }),
  ...under('Endpoints, rule 4', {
    'BODY-4': `The request has no body: ${names((o) => o.method === 'POST' && o.body === null)}`,
  }),
  ...under('Endpoints, rule 5', { 'MEDIA-1': 'Every response has the media type application/json' }),
  ...under('What the service does', {
    'MEDIA-2': 'Payloads are JSON: a body labelled as JSON parses as JSON',
  }),
  ...under('Errors', {
    'ERR-1': 'An error is one JSON object',
    'ERR-2': 'An error has a `message`, a string',
    'ERR-3': 'An error has a `code`, a string',
    'ERR-4': 'The `issues` of an error are an array of objects',
    'ERR-5': 'Each element of `issues` has a `message`, a string',
    'ERR-6': ['A human can read the `message` of an error', 'no machine can decide this; ERR-2 covers an empty one'],
    'ERR-7': ['`issues` may list validation problems', 'a permission: no response breaks it'],
  }),
  ...under('Versioning', {
    'VER-1': ['No path has a version segment', 'holds for every request: judged by the OP clauses'],
    'VER-2': 'settings.getServiceVersion returns the version that runs',
    'VER-3': 'settings.getOpenApiDocument returns a machine-readable description of the API',
  }),
]
