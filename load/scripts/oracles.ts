/** The specification, watched under load: what each response is held against. */
import type { RefinedResponse } from 'k6/http'
import { marks, type Breach } from './line.ts'
import { isUnknown } from './learned.ts'
import type { Plan, Step } from './plan.ts'

export type StepResponse = RefinedResponse<'text'>

/** A response to a step, with its status and its body. */
interface Answered {
  readonly response: StepResponse
  readonly status: number
  readonly text: string
  readonly step: Pick<Step, 'act' | 'operation'>
}

export interface Judged {
  /** What it is, of `marks`: a success, an error whose shape was looked at, one that shows the journey's own record. */
  readonly marks: number
  readonly breaches: readonly Breach[]
}

/** What a response may show of records: that of its own journey, and the mark that all journeys' records bear. */
export interface Own {
  readonly key: string
  /** '' as long as it is not known. */
  id: string
  /** Whether the record bears the journey's key in its name. */
  readonly named: boolean
  /** The names of this run's journeys begin with it; the journey's key follows, and a hyphen. */
  readonly prefix: string
  /** What its own names begin with: the prefix, the key and the hyphen. */
  readonly name: string
  /** Whether this step showed the record each time at rest. */
  shows: boolean
  /** Whether what was deleted is still shown at rest: then it may be under load. */
  stays: boolean
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const sort = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`)

/** A JSON text's value; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several equal Content-Type headers come joined by commas. */
export const isJson = (type: string): boolean =>
  type === 'application/json' ||
  type.split(',').every((one) => (one.split(';', 1)[0] ?? '').trim().toLowerCase() === 'application/json')

/**
 * Whether a body is one JSON text. Any selector has k6 itself look, much faster than JSON.parse here; this one finds something in
 * all JSON.
 */
export const isValid = (response: StepResponse, text: string): boolean =>
  text !== '' && response.json('..#') !== undefined

/** Bodies of errors that were read last, so many and of so many characters at most: most refusals are alike. */
const errors = new Map<string, unknown>()
const KEPT = 8
const LONGEST = 2000

function valueOf(text: string): unknown {
  const before = errors.get(text)
  if (before !== undefined || text.length > LONGEST) return before ?? parsed(text)
  const value = parsed(text)
  if (errors.size >= KEPT) errors.clear()
  errors.set(text, value)
  return value
}

/** What is wrong with an error object, and which clause says so; null: nothing. */
function wrongWithError(value: unknown): readonly [clause: string, got: string] | null {
  if (!isObject(value)) return ['ERR-1', `${sort(value)} instead of an error object`]
  const text = (name: string) => (name in value ? `${name} is ${sort(value[name])}` : `${name} is missing`)
  if (typeof value['message'] !== 'string') return ['ERR-2', text('message')]
  if (typeof value['code'] !== 'string') return ['ERR-3', text('code')]
  const { issues } = value as { issues?: unknown }
  if (issues === undefined) return null
  if (!Array.isArray(issues)) return ['ERR-4', `issues is ${sort(issues)}`]
  const odd = (issues as readonly unknown[]).find((one) => !isObject(one) || typeof one['message'] !== 'string')
  if (odd === undefined) return null
  return isObject(odd) ? ['ERR-5', 'an issue has no message'] : ['ERR-4', `an element of issues is ${sort(odd)}`]
}

export const codeOf = (value: unknown) => (isObject(value) && typeof value['code'] === 'string' ? value['code'] : '')

/** Journeys whose names a response shows. */
function keysIn(text: string, prefix: string): readonly string[] {
  const keys: string[] = []
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    const begin = at + prefix.length
    const shown = text.slice(begin, text.indexOf('-', begin))
    if (!keys.includes(shown)) keys.push(shown)
  }
  return keys
}

/** Whether a JSON text has this identifier; a text may write its characters in several weighted. */
const bears = (text: string, id: string): boolean =>
  text.includes(id) || (text.includes('\\') && holds(parsed(text), id))

const holds = (value: unknown, id: string): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some((one) => holds(one, id)) : value === id

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { success: SUCCESS, error: ERROR, own: OWN } = marks

const none: readonly never[] = []

/**
 * Holds one response against the specification. It runs for every request, and k6 runs it slowly: what is costly is done only where
 * it tells something, and nothing is made where nothing is wrong.
 */
export function judge({ response, status, text, step }: Answered, own: Own | null, plan: Plan): Judged {
  let breaches: readonly Breach[] = none
  const type = response.headers['Content-Type'] ?? ''
  const labelled = isJson(type)
  if (!labelled) {
    const got = type === '' ? 'no Content-Type' : type.slice(0, 100)
    breaches = [{ check: 'media', expected: 'Content-Type application/json', got }]
  }
  const refused = status >= 400
  const read = refused ? valueOf(text) : undefined
  const valid = refused ? read !== undefined : isValid(response, text)
  if (!valid) {
    const check = text === '' && labelled ? 'empty' : 'json'
    const got = text === '' ? 'no body at all' : 'a body that does not parse'
    breaches = [...breaches, { check, expected: 'a body that is one JSON text', got }]
  }
  const value = !refused && valid && plan.errorsWith2xx ? parsed(text) : read
  const error = refused || (isObject(value) && typeof value['message'] === 'string' && 'code' in value)
  const success = status >= 200 && status < 300 && !error
  const wrong = error && valid ? wrongWithError(value) : null
  if (wrong) breaches = [...breaches, { check: 'error', clause: wrong[0], expected: 'an error object', got: wrong[1] }]
  const mark = (success ? SUCCESS : 0) + (error && valid ? ERROR : 0)
  if (own === null) return { marks: mark, breaches }
  const byName = text.includes(own.name)
  const mine = byName || (own.id !== '' && bears(text, own.id))
  // A response that shows several records shows its own among them.
  const others = byName || (mine && !own.named) ? none : keysIn(text, own.prefix)
  if (others.length > 0) {
    const got = `one that shows the record of journey ${others.join(', ')}`
    breaches = [...breaches, { check: 'own', expected: `a response about the record of journey ${own.key}`, got }]
  } else if (step.act === 'reads' && (success ? own.shows && !mine : lost(status, value, plan))) {
    const yet = !success || plan.unknown.some((one) => one.status === status)
    const got = success ? `${status} that does not show it, as it did at rest` : `${status} ${codeOf(value)}`.trim()
    breaches = [...breaches, { check: 'kept', expected: 'the record, which was created and not yet deleted', yet, got }]
  } else if (step.act === 'gone' && success && mine && !own.stays) {
    const got = `${status} that shows the record, ${step.operation} being asked after its delete`
    breaches = [
      ...breaches,
      { check: 'gone', expected: 'a record that was deleted to be shown no more', yet: true, got },
    ]
  }
  return { marks: mine && success ? mark + OWN : mark, breaches }
}

/** Whether a record that is there is spoken of as this target speaks of what is not. */
function lost(status: number, value: unknown, plan: Plan): boolean {
  if (status === 429 || status >= 500) return false
  const code = codeOf(value)
  return isUnknown({ status, code }) || plan.unknown.some((one) => one.status === status && one.code === code)
}
