/** What a run is told, and what k6 is told of it. */
import http, { type Params } from 'k6/http'
import { arrivals } from './shapes.ts'
import { selectorOf } from './identifier.ts'
import type { JourneyPlan, Plan, Step } from './plan.ts'
import { cause, readAt } from './steps.ts'
import { templateOf, type Template } from './template.ts'

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

/** Each tag costs k6 time in each request: they are sent only where somebody may read them. */
const isTagged = plan.tagged || plan.about !== undefined

/** k6 itself fails a run that breaks the specification or a limit, and one in which nothing succeeded. */
export const options = {
  scenarios: { load: arrivals(plan.shape, plan.users) },
  thresholds: { touchstone_breaches: ['count==0'], 'http_req_failed{scenario:load}': ['rate<1'], ...thresholds },
  systemTags: isTagged ? ['name', 'status', 'error_code', 'scenario'] : ['scenario'],
  setupTimeout: '10m',
  batch: Math.max(1, plan.together.count),
  batchPerHost: Math.max(1, plan.together.count),
  // The text of responses is what the oracles read; that of a redirect is one too.
  maxRedirects: 0,
  // Said once: k6 goes through the headers of each request by itself.
  userAgent: 'touchstone',
}

const anyStatus = http.expectedStatuses({ min: 200, max: 599 })
const refusal = http.expectedStatuses({ min: 400, max: 599 })

/** Where a Secret has no headers, its key comes as an empty text. */
const further = JSON.parse(__ENV['TOUCHSTONE_HEADERS'] || '{}') as Record<string, string>

const unsigned = { accept: 'application/json', ...further }
const bearing = (value: string) => ({
  ...unsigned,
  [plan.auth.header]: plan.auth.scheme === '' ? value : `${plan.auth.scheme} ${value}`,
})

/** Altered early and in several characters: signatures bear changes at their end. */
const wrong = token.length < 8 ? 'not-the-token' : `${token.slice(0, 1)}${turned(token.slice(1, 6))}${token.slice(6)}`

function turned(text: string): string {
  return text.replaceAll(/./g, (one) => (one === 'x' ? 'y' : 'x'))
}

const withBody = (of: Record<string, string>) => ({ ...of, 'content-type': 'application/json' })

/** What a request bears, without and with a body; but for the right token it has to be refused. */
const credentials = { right: bearing(token), none: unsigned, wrong: bearing(wrong) } as const
const withBodies = { right: withBody(credentials.right), none: withBody(unsigned), wrong: withBody(credentials.wrong) }
export type Credential = 'none' | 'wrong'

/** What a request is told to be of. A read after a delete is no request of the load's figures. */
const tagsOf = (journey: string, { operation, act }: Step): Record<string, string> =>
  act === 'gone'
    ? { name: 'gone', journey }
    : { name: operation, operation, group: operation.split('.', 1)[0] ?? '', journey, load: plan.scenario }

/** What k6 is told of requests: each once, because each virtual user has them all. */
const known = new Map<string, Params>()

/** @param expected the statuses that k6 takes for a success, where those are not its own */
function paramsOf(
  credential: keyof typeof credentials,
  body: string | null,
  tags: Record<string, string>,
  expected?: typeof anyStatus,
): Params {
  const about = isTagged ? Object.values(tags).join(' ') : ''
  const key = `${credential} ${body === null ? '' : 'body'} ${expected === undefined ? '' : tags['name']} ${about}`
  const before = known.get(key)
  if (before) return before
  const params = {
    headers: (body === null ? credentials : withBodies)[credential],
    ...(isTagged ? { tags } : {}),
    timeout: plan.timeoutMs,
    ...(expected === undefined ? {} : { responseCallback: expected }),
  }
  known.set(key, params)
  return params
}

/** A step with what k6 is told of it, and how it hangs together with others: reckoned once, for k6 runs scripts slowly. */
export interface Ready extends Step {
  /** Which of the journey's steps it is, from 0. */
  readonly place: number
  readonly url: Template
  readonly content: Template | null
  readonly params: Params
  /** See `steps.ts`. */
  readonly cause: number
  readonly read: number
  /** Where its response says the identifier of the journey's record, for k6; see `identifier.ts`. */
  readonly selector: string
  /** The last body that was one JSON text: many responses to a step are the same. */
  valid: string | null
}

/** The steps of each journey. */
const readied: Readonly<Record<string, readonly Ready[]>> = Object.fromEntries(
  plan.journeys.map(({ name, record, steps }) => {
    const selector = selectorOf(record?.id ?? [])
    // In its place: a copy would be one more object for each virtual user.
    const ready = (step: Step, place: number): Ready =>
      Object.assign(step, {
        place,
        url: templateOf(plan.baseUrl + step.path),
        content: step.body === null ? null : templateOf(step.body),
        cause: cause(steps, place),
        read: readAt(steps, place),
        selector,
        valid: null,
        params: paramsOf('right', step.body, tagsOf(name, step), step.act === 'gone' ? anyStatus : undefined),
      })
    return [name, steps.map(ready)]
  }),
)

/** How a record is looked up. */
export const lookingUp: Params = paramsOf('right', null, { name: 'lookup' })

/** A journey's steps, ready to be sent. */
export const stepsOf = ({ name }: JourneyPlan): readonly Ready[] => readied[name] ?? []

const refusedWith = (body: string | null) => ({
  none: paramsOf('none', body, { name: 'refusal', credential: 'none' }, refusal),
  wrong: paramsOf('wrong', body, { name: 'refusal', credential: 'wrong' }, refusal),
})
const refused = { without: refusedWith(null), with: refusedWith('') }

/** How a step is sent that has to be refused. */
export const refusedParams = ({ body }: Step, credential: Credential): Params =>
  (body === null ? refused.without : refused.with)[credential]
