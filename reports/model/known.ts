/** What a target file says to accept a report's failures for now: an entry a cause, in as few patterns as mean them alone. */
import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { causesOf, type Cause } from './grouping.ts'
import { groupOf } from './words.ts'

export interface KnownEntry {
  readonly id: string | readonly string[]
  readonly why: string
  readonly until?: string
}

/** The verdicts that make exit code 1 at this level. */
const failing = (failOn: unknown): readonly Verdict[] =>
  failOn === 'warn' || failOn === 'inconclusive' ? ['fail', 'warn'] : ['fail']

/** Longer messages are cut: a target file is read by people. */
const LONGEST = 200

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/**
 * Patterns for these results of one check: `*` or a group where all that was judged there is among them, else each by its
 * id. So no pattern accepts what does not fail today.
 * @param all of that check
 */
function patternsOf(results: readonly Result[], all: readonly Result[]): readonly string[] {
  const own = new Set(results.map(({ id }) => id))
  const isWhole = (some: readonly Result[]) =>
    some.length > 1 && some.every(({ id, verdict }) => own.has(id) || verdict === 'skipped' || verdict === 'known')
  const [first] = results
  if (!first) return []
  if (results.length > 1 && isWhole(all)) return [`* ${first.check}`]
  const groups = Map.groupBy(results, ({ operation }) => groupOf(operation))
  return [...groups].flatMap(([group, some]) =>
    some.length > 1 && isWhole(all.filter(({ operation }) => groupOf(operation) === group))
      ? [`${group}.* ${first.check}`]
      : some.map(({ id }) => id),
  )
}

function entryOf({ results, first }: Cause, all: readonly Result[], until: string | null): KnownEntry {
  const byCheck = Map.groupBy(results, ({ check }) => check)
  const ids = [...byCheck].flatMap(([check, some]) =>
    patternsOf(
      some,
      all.filter((one) => one.check === check),
    ),
  )
  const [only = ''] = ids
  return { id: ids.length === 1 ? only : ids, why: cut(first.message), ...(until === null ? {} : { until }) }
}

/**
 * Entries for all that made this report fail, the widest cause first.
 * @param until the last day on which they are accepted, as ISO 8601 writes it; null: for good
 */
export function knownOf({ results, options }: Report, until: string | null): readonly KnownEntry[] {
  return failing(options['failOn'])
    .flatMap((verdict) => causesOf(results, verdict))
    .map((cause) => entryOf(cause, results, until))
}
