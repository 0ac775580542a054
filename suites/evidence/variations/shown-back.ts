/** Values of a wrong type that a read shows as they were sent. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { valueOf } from '../../../fixtures/payload/find.ts'
import type { FieldType } from '../../../schemas/operation.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Tried } from './variation.ts'

const isOf: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  'string[]': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

/** The type that is stated for a listed field. */
export const typeOf = (operation: Operation, field: string): FieldType =>
  operation.body?.fields.find(({ name }) => name === field)?.type ?? 'string'

const valueIn = (exchange: Exchange, field: string): unknown =>
  exchange.response?.json.ok ? valueOf(exchange.response.json.value, field) : undefined

/** Whether a read shows the very value that was sent, which is not of the stated type; null may stand for nothing. */
export function isShownBack(operation: Operation, { of, value }: Tried['variation'], after: Exchange): boolean {
  if (value === null || isOf[typeOf(operation, of)](value)) return false
  return isDeepStrictEqual(valueIn(after, of), value)
}

/** Whether a wrong type is shown back, where the right one is shown rightly. */
export function showsBack(operation: Operation, { variation, shown }: Tried): boolean {
  if (!shown?.rightly || !isShownBack(operation, variation, shown.after)) return false
  return isOf[typeOf(operation, variation.of)](valueIn(shown.rightly, variation.of))
}
