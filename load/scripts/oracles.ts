/** The specification, watched under load: what each answer is held against. */
import type { RefinedResponse } from 'k6/http'
import type { Breach } from './line.ts'
import type { Plan, Step } from './plan.ts'

export type Answer = RefinedResponse<'text'>

export interface Judged {
  readonly success: boolean
  /** The body as JSON; undefined where it is none. */
  readonly value: unknown
  /** Whether the answer is an error, so that its shape was looked at. */
  readonly error: boolean
  /** Whether it shows the journey's own record. */
  readonly own: boolean
  readonly breaches: readonly Breach[]
}

/** What an answer may show of records: that of its own journey, and the marks that all journeys' records bear. */
export interface Own {
  readonly key: string
  /** '' as long as it is not known. */
  readonly id: string
  /** Whether the record bears the journey's key in its name. */
  readonly named: boolean
  /** Matches the names of this run's journeys; its first group is the journey's key. */
  readonly names: RegExp
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const sort = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several equal Content-Type headers come joined by commas. */
function isJson(type: string): boolean {
  if (type === 'application/json') return true
  const types = type.split(',').map((one) => (one.split(';', 1)[0] ?? '').trim().toLowerCase())
  return types.every((one) => one === 'application/json')
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

const codeOf = (value: unknown) => (isObject(value) && typeof value['code'] === 'string' ? value['code'] : '')

/** Journeys whose names an answer shows. */
function keysIn(text: string, { names }: Own): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, key] of text.matchAll(names)) if (key !== undefined) found.add(key)
  return found
}

export function judge(answer: Answer, step: Step, own: Own | null, plan: Plan): Judged {
  const breaches: Breach[] = []
  const { status } = answer
  const text = answer.body ?? ''
  const type = answer.headers['Content-Type'] ?? ''
  if (!isJson(type))
    breaches.push({
      check: 'media',
      expected: 'Content-Type application/json',
      got: type === '' ? 'no Content-Type' : type.slice(0, 100),
    })
  const value = parsed(text)
  if (value === undefined && text !== '')
    breaches.push({ check: 'json', expected: 'a body that is one JSON text', got: 'a body that does not parse' })
  if (text === '' && !isJson(type))
    breaches.push({ check: 'json', expected: 'a body that is one JSON text', got: 'no body at all' })
  const says = plan.errorsWith2xx && isObject(value) && typeof value['message'] === 'string' && 'code' in value
  const error = status >= 400 || says
  const success = status >= 200 && status < 300 && !error
  const wrong = error && value !== undefined ? wrongWithError(value) : null
  if (wrong) breaches.push({ check: 'error', clause: wrong[0], expected: 'an error object', got: wrong[1] })
  const shown = own ? keysIn(text, own) : null
  const mine = own !== null && (shown?.has(own.key) === true || (own.id !== '' && text.includes(own.id)))
  // An answer that shows several records shows its own among them.
  if (own && shown && shown.size > 0 && !(own.named ? shown.has(own.key) : mine))
    breaches.push({
      check: 'own',
      expected: `an answer about the record of journey ${own.key}`,
      got: `one that shows the record of journey ${[...shown].join(', ')}`,
    })
  else if (own && step.act === 'reads' && lost(answer, value, success, mine, plan))
    breaches.push({
      check: 'kept',
      expected: 'the record that was made, and not yet deleted',
      got: `${status} ${codeOf(value)}`.trim(),
    })
  return { success, value, error: error && value !== undefined, own: mine && success, breaches }
}

/** Whether a record that is there is spoken of as this target speaks of what is not. */
function lost(answer: Answer, value: unknown, success: boolean, mine: boolean, plan: Plan): boolean {
  // Where nothing is shown at all, it can't be told.
  if (success) return !mine && value === null
  if (answer.status === 429 || answer.status >= 500) return false
  const code = codeOf(value)
  return plan.unknown.some((one) => one.status === answer.status && one.code === code)
}
