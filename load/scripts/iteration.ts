/** An iteration: one journey under way, what it asks, and the line that tells of it. */
import { Counter } from 'k6/metrics'
import { identifierBeside } from './identifier.ts'
import * as learned from './learned.ts'
import * as journal from './journal.ts'
import type { Breach, JourneyLine } from './line.ts'
import type { StepResponse, Own } from './oracles.ts'
import type { JourneyPlan } from './plan.ts'
import * as settings from './settings.ts'
import { clean, show } from './show.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { plan } = settings
const { learnStatuses, statusesOf } = learned
const { line, say, write } = journal
// A global name is looked up in each scope around it; this module's own names are not.
const { now } = Date
const inPath = encodeURIComponent

const breaches = new Counter('touchstone_breaches')

const prefix = `tsl-${plan.run}-`

/** Of each breach so many are shown by a virtual user; all are counted. */
const SHOWN = 3
const seen = new Map<string, number>()

/**
 * What becomes of a journey's record.
 * @param known whether its identifier is told with it
 */
export const eventOf = (event: string, { journey, recorded, id }: Iteration, known: boolean): string =>
  `"event":"${event}","kind":"${journey.record?.kind ?? ''}","name":"${recorded}"${known ? `,"id":"${id.body}"` : ''}`

const unknown = { path: '', body: '' }

type More = NonNullable<JourneyLine['more']> | null

/** A request of a step, with what came of it. */
export const exchanged = (step: settings.Ready, beganMs: number, response: StepResponse): Exchange => ({
  step,
  beganMs,
  response,
  status: response.status,
  text: response.body ?? '',
  shown: '',
})

/** What is asked in a step of an iteration. */
export function urlOf({ name, id }: Iteration, { url }: settings.Ready): string {
  return typeof url === 'string' ? url : url(name, id.path)
}

export function bodyOf({ name, id }: Iteration, { content }: settings.Ready): string | null {
  return content === null || typeof content === 'string' ? content : content(name, id.body)
}

/** A journey under way. */
export interface Iteration {
  readonly journey: JourneyPlan
  /** What its responses may show; null where it has no record. */
  readonly own: Own | null
  readonly name: string
  /** The name by which the journal knows its record. */
  readonly recorded: string
  readonly phase: JourneyLine['phase']
  /** Its number in the whole test; outside of the load 0. */
  readonly number: number
  readonly atMs: number
  /** See `Sent`; without its brackets. */
  sent: string
  /** Its record's identifier as paths and bodies have it. */
  id: { readonly path: string; readonly body: string }
  /** When its record was there, or was last changed. */
  madeMs: number
  /** What its reads are to show; see `statusesOf`. */
  readonly known: ReturnType<typeof learned.statusesOf>
  /** The status that each of its reads showed. */
  readonly statuses: string[]
  /** Whether all that was asked since the last read succeeded. */
  fine: boolean
  deleted: boolean
  /** How a bad credential was refused in it. */
  refused: number
  /** The line that is told last before its own. */
  last: string
  /** What was answered and is not heard yet. */
  readonly later: Exchange[]
  /** Whether its record is still to be looked up. */
  sought: boolean
  /** What not every journey has; null: nothing. */
  more: More
}

/** One request of an iteration, and its response. */
export interface Exchange {
  readonly step: settings.Ready
  readonly beganMs: number
  readonly response: StepResponse
  /** Of the response; k6 takes long to look there again. */
  readonly status: number
  readonly text: string
  /** The status that a read shows; '' as long as nobody has looked, and where it shows none. */
  shown: string
}

export function begin(journey: JourneyPlan, key: string, phase: JourneyLine['phase'], number = 0): Iteration {
  const name = `${prefix}${key}-`
  const { record } = journey
  return {
    journey,
    own: record && { key, id: '', named: record.named, prefix, name, shows: false, stays: false },
    name,
    recorded: record?.named ? `${name}1` : '',
    phase,
    number,
    atMs: now(),
    sent: '',
    id: unknown,
    madeMs: 0,
    known: statusesOf(journey.name),
    statuses: [],
    fine: true,
    deleted: false,
    refused: 0,
    last: '',
    later: [],
    sought: false,
    more: null,
  }
}

/** Whether there is a record to go on with, where the journey is about one. */
export const goesOn = ({ own }: Iteration, act: settings.Ready['act']): boolean =>
  own === null || own.id !== '' || act === 'creates'

/** Writes down that a step makes or deletes the journey's record, before it is sent. */
export function announce(iteration: Iteration, act: settings.Ready['act']): void {
  if (iteration.own === null) return
  if (act === 'creates') write(eventOf('create', iteration, false))
  if (act === 'deletes') write(eventOf('delete', iteration, true))
}

/**
 * Counts what a response broke, and shows some of it.
 * @returns whether it may only not be seen yet: that is not counted
 */
export function broken(iteration: Iteration, { step, response }: Exchange, all: readonly Breach[]): boolean {
  const { name } = iteration.journey
  const again = now() < iteration.madeMs + plan.settleMs && all.some(({ yet }) => yet)
  for (const breach of all) {
    if (again && breach.yet) continue
    // A status is only observed: k6 does not fail a load for it.
    if (breach.check !== 'effect') breaches.add(1)
    const about = `${breach.check} ${breach.by ?? step.place}`
    const { counts = {}, breaches: shown = [] } = iteration.more ?? {}
    iteration.more = { ...iteration.more, counts: { ...counts, [about]: (counts[about] ?? 0) + 1 } }
    const before = seen.get(`${name} ${about}`) ?? 0
    seen.set(`${name} ${about}`, before + 1)
    if (before >= SHOWN) continue
    const one = show(
      breach,
      step.place,
      urlOf(iteration, step).slice(plan.baseUrl.length),
      bodyOf(iteration, step),
      response,
    )
    iteration.more = { ...iteration.more, breaches: [...shown, one] }
  }
  return again
}

const IS_TLS = plan.baseUrl.startsWith('https')

/** How the last request's part of its line ended: most end alike, and numbers cost k6 much to write. */
let tailStatus = 0
let tailMark = 0
let tail = ',0,0]'

/** Tells of one request; lines are put together by hand: this runs for every request, and is slow here. */
export function tell(iteration: Iteration, { step, beganMs, response, status }: Exchange, mark: number): void {
  const { timings } = response
  const handshaking = IS_TLS ? timings.tls_handshaking : 0
  const micros = ((timings.duration + timings.connecting + handshaking) * 1000 + 0.5) | 0
  if (status === 0)
    iteration.more = { ...iteration.more, failures: [...new Set(iteration.more?.failures).add(response.error)] }
  if (status !== tailStatus || mark !== tailMark) {
    tailStatus = status
    tailMark = mark
    tail = `,${status},${mark}]`
  }
  const { sent, atMs } = iteration
  iteration.sent = `${sent}${sent === '' ? '[' : ',['}${step.place},${beganMs - atMs},${micros}${tail}`
}

/** Its record's identifier is known. */
export function made(iteration: Iteration, id: string): void {
  const { own } = iteration
  if (!own) return
  if (id === '') {
    write(eventOf('answered', iteration, false))
    return
  }
  own.id = id
  // What stands for itself in a path does so in JSON.
  const path = inPath(id)
  iteration.id = { path, body: path === id ? id : JSON.stringify(id).slice(1, -1) }
  write(eventOf('created', iteration, true))
}

/** Takes in what a lookup showed; a record that was just made may take a while to be seen. */
export function seek(iteration: Iteration, { status, body }: StepResponse): void {
  const field = iteration.journey.record?.lookup?.field ?? ''
  const id = status >= 200 && status < 300 ? identifierBeside(body ?? '', iteration.recorded, field) : ''
  if (id !== '') made(iteration, id)
  iteration.sought = id === '' && now() < iteration.madeMs + plan.settleMs
  if (id === '' && !iteration.sought) made(iteration, '')
  const lookups = (iteration.more?.lookups ?? 0) + 1
  iteration.more = { ...iteration.more, lookups, ...(id === '' && !iteration.sought ? { unfound: true } : {}) }
}

export function breaks(iteration: Iteration, error: unknown): void {
  const threw = clean(error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error))
  iteration.more = { ...iteration.more, threw }
}

/** Tells of a journey. */
export function end(iteration: Iteration): void {
  const { journey, phase, atMs, sent, last, more, statuses } = iteration
  if (statuses.length > 1 && statusesOf(journey.name) === undefined) learnStatuses(journey.name, statuses)
  const fields = `"event":"journey","kind":"load","name":"${journey.name}","phase":"${phase}","atMs":${atMs},"sent":[${sent}]`
  say(`${last}${line(more === null ? fields : `${fields},"more":${JSON.stringify(more)}`)}`)
}
