/** What became of each mutant, as it is kept and published. */

/**
 * `killed` by a `fail` or a `warn`; `no verdict` where the run against it said that it has none, which tells of it too;
 * `unreached` where no request reached it.
 */
export type Fate = 'killed' | 'no verdict' | 'survived' | 'unreached'

export interface MutantRow {
  readonly id: string
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The kind of change, in Stryker's words. */
  readonly mutator: string
  readonly fate: Fate
  /** What told of it. */
  readonly by: string | null
}

export const isTold = ({ fate }: Pick<MutantRow, 'fate'>) => fate === 'killed' || fate === 'no verdict'
