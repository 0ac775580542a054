/** From the report to what the page is made of. */
import { clauses, findClause } from '../../schemas/clauses.ts'
import { groups, operations } from '../../schemas/registry.ts'
import { verdicts, type Evidence, type Report, type Result } from '../../schemas/report.ts'
import { headline, isLittle, omittedIn } from '../model/headline.ts'
import { firstOf } from '../model/causes/mend.ts'
import { failsAtTimes } from '../model/unstable.ts'
import type { Words } from '../model/words.ts'
import type { PageClause, PageModel, Row, Tone } from './model.ts'

/** Each text once; number 0 is the empty one. */
class Texts {
  readonly all: string[] = ['']
  readonly #indexes = new Map([['', 0]])

  index(text = ''): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}

function packResult(result: Result, texts: Texts, evidence: Evidence[]): Row {
  const of = (text?: string) => texts.index(text)
  return [
    of(result.operation),
    of(result.check),
    of(result.clause),
    verdicts.indexOf(result.verdict),
    of(result.message),
    of(result.expected),
    of(result.got),
    of(result.reason),
    of(result.supply),
    of(result.blockedBy),
    of(result.words),
    Math.round(result.durationMs),
    ...result.evidence.map((one) => evidence.push(one) - 1),
  ]
}

function clausesOf(report: Report): readonly PageClause[] {
  const asserted = report.coverage.clauses.map(({ id, verdict, checks, why = '' }) => {
    const clause = findClause(id)
    return { id, says: clause?.says ?? '', where: clause?.where ?? '', verdict, checks, why }
  })
  const open = clauses
    .filter((clause) => !clause.asserted)
    .map(({ id, says, where, why = '' }) => ({ id, says, where, verdict: 'left open' as const, checks: [], why }))
  return [...asserted, ...open]
}

function toneOf({ exitCode, totals, results }: Report): Tone {
  if (exitCode === 3 || exitCode === 130) return 'none'
  if (failsAtTimes(results) > 0 || totals.fail > 0) return 'bad'
  const open = totals.warn + totals.unstable + totals.inconclusive + totals.blocked
  return exitCode !== 0 || open > 0 ? 'doubt' : 'good'
}

/** `why` is why the exit code is not 0. */
export function packPage(report: Report, why: string, words: Words): PageModel {
  const { results, coverage, ...others } = report
  const texts = new Texts()
  const evidence: Evidence[] = []
  const rows = results.map((result) => packResult(result, texts, evidence))
  const checks = [...new Set(results.map((result) => result.check))]
  const { first, more } = firstOf(report, words)
  return {
    report: others,
    called: coverage.operations,
    headline: headline(report, why),
    why,
    tone: toneOf(report),
    little: isLittle(report),
    omitted: omittedIn(results),
    first: first.map(({ verdict, check, says, todo, operations, results: its }) => ({
      verdict,
      check,
      says,
      todo,
      operations,
      count: its.length,
    })),
    more,
    groups: Object.keys(groups),
    operations: operations.map(({ id, method, path }) => ({ id, method, path })),
    claims: Object.fromEntries(checks.map((check) => [check, words.claim(check) ?? ''])),
    clauses: clausesOf(report),
    texts: texts.all,
    rows,
    evidence,
  }
}
