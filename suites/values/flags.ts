import { valueOf } from '../../fixtures/payload/find.ts'
import type { ListedField } from '../../schemas/registry.ts'
import { spelledLike } from '../../fixtures/payload/spelling.ts'

/** How a permission is shown: under its own name, or under one that is spelt almost like it; undefined where it is not. */
export function flagShown(view: unknown, { name, type }: ListedField): { name: string; value: unknown } | undefined {
  const fits = (value: unknown) => (type === 'boolean' ? typeof value === 'boolean' : Array.isArray(value))
  const own = valueOf(view, name)
  if (own !== undefined) return fits(own) ? { name, value: own } : undefined
  const like = spelledLike(view, name).find((other) => fits(valueOf(view, other)))
  return like === undefined ? undefined : { name: like, value: valueOf(view, like) }
}
