/** Where responses say the identifier of a record. */
import { parsed, type StepResponse } from './oracles.ts'

const written = (one: unknown) => (typeof one === 'string' || typeof one === 'number' ? String(one) : '')

const below = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined

type Where = readonly (string | number)[] | string

/** How k6 is asked for what stands there; '' where it can't be: not all keys stand for themselves there. */
export function selectorOf(where: Where): string {
  const path = typeof where === 'string' ? [where] : where
  return path.every((key) => /^\w+$/.test(String(key))) ? path.join('.') : ''
}

/**
 * The identifier in a response: at its path, or under its field, the outermost first; '' where there is none.
 * @param selector of that place, for k6
 */
export function identifierIn(response: StepResponse, text: string, where: Where, selector: string): string {
  // k6 itself finds it much faster than JSON.parse here.
  const found = selector === '' ? '' : written(response.json(selector))
  if (found !== '') return found
  const value = parsed(text)
  if (typeof where !== 'string') return written(where.reduce(below, value))
  const queue = [value]
  for (let at = 0; at < queue.length; at++) {
    const deeper = written(below(queue[at], where))
    if (deeper !== '') return deeper
    const one = queue[at]
    if (typeof one === 'object' && one !== null) queue.push(...Object.values(one))
  }
  return ''
}

/** The identifier that a listing shows beside a name: under its field, or a plain `id`; '' where it shows none. */
export function identifierBeside(text: string, name: string, field: string): string {
  const object = bearing(parsed(text), name)
  return written(below(object, field)) || written(below(object, 'id'))
}

/** The object that has this among its own values. */
function bearing(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const values: readonly unknown[] = Object.values(value)
  if (!Array.isArray(value) && values.includes(name)) return value
  for (const one of values) {
    const found = bearing(one, name)
    if (found !== undefined) return found
  }
  return undefined
}
