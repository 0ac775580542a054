/** Findings that have one cause, together: what a person mends once stands once. */
import type { Evidence, Result, Verdict } from '../schemas/report.ts'

export interface Cause {
  readonly check: string
  readonly clause: string
  /** Of one cause, the first result stands for all. */
  readonly first: Result
  readonly results: readonly Result[]
}

/** What looks like an operation's name, and its group. */
const mention = /\b([a-z]+)\.[a-z]\w*/g

/** The same words about another operation: names, bodies, quoted text, identifiers and counts are taken out; statuses stay. */
function withoutOperation(text: string, result: Result): string {
  const [group = '', name = ''] = result.operation.split('.')
  const words = text.replace(/[{[].*|<(?!ACCESS_TOKEN>).*/s, '{}')
  const mentioned = [...words.matchAll(mention)].flatMap(([whole, its = '']) => [whole, its])
  // An operation's name alone may be a plain word, such as `one`.
  const names = [result.operation, ...mentioned, group, ...(/[A-Z]/.test(name) ? [name] : [])].join('|')
  return words
    .replace(/"[^"]*"/g, '""')
    .replace(new RegExp(`\\b(?:${names})(?=Id\\b|\\b)(?!/)`, 'g'), '~')
    .replace(/ \((?:in \d+ of \d+ answers|seed [^)]*)\)/g, '')
    .replace(/\b[\da-f]{8}[\da-f-]{8,}\b/gi, '#')
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
  const alike = new Map<string, Result[]>()
  for (const result of results) {
    if (result.verdict !== verdict) continue
    const found = alike.get(key(result))
    if (found) found.push(result)
    else alike.set(key(result), [result])
  }
  return [...alike.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ check: first.check, clause: first.clause, first, results: group }] : []
    })
    .toSorted((a, b) => b.results.length - a.results.length)
}

export interface Reason {
  readonly reason: string
  /** What would decide them, each once; '' where nothing is known to. */
  readonly supply: string
  readonly results: readonly Result[]
}

/** More than these are not read. */
const SUPPLIES = 3

/** What would decide most of them first. */
function suppliesOf(results: readonly Result[]): string {
  const alike = Map.groupBy(results, ({ supply }) => supply ?? '')
  alike.delete('')
  const supplies = [...alike].toSorted(([, a], [, b]) => b.length - a.length).map(([supply]) => supply)
  const more = supplies.length > SUPPLIES ? [`and ${supplies.length - SUPPLIES} more`] : []
  return [...supplies.slice(0, SUPPLIES), ...more].join('; ')
}

/** What was left undecided by why, the widest first; names of fields stand in brackets, and tell no reasons apart. */
export function reasonsOf(results: readonly Result[], verdict: Verdict): readonly Reason[] {
  const alike = Map.groupBy(
    results.filter((result) => result.verdict === verdict),
    (result) => withoutOperation(result.reason ?? result.message, result).replace(/\([^)]*\)/g, '()'),
  )
  return [...alike.values()]
    .flatMap((group) => {
      const [first] = group
      return first ? [{ reason: first.reason ?? first.message, supply: suppliesOf(group), results: group }] : []
    })
    .toSorted((a, b) => b.results.length - a.results.length)
}

/** Of several exchanges the one that came out as `got` says: that of the operation itself, with that status. */
export function shownBy({ operation, words = operation, got, evidence }: Result): Evidence | undefined {
  const own = evidence.filter(({ request }) => request.url.replace(/[?#].*/s, '').endsWith(`/${words}`))
  const told = own.find(({ response }) => response && got?.includes(String(response.status)))
  return told ?? own[0] ?? evidence[0]
}
