/** What to mend first: a cause that hides others, or that others follow from, comes before what it hides. */
import type { Report, Result, Verdict } from '../../../schemas/report.ts'
import { causesOf, type Cause } from '../grouping.ts'
import { plural } from '../headline.ts'
import { isTooLittle } from '../judged.ts'
import { familyOf, type Words } from '../words.ts'

/** What is not there has no token to refuse, whoever lets everyone in refuses nothing, and values come last. */
const stages: readonly (readonly string[])[] = [['exists'], ['auth'], ['media', 'errors'], ['params', 'fuzz']]

const LATER = stages.length

/** Values, names and effects: everything that is in no earlier stage. */
function stageOf(check: string): number {
  // These let clients in or are about one body: nothing else follows from them.
  if (/^auth\/(lower-case-scheme|not-stored)$|^errors\/no-/.test(check)) return LATER
  const stage = stages.findIndex((families) => families.includes(familyOf(check)))
  return stage < 0 ? LATER : stage
}

/** The causes in the order in which to mend them; of one stage the widest first. */
export const inOrder = (causes: readonly Cause[]): readonly Cause[] =>
  causes.toSorted((a, b) => stageOf(a.check) - stageOf(b.check) || b.results.length - a.results.length)

/** One of the first things to mend. */
export interface First {
  readonly verdict: Verdict
  /** The check that found it; null where no check did. */
  readonly check: string | null
  /** What is wrong, in a sentence. */
  readonly says: string
  /** What to do about it. */
  readonly todo: string
  readonly results: readonly Result[]
  /** The operations that it was seen on, each once. */
  readonly operations: readonly string[]
  /** How many causes it stands for: a check may fail in several ways. */
  readonly causes: number
}

/** So many are read at one look. */
const MOST = 3

const LET_IN = /^(the request was served|let in)/

/** Whether somebody without the token was let in: whatever token was tried, one thing is to be fixed. */
const isLetIn = ({ check, first }: Cause): boolean => familyOf(check) === 'auth' && LET_IN.test(first.got ?? '')

function todoOf(cause: Cause): string {
  const { check, first } = cause
  if (first.verdict === 'error') return 'report this defect of Touchstone; the other results stand'
  if (check === 'exists/operation')
    return 'serve it under its method and path, or name it under omit in the target file if it is not offered'
  if (isLetIn(cause)) return 'refuse every request without the valid token before anything else is looked at'
  const ask = `touchstone explain '${check}' says more`
  return first.expected ? `make the server do what the check expects: ${first.expected}; ${ask}` : ask
}

/**
 * What came of it, where the claim alone does not say so.
 * @param ways in how many ways the check failed; what is told is the most frequent of them
 */
function saysOf({ check, first }: Cause, ways: number, words: Words): string {
  const claim = words.claim(check)
  if (claim === undefined || first.got === undefined) return first.message
  return `${claim}; ${ways > 1 ? `failed in ${ways} ways, most often` : 'got'} ${first.got}`
}

/** One check that fails in several ways is fixed at one place, and read once: what it found most often stands for all. */
function found(causes: readonly Cause[], words: Words): readonly First[] {
  return [...Map.groupBy(causes, (cause) => (isLetIn(cause) ? 'let in' : cause.check)).values()].flatMap((alike) => {
    const [widest] = alike
    if (!widest) return []
    const results = alike.flatMap((cause) => cause.results)
    const operations = [...new Set(results.map(({ operation }) => operation))]
    const { check, first } = widest
    const ways = isLetIn(widest) ? 1 : alike.length
    const common = { verdict: first.verdict, check, says: saysOf(widest, ways, words), todo: todoOf(widest) }
    return [{ ...common, results, operations, causes: alike.length }]
  })
}

/** What would decide most, where too little was decided. */
function gainsOf({ judged }: Report): readonly First[] {
  if (!judged || !isTooLittle(judged)) return []
  return judged.gains.map(({ supply, results }) => ({
    verdict: 'inconclusive' as const,
    check: null,
    says: `${plural(results, 'result')} could not be decided`,
    todo: supply,
    results: [],
    operations: [],
    causes: 1,
  }))
}

/**
 * The worst come first: defects of ours, then failures; what would decide more, and warnings, only where nothing fails.
 * `more` is how many causes there are besides.
 */
export function firstOf(report: Report, words: Words): { readonly first: readonly First[]; readonly more: number } {
  const causes = (verdict: Verdict) => found(inOrder(causesOf(report.results, verdict)), words)
  const graves = [...causes('error'), ...causes('fail')]
  const all = graves.length > 0 ? graves : [...gainsOf(report), ...causes('warn')]
  return { first: all.slice(0, MOST), more: all.slice(MOST).reduce((sum, { causes: its }) => sum + its, 0) }
}
