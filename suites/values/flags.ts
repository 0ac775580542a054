import { spelledLike, valueOf } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import type { ListedField } from '../../schemas/registry.ts'

const sorted = (list: readonly unknown[]) =>
  list
    .map((one) => JSON.stringify(one))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join()

/** Whether a permission is shown as it was assigned: of a list no order is promised. */
export const sameFlag = (written: unknown, shown: unknown): boolean =>
  Array.isArray(written) && Array.isArray(shown) ? sorted(written) === sorted(shown) : written === shown

/** How a permission is shown: under its own name, or under one that is spelt almost like it; undefined where it is not. */
export function flagShown(view: unknown, { name, type }: ListedField): { name: string; value: unknown } | undefined {
  const fits = (value: unknown) => (type === 'boolean' ? typeof value === 'boolean' : Array.isArray(value))
  const own = valueOf(view, name)
  if (own !== undefined) return fits(own) ? { name, value: own } : undefined
  const like = spelledLike(view, name).find((other) => fits(valueOf(view, other)))
  return like === undefined ? undefined : { name: like, value: valueOf(view, like) }
}

/** A permission that is shown under its own name as a text or a number: neither is of a stated type. */
export function flagMistyped(view: unknown, { name }: ListedField): { name: string; value: unknown } | undefined {
  const value = valueOf(view, name)
  return typeof value === 'string' || typeof value === 'number' || isNumbered(value) ? { name, value } : undefined
}

/** An object whose names are numbers is a list that lost its form on the way out. */
const isNumbered = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((name) => /^\d+$/.test(name))
