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

/** What a check said it is, or of a report that says none (an older one, or of load) its very words. */
const saidOf = (result: Result): string => result.cause ?? result.got ?? result.reason ?? result.message

const key = (result: Result): string => [result.check, saidOf(result)].join('\n')

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

/** Whether both failed in the same way, or are about one exchange. */
function alike({ first }: Cause, { first: other }: Cause): boolean {
  const curl = shownBy(first)?.curl
  return saidOf(first) === saidOf(other) || (curl !== undefined && curl === shownBy(other)?.curl)
}

/** Checks of one family that found the same on the very same operations found one thing: all of auth, if the target reads a token in another place. */
function folded(causes: readonly Cause[]): readonly Cause[] {
  const beside = Map.groupBy(causes, (cause) => `${familyOf(cause.check)} ${operationsOf(cause)}`)
  return [...beside.values()].flatMap((family) => {
    const wholes: Cause[] = []
    for (const cause of family) {
      const at = wholes.findIndex((whole) => alike(whole, cause))
      const whole = wholes[at]
      if (whole) wholes.splice(at, 1, ...causeOf([...whole.results, ...cause.results]))
      else wholes.push(cause)
    }
    return wholes
  })
}

/** The results of this verdict by cause, the widest first. */
export function causesOf(results: readonly Result[], verdict: Verdict): readonly Cause[] {
  const groups = Map.groupBy(
    results.filter((result) => result.verdict === verdict),
    key,
  )
  return folded([...groups.values()].flatMap(causeOf)).toSorted((a, b) => b.results.length - a.results.length)
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

/** The server says itself that it failed: nobody has to ask why first (docs/judgement.md, rule 21). */
const saysItself = ({ results }: Reason) => (results.some(({ check }) => check === 'errors/server-error') ? 1 : 0)

/** The operation that a result waited for; its own, where it waited for none. */
const subjectOf = ({ blockedBy, operation }: Result): string => blockedBy?.split(' ', 1)[0] ?? operation

/** The reason that most of them give; where others are about other operations, how many it is true of, and what the others are about. */
function reasonOf(results: readonly Result[]): string {
  const alike = Map.groupBy(results, ({ reason, message }) => reason ?? message)
  const [first, ...others] = [...alike].toSorted(([, a], [, b]) => b.length - a.length)
  if (!first) return ''
  const [widest, own] = first
  const ownSubjects = new Set(own.map(subjectOf))
  const subjects = new Set(others.flatMap(([, some]) => some.map(subjectOf)).filter((one) => !ownSubjects.has(one)))
  if (subjects.size === 0) return widest
  const named = [...subjects].slice(0, SUPPLIES)
  const more = subjects.size > named.length ? ` and ${subjects.size - named.length} more` : ''
  return `${widest} (${own.length.toLocaleString('en')} of them; the others are about ${named.join(', ')}${more})`
}

/** What was left undecided by why, server errors first, then the widest first. */
export function reasonsOf(results: readonly Result[], verdict: Verdict): readonly Reason[] {
  const groups = Map.groupBy(
    results.filter((result) => result.verdict === verdict),
    saidOf,
  )
  return [...groups.values()]
    .flatMap((group) => {
      return [{ reason: reasonOf(group), supply: suppliesOf(group), results: group }]
    })
    .toSorted((a, b) => saysItself(b) - saysItself(a) || b.results.length - a.results.length)
}

/** More steps than these are not typed by hand. */
const STEPS = 4

/**
 * The requests that show a finding, in their order: all of them, or the last of many. Where the first is harmless, the one
 * that breaks a rule is among them.
 */
export function stepsOf({ evidence, fuzz }: Result): readonly string[] {
  const lines = [...new Set(evidence.map(({ curl }) => curl))]
  return fuzz ? lines : lines.slice(-STEPS)
}

/** Of several exchanges the one that came out as `got` says: that of the operation itself, with that status. */
function shownBy({ operation, words = operation, got, evidence }: Result): Evidence | undefined {
  const own = evidence.filter(({ request }) => request.url.replace(/[?#].*/s, '').endsWith(`/${words}`))
  const answering = own.find(({ response }) => response && got?.includes(String(response.status)))
  return answering ?? own[0] ?? evidence[0]
}
