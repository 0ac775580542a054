/** A journey under one: what it asks, what its answers are held against, and the line that tells of it. */
import { Counter } from 'k6/metrics'
import { identifierBeside, identifierIn } from './identifier.ts'
import { marks, type Breach, type JourneyLine } from './line.ts'
import * as oracles from './oracles.ts'
import type { Answer, Own } from './oracles.ts'
import type { JourneyPlan, Step } from './plan.ts'
import * as settings from './settings.ts'
import { clean, show } from './show.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { plan } = settings
const { judge } = oracles
const { success: SUCCESS, own: OWN } = marks

const breaches = new Counter('touchstone_breaches')

const prefix = `tsl-${plan.run}-`

/** Whether a read showed its journey's record each time at rest: then it is to show it under load too. */
let showing: Readonly<Record<string, boolean>> = {}

export const seenAtRest = (): Readonly<Record<string, boolean>> => showing

/** Each virtual user has to be told what setup saw. */
export function remember(seen: Readonly<Record<string, boolean>>): void {
  showing = seen
}

/** Of each breach so many are shown by a virtual user; all are counted. */
const SHOWN = 3
const seen = new Map<string, number>()

/** Writes a line of the journal; `fields` are JSON, without the braces. */
export const write = (fields: string): void => console.log(line(fields))

const line = (fields: string) => `{"run":"${plan.run}","time":"${new Date().toISOString()}",${fields}}`

/** What becomes of a record. */
function told(event: string, kind: string, name: string, id: string): string {
  return `"event":"${event}","kind":"${kind}","name":"${name}"${id === '' ? '' : `,"id":${JSON.stringify(id)}`}`
}

const filled = (text: string, name: string, id: string) => text.replaceAll('{name}', name).replaceAll('{id}', id)
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

type More = NonNullable<JourneyLine['more']> | null

/** A journey under one. */
export interface Iteration {
  readonly journey: JourneyPlan
  /** What its answers may show; null where it has no record. */
  readonly own: Own | null
  readonly name: string
  /** The name by which the journal knows its record. */
  readonly recorded: string
  readonly phase: JourneyLine['phase']
  readonly atMs: number
  /** See `Sent`; without its brackets. */
  sent: string
  /** Its record's identifier as paths and bodies have it. */
  id: { readonly path: string; readonly body: string }
  /** When its record was there. */
  madeMs: number
  /** The line that is told last before its own. */
  last: string
  /** Whether its record is still to be looked up. */
  sought: boolean
  /** What not every journey has; null: nothing. */
  more: More
}

/** What is asked in one step. */
export interface Asked {
  readonly path: string
  readonly body: string | null
}

export function begin(journey: JourneyPlan, key: string, phase: JourneyLine['phase']): Iteration {
  const name = `${prefix}${key}-`
  const { record } = journey
  return {
    journey,
    own: record && { key, id: '', named: record.named, prefix, name, shows: false },
    name,
    recorded: record?.named ? `${name}1` : '',
    phase,
    atMs: Date.now(),
    sent: '',
    id: { path: '', body: '' },
    madeMs: 0,
    last: '',
    sought: false,
    more: null,
  }
}

/** What a journey asks in a step, written down before it is asked; null where it has no record to go on with. */
export function ask(iteration: Iteration, step: Step): Asked | null {
  const { own, id } = iteration
  const { record } = iteration.journey
  if (record && own) {
    if (step.act === 'creates') write(told('create', record.kind, iteration.recorded, ''))
    else if (own.id === '') return null
    else if (step.act === 'deletes') write(told('delete', record.kind, iteration.recorded, own.id))
  }
  return {
    path: filled(step.path, iteration.name, id.path),
    body: step.body === null ? null : filled(step.body, iteration.name, id.body),
  }
}

/**
 * Counts what an answer broke, and shows some of it.
 * @returns whether it may only not be seen yet: that is not counted
 */
function broken(iteration: Iteration, place: number, asked: Asked, all: readonly Breach[], answer: Answer): boolean {
  const { name } = iteration.journey
  const again = Date.now() < iteration.madeMs + plan.settleMs && all.some(({ yet }) => yet)
  for (const breach of all) {
    if (again && breach.yet) continue
    breaches.add(1)
    const about = `${breach.check} ${place}`
    const { counts = {}, breaches: shown = [] } = iteration.more ?? {}
    iteration.more = { ...iteration.more, counts: { ...counts, [about]: (counts[about] ?? 0) + 1 } }
    const before = seen.get(`${name} ${about}`) ?? 0
    seen.set(`${name} ${about}`, before + 1)
    if (before < SHOWN)
      iteration.more = { ...iteration.more, breaches: [...shown, show(breach, place, asked.path, asked.body, answer)] }
  }
  return again
}

/** Whether the journey goes on in the same way whatever is found in an answer. */
export function settled(iteration: Iteration, { act }: Step, answer: Answer): boolean {
  if (act !== 'reads') return act !== 'creates'
  const { status } = answer
  return !plan.errorsWith2xx && status >= 200 && status < 300 && (answer.body ?? '').includes(iteration.name)
}

/**
 * Takes in what was answered.
 * @returns whether it is to be asked again: a write may take a while to be seen
 */
export function hear(
  iteration: Iteration,
  place: number,
  step: Step,
  asked: Asked,
  beganMs: number,
  answer: Answer,
): boolean {
  const { journey, own, recorded } = iteration
  const { record } = journey
  const { duration, connecting, tls_handshaking: shaking } = answer.timings
  const micros = ((duration + connecting + shaking) * 1000 + 0.5) | 0
  // Lines are told together, and counted by hand: this runs for every request, and is slow here.
  const sent = `${iteration.sent === '' ? '' : ','}[${place},${beganMs - iteration.atMs},${micros},${answer.status}`
  if (answer.status === 0) {
    iteration.more = { ...iteration.more, failures: [...new Set(iteration.more?.failures).add(answer.error)] }
    iteration.sent += `${sent},0]`
    return false
  }
  if (own) own.shows = step.act === 'reads' && showing[step.operation] === true
  const text = answer.body ?? ''
  const judged = judge(answer, text, step, own, plan)
  const success = (judged.marks & SUCCESS) > 0
  if (iteration.phase === 'setup' && success && step.act === 'reads')
    showing = {
      ...showing,
      [step.operation]: (judged.marks & OWN) > 0 && showing[step.operation] !== false,
    }
  iteration.sent += `${sent},${judged.marks}]`
  const again = judged.breaches.length > 0 && broken(iteration, place, asked, judged.breaches, answer)
  if (!record || !own) return false
  if (step.act === 'creates') {
    iteration.madeMs = Date.now()
    if (!success) write(told('unmade', record.kind, recorded, ''))
    else if (record.id === null) iteration.sought = true
    else made(iteration, identifierIn(answer, text, record.id))
  }
  if (step.act === 'deletes' && success) iteration.last = `${line(told('deleted', record.kind, recorded, own.id))}\n`
  return again
}

/** Its record's identifier is known. */
function made(iteration: Iteration, id: string): void {
  const { journey, own, recorded } = iteration
  if (!own || !journey.record || id === '') return
  own.id = id
  iteration.id = { path: encodeURIComponent(id), body: inJson(id) }
  write(told('created', journey.record.kind, recorded, id))
}

/** Takes in what a lookup showed; a record that was just made may take a while to be seen. */
export function seek(iteration: Iteration, { status, body }: Answer): void {
  const field = iteration.journey.record?.lookup?.field ?? ''
  const id = status >= 200 && status < 300 ? identifierBeside(body ?? '', iteration.recorded, field) : ''
  made(iteration, id)
  iteration.sought = id === '' && Date.now() < iteration.madeMs + plan.settleMs
  const lookups = (iteration.more?.lookups ?? 0) + 1
  iteration.more = { ...iteration.more, lookups, ...(id === '' && !iteration.sought ? { unfound: true } : {}) }
}

export function breaks(iteration: Iteration, error: unknown): void {
  const threw = clean(error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error))
  iteration.more = { ...iteration.more, threw }
}

/** Tells of a journey. */
export function end({ journey, phase, atMs, sent, last, more }: Iteration): void {
  const fields = `"event":"journey","kind":"load","name":"${journey.name}","phase":"${phase}","atMs":${atMs},"sent":[${sent}]`
  console.log(`${last}${line(more === null ? fields : `${fields},"more":${JSON.stringify(more)}`)}`)
}
