/** Findings that have one cause, together: what a person mends once stands once. */
import type { Result, Verdict } from '../schemas/report.ts'

export interface Cause {
  readonly check: string
  readonly clause: string
  /** Of one cause, the first result stands for all. */
  readonly first: Result
  readonly results: readonly Result[]
}

/** How often a breach came among the answers that were watched: a cause has no number. */
const often = / \(in \d+ of \d+ answers\)/

/** The same words about another operation: its names, quoted text, bodies and counts are taken out; statuses stay. */
function withoutOperation(text: string, result: Result): string {
  const [group = '', name = ''] = result.operation.split('.')
  // An operation's name alone may be a plain word, such as `one`.
  const names = [result.operation, group, ...(/[A-Z]/.test(name) ? [name] : [])].join('|')
  return text
    .replace(often, '')
    .replace(/[{[].*/s, '{}')
    .replace(/"[^"]*"/g, '""')
    .replace(new RegExp(`\\b(?:${names})(?=Id\\b|\\b)(?!/)`, 'g'), '~')
    .replace(/\b(?!\d{3}\b)\d+\b/g, '0')
}

const key = (result: Result): string =>
  [
    result.check,
    withoutOperation(result.clause, result),
    withoutOperation(result.expected ?? '', result),
    withoutOperation(result.got ?? result.message, result),
  ].join('\n')

/** The results of this verdict by cause, the widest first. */
export function causesOf(results: readonly Result[], verdict: Verdict): readonly Cause[] {
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    if (result.verdict !== verdict) continue
    const found = groups.get(key(result))
    if (found) found.push(result)
    else groups.set(key(result), [result])
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ check: first.check, clause: first.clause, first, results: group }] : []
    })
    .toSorted((a, b) => b.results.length - a.results.length)
}

/** What was left undecided, by its reason and what would decide it. */
export function reasonsOf(
  results: readonly Result[],
  verdict: Verdict,
): readonly { readonly reason: string; readonly supply: string; readonly results: readonly Result[] }[] {
  const groups = Map.groupBy(
    results.filter((result) => result.verdict === verdict),
    (result) => withoutOperation(`${result.reason ?? result.message}\n${result.supply ?? ''}`, result),
  )
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ reason: first.reason ?? first.message, supply: first.supply ?? '', results: group }] : []
    })
    .toSorted((a, b) => b.results.length - a.results.length)
}
