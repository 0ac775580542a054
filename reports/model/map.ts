/** The map of a report: groups down, families of checks across, and what each cell says. */
import type { Result, Verdict } from '../../schemas/report.ts'
import { familyOf, groupOf } from './words.ts'

/** From the worst to the least severe: the order in which findings are told. */
export const gravity: readonly Verdict[] = [
  'error',
  'fail',
  'unstable',
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

/** A family that fewer groups than this share have results of is folded away: its column is mostly dots. */
const NARROW = 1 / 3

/** The families that stand side by side, and those that are folded. */
export function widthsOf(
  families: readonly string[],
  groups: readonly string[],
  cells: ReadonlyMap<string, Counts>,
): { readonly wide: readonly string[]; readonly narrow: readonly string[] } {
  const isWide = (family: string) =>
    groups.filter((group) => cells.has(`${group} ${family}`)).length >= groups.length * NARROW
  const wide = families.filter(isWide)
  // A map of narrow ones alone is shown as it is: there is nothing to stand out from.
  return wide.length === 0
    ? { wide: families, narrow: [] }
    : { wide, narrow: families.filter((family) => !isWide(family)) }
}
