/** What a run is told, and what k6 is told of it. */
import type { Params } from 'k6/http'
import { arrivals } from './shapes.ts'
import type { Plan, Step } from './plan.ts'

/** The plan, of the file that TOUCHSTONE_PLAN names; beside the script where it names none. */
export const plan = JSON.parse(open(__ENV['TOUCHSTONE_PLAN'] ?? './plan.json')) as Plan
export const token = __ENV['TOUCHSTONE_TOKEN'] ?? ''

/** k6 itself fails a run that breaks the specification or a limit of latency. */
export const options = {
  scenarios: { load: arrivals(plan.shape, plan.users) },
  thresholds: {
    touchstone_breaches: ['count==0'],
    ...Object.fromEntries(
      Object.entries(plan.latency).map(([operation, ms]) => [
        `http_req_duration{name:${operation},scenario:load}`,
        [`p(95)<${ms}`],
      ]),
    ),
  },
  systemTags: ['name', 'status', 'error_code', 'scenario'],
  setupTimeout: '10m',
  batch: Math.max(1, plan.together.count),
  batchPerHost: Math.max(1, plan.together.count),
  // The text of answers is what the oracles read; that of a redirect is one too.
  maxRedirects: 0,
}

const headers: Record<string, string> = {
  accept: 'application/json',
  'user-agent': 'touchstone',
  ...(JSON.parse(__ENV['TOUCHSTONE_HEADERS'] ?? '{}') as Record<string, string>),
  [plan.auth.header]: plan.auth.scheme === '' ? token : `${plan.auth.scheme} ${token}`,
}
const requests: Readonly<Record<string, Params>> = Object.fromEntries(
  plan.journeys.flatMap(({ steps }) =>
    steps.map(({ operation, body }) => [
      operation,
      {
        headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
        tags: { name: operation },
        timeout: plan.timeoutMs,
      },
    ]),
  ),
)

/** How a record is looked up. */
export const lookingUp: Params = { headers, tags: { name: 'lookup' }, timeout: plan.timeoutMs }

/** How a step is sent. */
export const params = (step: Step): Params => requests[step.operation] ?? {}
