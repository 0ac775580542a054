/** What a run is told, and what k6 is told of it. */
import http, { type Params } from 'k6/http'
import { arrivals } from './shapes.ts'
import type { JourneyPlan, Plan, Step } from './plan.ts'
import { cause, readAt } from './steps.ts'

/** The plan, of the file that TOUCHSTONE_PLAN names; beside the script where it names none. */
export const plan = JSON.parse(open(__ENV['TOUCHSTONE_PLAN'] ?? './plan.json')) as Plan
export const token = __ENV['TOUCHSTONE_TOKEN'] ?? ''

const labels = { operation: 'operation', group: 'group', scenario: 'load' } as const
const percentiles = { p50: 'med', p90: 'p(90)', p95: 'p(95)', p99: 'p(99)', max: 'max' } as const

/** What k6 itself holds the load to. A rate is not among it: k6 would count the time before the load as well. */
const thresholds = Object.fromEntries(
  plan.limits.flatMap(({ about, name, latency = {}, errors }) => {
    const of = `{scenario:load,${labels[about]}:${name}}`
    const times = Object.entries(latency).map(([at, ms]) => `${percentiles[at as keyof typeof percentiles]}<=${ms}`)
    return [
      ...(times.length > 0 ? [[`http_req_duration${of}`, times]] : []),
      ...(errors === undefined ? [] : [[`http_req_failed${of}`, [`rate<=${errors / 100}`]]]),
    ]
  }) as [string, string[]][],
)

/** k6 itself fails a run that breaks the specification or a limit, and one in which nothing succeeded. */
export const options = {
  scenarios: { load: arrivals(plan.shape, plan.users) },
  thresholds: { touchstone_breaches: ['count==0'], 'http_req_failed{scenario:load}': ['rate<1'], ...thresholds },
  systemTags: ['name', 'status', 'error_code', 'scenario'],
  setupTimeout: '10m',
  batch: Math.max(1, plan.together.count),
  batchPerHost: Math.max(1, plan.together.count),
  // The text of answers is what the oracles read; that of a redirect is one too.
  maxRedirects: 0,
}

const anyStatus = http.expectedStatuses({ min: 200, max: 599 })
const refusal = http.expectedStatuses({ min: 400, max: 599 })

/** Where a Secret has no headers, its key comes as an empty text. */
const further = JSON.parse(__ENV['TOUCHSTONE_HEADERS'] || '{}') as Record<string, string>

const unsigned = { accept: 'application/json', 'user-agent': 'touchstone', ...further }
const bearing = (value: string) => ({
  ...unsigned,
  [plan.auth.header]: plan.auth.scheme === '' ? value : `${plan.auth.scheme} ${value}`,
})
const headers: Record<string, string> = bearing(token)

/** Altered early and in several characters: signatures bear changes at their end. */
const wrong = token.length < 8 ? 'not-the-token' : `${token.slice(0, 1)}${turned(token.slice(1, 6))}${token.slice(6)}`

function turned(text: string): string {
  return text.replaceAll(/./g, (one) => (one === 'x' ? 'y' : 'x'))
}

/** With what a request is sent that has to be refused. */
export const credentials = { none: unsigned, wrong: bearing(wrong) } as const
export type Credential = keyof typeof credentials

const withBody = (body: string | null, of: Record<string, string>) =>
  body === null ? of : { ...of, 'content-type': 'application/json' }

/** Each tag costs k6 time in each request: all of them are sent only where somebody reads them. */
const tagsOf = (journey: string, operation: string): Record<string, string> =>
  plan.tagged
    ? { name: operation, operation, group: operation.split('.', 1)[0] ?? '', journey, load: plan.scenario }
    : { name: operation }

/** A text of a step, with the name and the identifier of a journey's own record. */
type Filled = (name: string, id: string) => string

/** Looked at once, for most texts have little to fill in. */
function filler(text: string): Filled {
  if (text.includes('{name}')) return (name, id) => text.replaceAll('{name}', name).replaceAll('{id}', id)
  const parts = text.split('{id}')
  return parts.length === 1 ? () => text : (_, id) => parts.join(id)
}

/** A step with what k6 is told of it, and how it hangs together with others: reckoned once, for k6 runs scripts slowly. */
export interface Ready extends Step {
  readonly pathOf: Filled
  readonly bodyOf: Filled | null
  readonly params: Params
  /** See `steps.ts`. */
  readonly cause: number
  readonly read: number
}

/** The steps of each journey. A read after a delete is no request of the load's figures. */
const readied: Readonly<Record<string, readonly Ready[]>> = Object.fromEntries(
  plan.journeys.map(({ name, steps }) => [
    name,
    steps.map((step, place) => ({
      ...step,
      pathOf: filler(step.path),
      bodyOf: step.body === null ? null : filler(step.body),
      cause: cause(steps, place),
      read: readAt(steps, place),
      params: {
        headers: withBody(step.body, headers),
        tags: step.act === 'gone' ? { name: 'gone', journey: name } : tagsOf(name, step.operation),
        timeout: plan.timeoutMs,
        ...(step.act === 'gone' ? { responseCallback: anyStatus } : {}),
      },
    })),
  ]),
)

/** How a record is looked up. */
export const lookingUp: Params = { headers, tags: { name: 'lookup' }, timeout: plan.timeoutMs }

/** A journey's steps, ready to be sent. */
export const stepsOf = ({ name }: JourneyPlan): readonly Ready[] => readied[name] ?? []

/** How a step is sent that has to be refused. */
export const refusedParams = ({ body }: Step, credential: Credential): Params => ({
  headers: withBody(body, credentials[credential]),
  tags: { name: 'refusal', credential },
  timeout: plan.timeoutMs,
  responseCallback: refusal,
})
