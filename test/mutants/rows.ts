/** What became of each mutant, as it is kept and published. */

import { join } from 'node:path'
import { ROOT, type ServerName } from './instrument.ts'

/**
 * `killed` by a `fail` or a `warn`; `no verdict` where the run against it said that it has none, which tells of it too;
 * `named` where the first screen names operations that never succeed, though they do without the mutant;
 * `unreached` where no request reached it; `not started` where the server never came up, so that there is nothing to complain of; `left` where the whole run is still to come: until then it counts as not told.
 */
export type Fate = 'killed' | 'no verdict' | 'named' | 'survived' | 'unreached' | 'not started' | 'left'

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

const tellingFates: ReadonlySet<Fate> = new Set<Fate>(['killed', 'no verdict', 'named'])

export const isTold = ({ fate }: Pick<MutantRow, 'fate'>) => tellingFates.has(fate)

/** Whether it is known whether it is told. */
export const isJudged = (row: MutantRow | undefined) => row !== undefined && row.fate !== 'left'

/** Where the rows of a server are kept from one part of the work to the next. */
export const keptOf = (server: ServerName) => join(ROOT, `touchstone-report/mutants/${server}.json`)
