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
      'An endpoint is found at the base address, followed by a slash, its group, a dot and its operation',
      'holds of every request that is sent: judged by the OP clauses',
    ],
    'BUILD-1': [
      'An application of build type `buildfile` is built from a build recipe file',
      'no answer whose shape is known shows what a build was made from',
    ],
  }),
  ...under('Endpoints, rule 1', { 'AUTH-1': 'No endpoint serves a request that lacks the Authorization header' }),
  ...under('Authentication, rule 1', {
    'AUTH-2': 'The header reads `Bearer <ACCESS_TOKEN>`: it carries the token, and no other place does',
  }),
  ...under('Authentication, rule 2', {
    'AUTH-3':
      'admin.assignPermissions sets what one user may do: make and delete projects and services, which single ones may ' +
      'be reached, and whether git providers, SSH keys, the API, the engine and proxy files may be',
  }),
  ...under('Authentication, rule 3', {
    'AUTH-4': 'admin.getUserByToken takes an invitation-style token in its query parameter `token`',
  }),
  ...under('Endpoints, rule 2', {
    'QUERY-1': 'GET endpoints take what they are told from the query',
    'QUERY-2': 'A query parameter marked * must be given',
    'QUERY-3': 'A query parameter marked ? may be left out',
    'QUERY-4': [
      `No parameter is listed, so none is needed: ${names((o) => o.method === 'GET' && o.query.length === 0)}`,
      'the valid request has none: judged by the OP clauses',
    ],
  }),
  ...under('Endpoints, rule 3', {
    'BODY-1': 'POST endpoints take their fields from a JSON body sent as application/json',
    'BODY-2': 'A listed body field is a string where no other type is stated',
    'BODY-3': `An empty JSON object is sent as the body: ${names((o) => o.body?.fields.length === 0)}`,
  }),
  ...under('Endpoints, rule 4', {
    'BODY-4': `The request has no body: ${names((o) => o.method === 'POST' && o.body === null)}`,
  }),
  ...under('Endpoints, rule 5', { 'MEDIA-1': 'The media type of every response is application/json' }),
  ...under('What the service does', {
    'MEDIA-2': 'Payloads are JSON: what is labelled as JSON parses as JSON',
  }),
  ...under('Errors', {
    'ERR-1': 'What answers an error is one JSON object',
    'ERR-2': 'An error has a `message`, a string',
    'ERR-3': 'An error has a `code`, a string',
    'ERR-4': '`issues` of an error is an array of objects',
    'ERR-5': 'Each element of `issues` has a `message`, a string',
    'ERR-6': ['`message` of an error can be read by a human', 'no machine can tell; an empty one is seen by ERR-2'],
    'ERR-7': ['`issues` may list problems of validation', 'a permission: nothing that a server answers breaks it'],
  }),
  ...under('Versioning', {
    'VER-1': ['No path has a segment for a version', 'holds of every request that is sent: judged by the OP clauses'],
    'VER-2': 'settings.getServiceVersion tells which version is running',
    'VER-3': 'settings.getOpenApiDocument describes the API for machines to read',
  }),
]
