/** `prove --only`: which faults and variants are judged. */
import { UsageError } from '../../fixtures/errors.ts'
import { awayFaults, awayVariants, type AwayFault, type AwayVariant } from '../../fixtures/away/index.ts'
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
  /** Of the away server. */
  readonly away: { readonly faults: readonly AwayFault[]; readonly variants: readonly AwayVariant[] }
  readonly hostiles: readonly Hostile[]
}

const all: Chosen = { faults, variants, hostiles, away: { faults: awayFaults, variants: awayVariants } }

/** What stands before the ids of the away server's, which may be those of the reference server's. */
export const AWAY = 'away/'

const family = (id: string) => id.slice(0, id.indexOf('/'))

interface Sorts<F, V> {
  readonly faults: readonly F[]
  readonly variants: readonly V[]
}

/** Those of one server that a pattern means. */
function meant<F extends { id: string }, V extends { id: string }>(some: Sorts<F, V>, pattern: string): Sorts<F, V> {
  const match = glob(pattern)
  const means = ({ id }: { readonly id: string }) => match(id) || match(family(id))
  return {
    faults: pattern === 'faults' ? some.faults : some.faults.filter(means),
    variants: pattern === 'variants' ? some.variants : some.variants.filter(means),
  }
}

function hostilesOf(pattern: string): readonly Hostile[] {
  const match = glob(pattern)
  return pattern === 'hostile' ? hostiles : hostiles.filter(({ id }) => match(id) || match(family(id)))
}

const nothing: Sorts<never, never> = { faults: [], variants: [] }

/**
 * Those that any pattern means: an id, a family's name, `faults`, `variants` or `hostile`, with `*` for any text; all when there is no pattern.
 * `away` means all of the away server's, and what begins with `away/` goes on as a pattern of them.
 * @throws UsageError when a pattern means nothing
 */
export function chosen(only: readonly string[]): Chosen {
  if (only.length === 0) return all
  const sorts = only.map((pattern) => {
    const isAway = pattern === 'away' || pattern.startsWith(AWAY)
    const found: Chosen = {
      ...(isAway ? nothing : meant(all, pattern)),
      hostiles: isAway ? [] : hostilesOf(pattern),
      away: pattern === 'away' ? all.away : isAway ? meant(all.away, pattern.slice(AWAY.length)) : nothing,
    }
    const { away } = found
    if ([found.faults, found.variants, found.hostiles, away.faults, away.variants].some(({ length }) => length > 0))
      return found
    const home = [...faults, ...variants, ...hostiles].map(({ id }) => id)
    const ids = isAway ? [...awayFaults, ...awayVariants].map(({ id }) => `${AWAY}${id}`) : home
    const names = pattern.includes('/')
      ? ids
      : [...new Set(ids.map(family)), 'faults', 'variants', 'hostile', 'away', ...ids]
    throw new UsageError(
      `--only '${pattern}' matches no fault, no variant and no hostile target; ${nearest(pattern, names)}; ` +
        `touchstone list faults and list variants show them all.`,
    )
  })
  const meantBySome = <T>(some: readonly T[], of: (found: Chosen) => readonly T[]) =>
    some.filter((one) => sorts.some((found) => of(found).includes(one)))
  return {
    faults: meantBySome(faults, (found) => found.faults),
    variants: meantBySome(variants, (found) => found.variants),
    hostiles: meantBySome(hostiles, (found) => found.hostiles),
    away: {
      faults: meantBySome(awayFaults, ({ away }) => away.faults),
      variants: meantBySome(awayVariants, ({ away }) => away.variants),
    },
  }
}
