/** How many mutants that a client could complain of are told. */
import type { ServerName } from './instrument.ts'
import { reviewOf } from './reviewed.ts'
import { isTold, type MutantRow } from './rows.ts'

/** What is published. */
export interface Published {
  readonly server: ServerName
  /** Of a sample's choice; the run's own seed too. */
  readonly seed: number
  /** How many mutants the server has. */
  readonly made: number
  /** Those that were judged. */
  readonly rows: readonly MutantRow[]
}

export interface Score {
  readonly judged: number
  readonly notStarted: number
  readonly equivalent: number
  readonly open: number
  /** Of those that a client could complain of. */
  readonly told: number
  readonly untold: readonly MutantRow[]
  /** Reviewed, and told all the same: the review is wrong, or the check. */
  readonly doubtful: readonly MutantRow[]
}

export function scoreOf(rows: readonly MutantRow[]): Score {
  const kind = (row: MutantRow) => reviewOf(row.id)?.kind
  const complaints = rows.filter((row) => kind(row) === undefined && row.fate !== 'not started')
  return {
    judged: rows.length,
    notStarted: rows.filter(({ fate }) => fate === 'not started').length,
    equivalent: rows.filter((row) => kind(row) === 'equivalent').length,
    open: rows.filter((row) => kind(row) === 'open').length,
    told: complaints.filter(isTold).length,
    untold: complaints.filter((row) => !isTold(row)),
    doubtful: rows.filter((row) => kind(row) !== undefined && row.fate === 'killed'),
  }
}

/** Percent, rounded down. */
export function percent({ told, untold }: Score): number {
  const of = told + untold.length
  return of === 0 ? 100 : Math.floor((told * 100) / of)
}
