import type { FuzzProperty } from '../../schemas/fuzzed.ts'
import type { Vote } from '../target/vote.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import type { Found } from './search.ts'

/** What fuzzing has to say for one check of one operation. */
export interface Said {
  /** A finding, as a check throws it; null: seen to hold. */
  readonly thrown?: Error | null
  /** Of a consistency check, what was seen. */
  readonly votes?: readonly Vote[]
}

/** By the check's id. */
export type Fuzz = ReadonlyMap<string, Said>

/** The finding of one check, with how it was come to. */
export function foundBy(
  check: string,
  property: FuzzProperty,
  searched: { readonly found: readonly Found<unknown>[] } | null,
): Breach | null {
  const one = searched?.found.find((found) => found.check === check)
  if (!one) return null
  const { breach, seed, path, value } = one
  const { expected, got, exchanges, level, cause } = breach
  return new Breach({
    expected,
    got: `${got} (seed ${seed}, path ${path})`,
    exchanges,
    ...(level === undefined ? {} : { level }),
    cause,
    fuzz: { property, seed, path, payload: value },
  })
}

export const unknown = (reason: string, supply?: string): Said => ({ thrown: new Inconclusive(reason, supply) })

/** How the reason begins of a result that was cut short by the clock. */
export const OUT_OF_TIME = 'the time for it was over'

/** Why a search that was cut short tells too little. */
export function incomplete(
  ...all: readonly ({ readonly complete: boolean; readonly tried: number } | null)[]
): Error | null {
  const cut = all.find((one) => one && !one.complete)
  if (!cut) return null
  return new Inconclusive(
    { text: `${OUT_OF_TIME} after ${cut.tried} tries`, cause: 'the time for it was over' },
    'more time with --fuzz-time SECONDS, or fewer tries with a smaller --fuzz',
  )
}
