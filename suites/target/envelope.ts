/** What a target puts around its answers: it belongs to no record and to no setting (docs/judgement.md, rule 1). */
import type { HttpResponse } from '../../fixtures/http/exchange.ts'
import { isObject, type JsonObject } from '../../schemas/json-object.ts'

/** Fewer reads than these may look alike by chance. */
const WRAPPED = 4

/**
 * Paths that belong to the wrapping of these reads, each of another operation: where all show the same text or boolean, and what
 * stands beside the one member that holds what was asked for, a time or an address, say.
 */
export function envelopeOf(reads: readonly HttpResponse[]): ReadonlySet<string> {
  const values = reads.map(({ json }) => (json.ok ? json.value : undefined))
  const [first, ...more] = values
  if (values.length < WRAPPED) return new Set()
  return new Set([...constants(first, more, ''), ...besidePayload(values)])
}

/** Paths of texts and booleans that stand in all of these values. */
function constants(one: unknown, others: readonly unknown[], path: string): readonly string[] {
  if (isObject(one) && others.every(isObject)) {
    const under = (key: string) => others.map((other) => other[key])
    return Object.entries(one).flatMap(([key, value]) =>
      constants(value, under(key), path === '' ? key : `${path}.${key}`),
    )
  }
  const says = typeof one === 'string' || typeof one === 'boolean'
  return says && others.every((other) => other === one) ? [path] : []
}

/** The members of like objects but for the only one that has another shape from read to read. */
function besidePayload(values: readonly unknown[]): readonly string[] {
  if (!values.every(isObject)) return []
  const [first = {}] = values
  const names = Object.keys(first)
  if (!values.every((one) => haveSameKeys(one, first))) return []
  const isPayload = (name: string) => !haveOneShape(values.map((one) => one[name]))
  return names.filter(isPayload).length === 1 ? names.filter((name) => !isPayload(name)) : []
}

const haveSameKeys = (one: JsonObject, other: JsonObject): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((key) => key in other)

/** Whether all are of one type, or objects of the same members whose values are so; null is of every type. A list holds what was asked for. */
function haveOneShape(values: readonly unknown[]): boolean {
  const [first, ...others] = values.filter((one) => one !== null)
  if (first === undefined) return true
  if (!isObject(first)) return typeof first !== 'object' && others.every((one) => typeof one === typeof first)
  const under = (key: string) => others.map((one) => (isObject(one) ? one[key] : undefined))
  return (
    others.every((one) => isObject(one) && haveSameKeys(one, first)) &&
    Object.entries(first).every(([key, value]) => haveOneShape([value, ...under(key)]))
  )
}
