/** Walks one journey: its requests, what they are held against, and the line that tells of it. */
import encoding from 'k6/encoding'
import http from 'k6/http'
import { Counter } from 'k6/metrics'
import { marks, type Breach, type JourneyLine, type Shown } from './line.ts'
import { judge, parsed, type Answer, type Own } from './oracles.ts'
import { arrivals } from './shapes.ts'
import type { Journey, Plan, Step } from './plan.ts'

/** The plan, of the file that TOUCHSTONE_PLAN names; beside the script where it names none. */
export const plan = JSON.parse(open(__ENV['TOUCHSTONE_PLAN'] ?? './plan.json')) as Plan
const token = __ENV['TOUCHSTONE_TOKEN'] ?? ''

const breaches = new Counter('touchstone_breaches')

/** k6 itself fails a run that breaks the specification or a limit of latency. */
export const options = {
  scenarios: { load: arrivals(plan.shape, plan.users) },
  thresholds: {
    touchstone_breaches: ['count==0'],
    ...Object.fromEntries(
      Object.entries(plan.latency).map(([operation, ms]) => [`http_req_duration{name:${operation}}`, [`p(95)<${ms}`]]),
    ),
  },
  systemTags: ['name', 'status', 'error_code', 'scenario'],
  setupTimeout: '10m',
  // The text of answers is what the oracles read; that of a redirect is one too.
  maxRedirects: 0,
}

const headers: Record<string, string> = {
  accept: 'application/json',
  'user-agent': 'touchstone',
  ...(JSON.parse(__ENV['TOUCHSTONE_HEADERS'] ?? '{}') as Record<string, string>),
  [plan.auth.header]: plan.auth.scheme === '' ? token : `${plan.auth.scheme} ${token}`,
}
const requests = Object.fromEntries(
  plan.journeys.flatMap(({ steps }) =>
    steps.map(({ operation, body }) => [
      operation,
      {
        headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
        tags: { name: operation },
        timeout: plan.timeoutMs,
        responseType: 'text' as const,
      },
    ]),
  ),
)

const prefix = `tsl-${plan.run}-`

/** Of each breach so many are shown by a virtual user; all are counted. */
const SHOWN = 3
/** Characters of a body that are shown. */
const LENGTH = 2000
const seen = new Map<string, number>()

/** Pieces of the token, and of what encodings make of it, that must not be shown. */
const PIECE = 12
const forms = token === '' ? [] : [token, encodeURIComponent(token), encoding.b64encode(token, 'rawstd')]

function clean(text: string): string {
  let shown = text
  for (const form of forms) {
    shown = shown.split(form).join('<ACCESS_TOKEN>')
    for (let at = 0; at + PIECE <= form.length; at++)
      shown = shown.split(form.slice(at, at + PIECE)).join('<ACCESS_TOKEN>')
  }
  return shown
}

/** Writes a line of the journal; `fields` are JSON, without the braces. */
export const write = (fields: string): void => console.log(line(fields))

const line = (fields: string) => `{"run":"${plan.run}","time":"${new Date().toISOString()}",${fields}}`

/** What becomes of a record. */
function told(event: string, kind: string, name: string, id: string): string {
  return `"event":"${event}","kind":"${kind}","name":"${name}"${id === '' ? '' : `,"id":${JSON.stringify(id)}`}`
}

const filled = (text: string, name: string, id: string) => text.replaceAll('{name}', name).replaceAll('{id}', id)
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** The identifier in an answer: at its path, or under its field, the outermost first. */
function identifierIn(value: unknown, where: readonly (string | number)[] | string): string {
  const text = (one: unknown) => (typeof one === 'string' || typeof one === 'number' ? String(one) : '')
  if (typeof where !== 'string') return text(where.reduce(below, value))
  const queue = [value]
  for (let at = 0; at < queue.length; at++) {
    const found = text(below(queue[at], where))
    if (found !== '') return found
    const one = queue[at]
    if (typeof one === 'object' && one !== null) queue.push(...Object.values(one))
  }
  return ''
}

const below = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined

function show(breach: Breach, step: number, path: string, body: string | null, answer: Answer): Shown {
  return {
    ...breach,
    got: clean(breach.got),
    step,
    path,
    body,
    answer: {
      status: answer.status,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, clean(value)])),
      body: clean(answer.body ?? '').slice(0, LENGTH),
      ms: answer.timings.duration,
    },
  }
}

function send({ operation, method }: Step, path: string, body: string | null): Answer {
  return http.request(method, plan.baseUrl + path, body, requests[operation])
}

/** One journey from its first request to its last; ends early where there is no record to go on with. */
export function walk(journey: Journey, key: string, phase: JourneyLine['phase']): void {
  const { record, steps } = journey
  const name = `${prefix}${key}-`
  const kind = record?.kind ?? ''
  const recorded = record?.named ? `${name}1` : ''
  const atMs = Date.now()
  /** See `Sent`. */
  let sent = ''
  const shown: Shown[] = []
  const counts: Record<string, number> = {}
  const failures = new Set<string>()
  let id = ''
  let last = ''
  let threw: string | undefined
  try {
    // Counted by hand, and lines told together: this runs for every request, and is slow here.
    for (let place = 0; place < steps.length; place++) {
      const step = steps[place]
      if (!step) continue
      if (step.act !== 'creates' && record && id === '') break
      const path = filled(step.path, name, encodeURIComponent(id))
      const body = step.body === null ? null : filled(step.body, name, inJson(id))
      if (step.act === 'creates') write(told('create', kind, recorded, ''))
      if (step.act === 'deletes') write(told('delete', kind, recorded, id))
      const beganMs = Date.now()
      const answer = send(step, path, body)
      const { duration, connecting, tls_handshaking: shaking } = answer.timings
      const micros = Math.round((duration + connecting + shaking) * 1000)
      if (answer.status === 0) {
        failures.add(answer.error)
        sent += `${sent === '' ? '' : ','}[${place},${beganMs - atMs},${micros},0,0]`
        if (step.act === 'creates') break
        continue
      }
      const own: Own | null = record && { key, id, named: record.named, prefix }
      const judged = judge(answer, step, own, plan)
      const { success } = judged
      const mark = (success ? marks.success : 0) + (judged.error ? marks.error : 0) + (judged.own ? marks.own : 0)
      sent += `${sent === '' ? '' : ','}[${place},${beganMs - atMs},${micros},${answer.status},${mark}]`
      for (const breach of judged.breaches) {
        breaches.add(1)
        const about = `${breach.check} ${place}`
        counts[about] = (counts[about] ?? 0) + 1
        const before = seen.get(`${journey.name} ${about}`) ?? 0
        seen.set(`${journey.name} ${about}`, before + 1)
        if (before < SHOWN) shown.push(show(breach, place, path, body, answer))
      }
      if (step.act === 'creates') {
        if (success && record) id = identifierIn(parsed(answer.body ?? ''), record.id)
        if (id !== '') write(told('created', kind, recorded, id))
        else if (!success) write(told('unmade', kind, recorded, ''))
      }
      if (step.act === 'deletes' && success) last = `${line(told('deleted', kind, recorded, id))}\n`
    }
  } catch (error) {
    threw = clean(error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error))
  }
  const more = {
    ...(failures.size > 0 ? { failures: [...failures] } : {}),
    ...(shown.length > 0 ? { breaches: shown } : {}),
    ...(Object.keys(counts).length > 0 ? { counts } : {}),
    ...(threw === undefined ? {} : { threw }),
  }
  const rest = failures.size + shown.length > 0 || threw !== undefined || Object.keys(counts).length > 0
  const fields = `"event":"journey","kind":"load","name":"${journey.name}","phase":"${phase}","atMs":${atMs},"sent":[${sent}]`
  console.log(`${last}${line(rest ? `${fields},"more":${JSON.stringify(more)}` : fields)}`)
}
