/** What the page is made of: the report, its results packed so that three thousand stay small, and the words for them. */
import type { Evidence, Report, Result, Verdict } from '../../schemas/report.ts'
import { verdicts } from '../../schemas/report.ts'

export type Tone = 'good' | 'doubt' | 'bad' | 'none'

export interface PageClause {
  readonly id: string
  readonly says: string
  /** The heading under which it stands. */
  readonly where: string
  readonly verdict: Verdict | 'not judged' | 'left open'
  readonly checks: readonly string[]
  readonly why: string
}

export interface PageOperation {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** One of the first things to mend. */
export interface PageFirst {
  readonly verdict: Verdict
  readonly check: string | null
  readonly says: string
  readonly todo: string
  readonly count: number
  readonly operations: readonly string[]
}

/** A result as numbers: indexes into the texts, and milliseconds last but the indexes of its exchanges. */
export type Row = readonly [
  operation: number,
  check: number,
  clause: number,
  verdict: number,
  message: number,
  expected: number,
  got: number,
  reason: number,
  supply: number,
  blockedBy: number,
  words: number,
  durationMs: number,
  ...evidence: number[],
]

export interface PageModel {
  readonly report: Omit<Report, 'results' | 'coverage'> & Pick<Report, 'load'>
  readonly called: Report['coverage']['operations']
  readonly headline: string
  readonly why: string
  readonly tone: Tone
  /** Whether too little was judged to call it good news. */
  readonly little: boolean
  /** Results that were skipped because the target does not offer their operations. */
  readonly omitted: number
  /** What to mend first, and how many causes there are besides. */
  readonly first: readonly PageFirst[]
  readonly more: number
  readonly groups: readonly string[]
  readonly operations: readonly PageOperation[]
  readonly claims: Readonly<Record<string, string>>
  readonly clauses: readonly PageClause[]
  readonly texts: readonly string[]
  readonly rows: readonly Row[]
  readonly evidence: readonly Evidence[]
}

/** The results as the report has them, but for `entry`, which the model holds once for all. */
export function unpack({ texts, rows, evidence }: PageModel): readonly Result[] {
  const text = (index: number) => texts[index] ?? ''
  const optional = (key: string, index: number) => (index === 0 ? {} : { [key]: text(index) })
  return rows.map((row) => {
    const [operation, check, clause, verdict, message, expected, got, reason, supply, by, words, durationMs, ...shown] =
      row
    return {
      id: `${text(operation)} ${text(check)}`,
      operation: text(operation),
      check: text(check),
      clause: text(clause),
      verdict: verdicts[verdict] ?? 'error',
      message: text(message),
      ...optional('expected', expected),
      ...optional('got', got),
      ...optional('reason', reason),
      ...optional('supply', supply),
      ...optional('blockedBy', by),
      ...optional('words', words),
      durationMs,
      evidence: shown.flatMap((index) => evidence[index] ?? []),
    }
  })
}
