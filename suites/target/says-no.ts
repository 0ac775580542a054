/** How a target says no with a 2xx, and what tells that from its successes (docs/judgement.md, rule 1). */
import { valueOf } from '../../fixtures/payload/find.ts'
import type { HttpResponse } from '../../fixtures/http/exchange.ts'
import { isObject, type JsonObject } from '../../schemas/json-object.ts'

const objectOf = ({ json }: HttpResponse): JsonObject | undefined =>
  json.ok && isObject(json.value) ? json.value : undefined

/** Whether a response has the shape of an error, whatever its status. */
export function saysError(response: HttpResponse): boolean {
  const value = objectOf(response)
  return value !== undefined && 'message' in value && 'code' in value && typeof value['message'] === 'string'
}

const codeIn = (response: HttpResponse): unknown => valueOf(objectOf(response), 'code')

/** Fewer successes, or errors, tell nothing of what all have in common. */
const SOME = { right: 3, wrong: 2 } as const

/** The code with which a target envelops its successes: most reads show it, and no request that should be refused. */
function envelopeCodes(right: readonly HttpResponse[], wrong: readonly HttpResponse[]): ReadonlySet<unknown> {
  const codes = right.filter(saysError).map(codeIn)
  const refusing = new Set(wrong.filter(saysError).map(codeIn))
  const isUsual = (code: unknown) => codes.filter((one) => one === code).length * 2 > right.length
  return new Set(right.length < SOME.right ? [] : codes.filter((code) => !refusing.has(code) && isUsual(code)))
}

/** The fields that stand in every success. */
function common(right: readonly HttpResponse[]): readonly string[] {
  const [first, ...others] = right.map(objectOf)
  return right.length < SOME.right || !first
    ? []
    : Object.keys(first).filter((name) => others.every((one) => one !== undefined && name in one))
}

/** A flag that all successes show alike, and all errors turned over. */
function flagOf(
  right: readonly HttpResponse[],
  wrong: readonly HttpResponse[],
): readonly [string, boolean] | undefined {
  const [first] = right
  if (!first || wrong.length < SOME.wrong) return undefined
  for (const name of common(right)) {
    const value = objectOf(first)?.[name]
    if (typeof value !== 'boolean' || !right.every((one) => objectOf(one)?.[name] === value)) continue
    if (wrong.every((one) => objectOf(one)?.[name] === !value)) return [name, value]
  }
  return undefined
}

/** The field that holds what a success shows, where an error has none, or null. */
function payloadOf(right: readonly HttpResponse[], wrong: readonly HttpResponse[]): string | undefined {
  const holds = (one: HttpResponse, name: string) => (objectOf(one)?.[name] ?? null) !== null
  return wrong.length < SOME.wrong
    ? undefined
    : common(right).find((name) => right.every((one) => holds(one, name)) && !wrong.some((one) => holds(one, name)))
}

/**
 * Whether a response that is of the shape of an error is one, on a target that says no with a 2xx.
 * @param right successful reads
 * @param wrong what was answered with a 2xx and should not have succeeded
 */
export function errorsAmong(
  right: readonly HttpResponse[],
  wrong: readonly HttpResponse[],
): (response: HttpResponse) => boolean {
  const errors = wrong.filter(saysError)
  const codes = envelopeCodes(right, wrong)
  const flag = flagOf(right, errors)
  const payload = payloadOf(right, errors)
  return (response) => {
    const value = objectOf(response)
    if (!saysError(response) || value === undefined) return false
    if (flag && typeof value[flag[0]] === 'boolean') return value[flag[0]] !== flag[1]
    if (payload !== undefined && (value[payload] ?? null) !== null) return false
    return !codes.has(codeIn(response))
  }
}
