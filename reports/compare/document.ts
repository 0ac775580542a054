/** What a comparison says, before it has a form: tables under titles. */
import type { Verdict } from '../../schemas/report.ts'

/** Text, or a verdict that may be shown in its colour. */
export type Cell = string | { readonly verdict: Verdict | 'none' }

export interface Row {
  readonly cells: readonly Cell[]
  /** Worth a look before the others. */
  readonly strong?: boolean
}

export interface Table {
  readonly title: string
  /** A sentence under the title. */
  readonly note?: string
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
}

export interface Document {
  readonly title: string
  /** Sentences before the tables. */
  readonly lead: readonly string[]
  readonly tables: readonly Table[]
}

export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell : cell.verdict === 'none' ? '–' : cell.verdict
