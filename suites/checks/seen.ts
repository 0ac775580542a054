/** What checks of the host have in common. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import type { Context } from './check.ts'
import { Inconclusive, inWords } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { isDeniedAs } from '../target/as-if-missing.ts'

/** The value that a success shows; undefined for every other response. */
export const valueOfResponse = ({ profile }: Pick<Context, 'profile'>, { response }: Exchange): unknown =>
  response && profile.isSuccess(response) && response.json.ok ? response.json.value : undefined

/** The valid request's answer, a success; throws where it is none. */
export function successful(control: Exchange, { profile }: Pick<Context, 'profile'>, supply?: string): Exchange {
  if (control.response && profile.isSuccess(control.response)) return control
  const cause = 'the valid request does not succeed'
  throw new Inconclusive({ text: `${cause}: ${inWords(control)}`, cause }, supply, [control])
}

/** The different values of a field at any depth, as texts, in the order in which they stand. */
export function allOf(value: unknown, field: string): readonly string[] {
  const found = objectsIn(value).flatMap((object) => (field in object ? [object[field]] : []))
  return [...new Set(found.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : [])))]
}

/** Whether a JSON value says anything: a text that is not empty or a number stands somewhere in it. */
export function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value === 'number') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(saysSomething)
}

/** The lists at any depth, but for those inside of another. */
export function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listsIn) : []
}

/** Whether a list shows the same identifier on two of its entries: no part of a longer list does so. */
export const repeats = (value: unknown, field: string): boolean =>
  listsIn(value).some((list) => {
    const ids = list.flatMap((entry) => (isObject(entry) && field in entry ? [JSON.stringify(entry[field])] : []))
    return new Set(ids).size < ids.length
  })

/** Whether an operation denies what it is about as it denies what nobody has. */
export const isDenied = (sent: Exchange, reads: readonly Probe[], id: string): boolean =>
  reads.some(({ ask, exchange }) => ask === 'unknown' && isDeniedAs(sent, exchange, id))

/** Whether an operation refused what it is about, and took what nobody has. */
export const isTakenForUnknown = (
  { response }: Exchange,
  reads: readonly Probe[],
  { profile }: Pick<Context, 'profile'>,
): boolean =>
  response !== null &&
  response.status >= 400 &&
  response.status < 500 &&
  !profile.isSuccess(response) &&
  reads.some(
    ({ ask, exchange }) => ask === 'unknown' && exchange.response !== null && profile.isSuccess(exchange.response),
  )
