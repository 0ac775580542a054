/** What may be fuzzed: fields at random, changed valid payloads, sequences of requests, and requests side by side. */
export const fuzzProperties = ['payloads', 'mutants', 'model', 'race'] as const
export type FuzzProperty = (typeof fuzzProperties)[number]

/** How fuzzing came to a finding: enough to come to it again. */
export interface Fuzzed {
  readonly property: FuzzProperty
  /** The property's own seed, which follows from the run's. */
  readonly seed: number
  /** fast-check's path to the payload or the sequence, shrunk as far as it goes. */
  readonly path: string
  /** What is odd: by field, or step by step; of a sequence the steps that are needed, of those on the path. */
  readonly payload: unknown
}

/** Random payloads for each property: with these, fuzzing takes about as long as everything else. */
export const DEFAULT_FUZZ = 25

/** The longest that fuzzing one property of one operation may take, in milliseconds. */
export const DEFAULT_FUZZ_MS = 120_000
