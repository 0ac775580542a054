/** How fuzzing came to a finding: enough to come to it again. */
export interface Fuzzed {
  /** What was fuzzed: `payloads`, `mutants`, `model` or `race`. */
  readonly property: string
  /** The property's own seed, which follows from the run's. */
  readonly seed: number
  /** fast-check's path to the payload or the sequence, made as simple as could be. */
  readonly path: string
  /** What is odd: by field, or step by step; of a sequence the steps that are needed, of those on the path. */
  readonly payload: unknown
}
