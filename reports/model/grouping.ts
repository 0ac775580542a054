/** Findings that have one cause, together: what a person mends once stands once. */
import type { Evidence, Result, Verdict } from '../../schemas/report.ts'
import { familyOf } from './words.ts'

export interface Cause {
  readonly check: string
  readonly clause: string
  /** All that found it, each on all its operations; `check` comes first. */
  readonly checks: readonly string[]
  /** Of one cause, the first result stands for all. */
  readonly first: Result
  readonly results: readonly Result[]
}

/** What looks like an operation's name, and its group. */
const mention = /\b([a-z]+)\.[a-z]\w*/g

/** The body of a told answer, which may be a bare value: `200, application/json, true`. */
const told = /(?<=\b\d{3}, [\w.+-]+\/[\w.+-]+(?:;[^,]*)?, ).*/s

/** The same words about another operation: names, fields, bodies, quoted text, ids and counts are taken out; statuses stay. */
function withoutOperation(text: string, result: Result): string {
  const [group = '', name = ''] = result.operation.split('.')
  const words = text.replace(told, '{}').replace(/[{[].*|<(?!ACCESS_TOKEN>).*/s, '{}')
  const mentioned = [...words.matchAll(mention)].flatMap(([whole, its = '']) => [whole, its])
  // An operation's name alone may be a plain word, such as `one`.
  const names = [result.operation, ...mentioned, group, ...(/[A-Z]/.test(name) ? [name] : [])].join('|')
  return (
    words
      .replace(/"[^"]*"/g, '""')
      .replace(new RegExp(`\\b(?:${names})(?=Id\\b|\\b)(?!/)`, 'g'), '~')
      // Which fields it was, and which payload showed it.
      .replace(/(?<= of) [\w, ]+(?=, by )/, ' ~')
      .replace(/, in answer to .*/s, '')
      .replace(/ \((?:in \d+ of \d+ answers|seed [^)]*)\)/g, '')
      .replace(/\b[\da-f]{8}[\da-f-]{8,}\b/gi, '#')
      .replace(/\b(?!\d{3}\b)\d+\b/g, '0')
  )
}

const gotOf = (result: Result): string => withoutOperation(result.got ?? result.message, result)

const key = (result: Result): string =>
  [
    result.check,
    withoutOperation(result.clause, result),
    withoutOperation(result.expected ?? '', result),
    gotOf(result),
  ].join('\n')

const causeOf = (results: readonly Result[]): readonly Cause[] => {
  const [first] = results
  if (!first) return []
  return [
    {
      check: first.check,
      clause: first.clause,
      checks: [...new Set(results.map(({ check }) => check))],
      first,
      results,
    },
  ]
}

const operationsOf = ({ results }: Cause): string =>
  [...new Set(results.map(({ operation }) => operation))].toSorted().join()

/** Whether the same came of both, or both are about one exchange. */
function sameCame({ first }: Cause, { first: other }: Cause): boolean {
  const curl = shownBy(first)?.curl
  return gotOf(first) === gotOf(other) || (curl !== undefined && curl === shownBy(other)?.curl)
}

/** Checks of one family that found the same on the very same operations found one thing: all of auth, if the target reads a token in another place. */
function folded(causes: readonly Cause[]): readonly Cause[] {
  const beside = Map.groupBy(causes, (cause) => `${familyOf(cause.check)} ${operationsOf(cause)}`)
  return [...beside.values()].flatMap((alike) => {
    const wholes: Cause[] = []
    for (const cause of alike) {
      const at = wholes.findIndex((whole) => sameCame(whole, cause))
      const whole = wholes[at]
      if (whole) wholes.splice(at, 1, ...causeOf([...whole.results, ...cause.results]))
      else wholes.push(cause)
    }
    return wholes
  })
}

/** The results of this verdict by cause, the widest first. */
export function causesOf(results: readonly Result[], verdict: Verdict): readonly Cause[] {
  const alike = Map.groupBy(
    results.filter((result) => result.verdict === verdict),
    key,
  )
  return folded([...alike.values()].flatMap(causeOf)).toSorted((a, b) => b.results.length - a.results.length)
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
