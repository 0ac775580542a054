/** The map of a report: groups down, families of checks across, and what each cell says. */
import type { Result, Verdict } from '../../schemas/report.ts'
import { familyOf, groupOf } from './words.ts'

/** From the gravest to the mildest: the order in which findings are told. */
export const gravity: readonly Verdict[] = [
  'error',
  'fail',
  'warn',
  'known',
  'inconclusive',
  'blocked',
  'note',
  'skipped',
  'pass',
]

export type Counts = Map<Verdict, number>

/** The results counted by group, family and verdict. */
export function countsOf(results: readonly Result[]): ReadonlyMap<string, Counts> {
  const cells = new Map<string, Counts>()
  for (const { operation, check, verdict } of results) {
    const key = `${groupOf(operation)} ${familyOf(check)}`
    const counts = cells.get(key) ?? new Map()
    cells.set(key, counts.set(verdict, (counts.get(verdict) ?? 0) + 1))
  }
  return cells
}

/** What a cell says of itself: a note is no reason to stop calling it passed. */
export function faceOf(counts: Counts): Verdict {
  const found = gravity.filter((verdict) => counts.has(verdict))
  const grave = found.find((verdict) => verdict !== 'note' && verdict !== 'skipped')
  return grave ?? found[0] ?? 'skipped'
}
