/** `prove --only`: which faults and variants are judged. */
import { UsageError } from '../../fixtures/errors.ts'
import { hostiles } from '../../fixtures/hostile/index.ts'
import type { Hostile } from '../../fixtures/hostile/hostile.ts'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import type { Fault, Variant } from '../../fixtures/reference/wrap.ts'
import { nearest } from '../../schemas/nearest.ts'
import { glob } from '../../schemas/pattern.ts'

export interface Chosen {
  readonly faults: readonly Fault[]
  readonly variants: readonly Variant[]
  readonly hostiles: readonly Hostile[]
}

const family = (id: string) => id.slice(0, id.indexOf('/'))

/**
 * Those that any pattern means: an id, a family's name, `faults`, `variants` or `hostile`, with `*` for any text; all where there is no pattern.
 * @throws UsageError where a pattern means nothing
 */
export function chosen(only: readonly string[]): Chosen {
  if (only.length === 0) return { faults, variants, hostiles }
  const sorts = only.map((pattern) => {
    const match = glob(pattern)
    const means = ({ id }: { readonly id: string }) => match(id) || match(family(id))
    const found = {
      faults: pattern === 'faults' ? faults : faults.filter(means),
      variants: pattern === 'variants' ? variants : variants.filter(means),
      hostiles: pattern === 'hostile' ? hostiles : hostiles.filter(means),
    }
    if (found.faults.length + found.variants.length + found.hostiles.length > 0) return found
    const ids = [...faults, ...variants, ...hostiles].map(({ id }) => id)
    const names = pattern.includes('/') ? ids : [...new Set(ids.map(family)), 'faults', 'variants', 'hostile', ...ids]
    throw new UsageError(
      `--only '${pattern}' matches no fault, no variant and no hostile target; ${nearest(pattern, names)}; ` +
        `touchstone list faults and list variants show them all.`,
    )
  })
  return {
    faults: faults.filter((one) => sorts.some((found) => found.faults.includes(one))),
    variants: variants.filter((one) => sorts.some((found) => found.variants.includes(one))),
    hostiles: hostiles.filter((one) => sorts.some((found) => found.hostiles.includes(one))),
  }
}
