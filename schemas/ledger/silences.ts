/** What the specification leaves open. No check may fail a target for it; the ids stay even if it is stated one day. */
import type { Clause } from './clause.ts'

type Silence = readonly [id: string, where: string, leftOpen: string]

const silences: readonly Silence[] = [
  ['NS-1', 'What the service does', 'what an operation does beyond its name and its payload'],
  ['NS-2', 'Resources and their fields', 'which fields a shown record has'],
  ['NS-3', 'Resources and their fields', 'which optional fields create and update operations accept'],
  ['NS-4', 'Resources and their fields', 'which values buildType has besides `buildfile`'],
  ['NS-5', 'Resources and their fields', 'which values a mount’s type has besides `bind`'],
  ['NS-6', 'Resources and their fields', 'which values registryType has besides `cloud`'],
  ['NS-7', 'States and transitions', 'which states there are besides `idle`'],
  ['NS-8', 'States and transitions', 'which transitions between states exist'],
  [
    'NS-9',
    'States and transitions',
    'which of start, stop, deploy, markRunning and changeStatus change the state of a resource',
  ],
  ['NS-10', 'Endpoints', 'what the body of a success response is, for every operation'],
  ['NS-11', 'Endpoints', 'which optional fields a request may have, for every operation'],
  ['NS-12', 'Endpoints', 'type and values of compose.loadServices’ parameter `type`'],
  ['NS-13', 'Endpoints', 'type and values of engine.getContainersByAppNameMatch’s parameter `appType`'],
  ['NS-14', 'Authentication', 'how a bearer token is obtained'],
  ['NS-15', 'Authentication', 'how long a bearer token lives'],
  ['NS-16', 'Authentication', 'how a bearer token is renewed'],
  ['NS-17', 'Authentication', 'which flag a user needs for which operation'],
  ['NS-18', 'Events', 'whether there are events, webhooks or notifications, and which'],
  ['NS-19', 'Errors', 'which HTTP statuses errors have'],
  ['NS-20', 'Errors', 'which values `code` has'],
  ['NS-21', 'Errors', 'what causes which error'],
  ['NS-22', 'Limits', 'how many requests a server accepts in a period'],
  ['NS-23', 'Limits', 'how large requests and fields may be'],
  ['NS-24', 'Limits', 'which port numbers are accepted'],
  ['NS-25', 'Limits', 'whether and how lists are paginated'],
  ['NS-26', 'Versioning', 'the shape of settings.getServiceVersion’s response'],
  ['NS-27', 'Versioning', 'the shape of settings.getOpenApiDocument’s response'],
  ['NS-28', 'Versioning', 'the scheme of versions'],
  ['NS-29', 'Versioning', 'which versions are compatible'],
  // Nowhere called open, but marks stand on query parameters only: listed fields are those of a sample.
  ['NS-30', 'Endpoints, rule 3', 'whether a listed body field may be left out'],
]

export const silenceClauses: readonly Clause[] = silences.map(([id, where, leftOpen]) => ({
  id,
  says: `Left open: ${leftOpen}`,
  where,
  asserted: false,
  why: 'the specification leaves it open, so no response contradicts it',
}))
