/** Looks for a payload that breaks a claim, and for the simplest one: fast-check under the run's own clock and stop. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { DEFAULT_FUZZ_MS } from '../../schemas/fuzzed.ts'
import type { Breach } from '../claim/finding.ts'

/** Values tried at most while one breach is made simpler. */
export const SIMPLER_AT_MOST = 500

/** The seed of one property: the same whatever else is selected, and in any shard. */
export const seedOf = (seed: number, property: string): number =>
  createHash('sha256').update(`${seed} ${property}`).digest().readInt32BE()

export interface Search<T> {
  readonly seed: number
  readonly arbitrary: fc.Arbitrary<T>
  /** Tried first, in this order. */
  readonly examples: readonly T[]
  /** Values tried: all examples in any case, and random ones for the rest. */
  readonly runs: number
  /**
   * A safety net, in milliseconds: one property takes no longer, and what it then has not found is undecided. What is tried is
   * counted in values, so that it depends on the seed alone; this is for a target, or a machine, that hardly moves.
   */
  readonly limitMs?: number | undefined
  /** Of sequences: as many long ones as short ones. */
  readonly unbiased?: boolean
  /** One value and one check alone: nothing else is tried or judged. */
  readonly again?: Again | undefined
}

/** A finding that is to be seen again. */
export interface Again {
  readonly check: string
  /** fast-check's path to its value. */
  readonly path: string
  /** The value itself, where that is plain data. */
  readonly payload: unknown
}

/** A claim that a value breaks. */
export interface Broken {
  readonly check: string
  readonly breach: Breach
}

export interface Found<T> extends Broken {
  readonly value: T
  /** fast-check's path to that value, with the seed. */
  readonly path: string
  readonly seed: number
  /** As it was found before it was made simpler. */
  readonly first: Breach
}

export interface Searched<T> {
  /** One for each check at most. */
  readonly found: readonly Found<T>[]
  /** Values tried while nothing was found. */
  readonly tried: number
  /** Whether all were tried that should be; false where the time was over. */
  readonly complete: boolean
}

/**
 * Tries all examples and as many random values as are asked for, and makes each breach that it meets as simple as it can.
 * @param judge what a value breaks, null for nothing; `shrinking` while a breach is made simpler: there is less time to wait
 * @throws whatever `judge` throws: a run that is stopped, not a finding
 */
export async function search<T>(
  { seed, arbitrary, examples, runs, limitMs = DEFAULT_FUZZ_MS, unbiased, again }: Search<T>,
  judge: (value: T, wanted: (check: string) => boolean, shrinking: boolean) => Promise<Broken | null>,
): Promise<Searched<T>> {
  const deadline = Date.now() + limitMs
  const known = new Set<string>()
  const wanted = (check: string) => (again ? check === again.check : !known.has(check))
  const found: Found<T>[] = []
  let tried = 0
  let over = false
  for (;;) {
    let fatal: { readonly thrown: unknown } | null = null
    let first: Broken | null = null
    let last: Broken | null = null
    let simpler = 0
    const holds = async (value: T): Promise<boolean> => {
      over ||= Date.now() > deadline
      if (over || fatal || (first && ++simpler > SIMPLER_AT_MOST)) return true
      if (found.length === 0 && !first) tried++
      try {
        const broken = await judge(value, wanted, first !== null)
        if (!broken || !wanted(broken.check) || (first && broken.check !== first.check)) return true
        first ??= broken
        last = broken
        return false
      } catch (thrown) {
        fatal = { thrown }
        return true
      }
    }
    const details = await fc.check(fc.asyncProperty(arbitrary, holds), {
      seed,
      unbiased: unbiased ?? false,
      numRuns: again ? 1 : Math.max(examples.length, runs),
      examples: examples.map((value): [T] => [value]),
      ...(again ? { path: again.path, endOnFailure: true } : {}),
    })
    // Assigned in `holds`, which the compiler does not follow.
    const ended = { fatal, first, last } as {
      fatal: { thrown: unknown } | null
      first: Broken | null
      last: Broken | null
    }
    if (ended.fatal) throw ended.fatal.thrown
    const [value] = details.counterexample ?? []
    if (!ended.first || !ended.last || value === undefined) break
    known.add(ended.first.check)
    found.push({ ...ended.last, value, path: details.counterexamplePath ?? '', seed, first: ended.first.breach })
    // What is broken is known; what else is broken is looked for with it left out of sight.
    if (over || again) break
  }
  return { found, tried, complete: !over }
}
