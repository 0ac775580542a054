/** What a run left open, and the verdict that follows from it (docs/certify.md). */
import type { Conformance, Gaps, Undecided } from '../../schemas/certificate.ts'
import { operationsOf } from '../../schemas/pattern.ts'
import { operations } from '../../schemas/registry.ts'
import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { verdictsOf } from '../model/unstable.ts'
import { knownIn, patterns, targetOptions } from './options.ts'

/** What is held for or against a target; whatever else a result says leaves its question open. */
const decided: readonly Verdict[] = ['pass', 'note', 'warn', 'fail', 'known', 'skipped']

function byReason(results: readonly Result[]): readonly Undecided[] {
  const alike = Map.groupBy(results, ({ reason, message }) => reason ?? message)
  return [...alike].map(([reason, all]) => ({ reason, results: all.map(({ id }) => id) }))
}

function narrowed({ options }: Report): readonly string[] {
  const named = (flag: string) => {
    const all = patterns(options, flag)
    return all.length === 0 ? [] : [`--${flag} ${all.join(' ')}`]
  }
  return [...named('only'), ...named('skip'), ...(options['fuzz'] === 0 ? ['--fuzz 0: nothing was fuzzed'] : [])]
}

export function gapsOf(report: Report): Gaps {
  const { results, coverage, target, options } = report
  const omits = patterns(targetOptions(options), 'omit').map(operationsOf)
  const omitted = operations.map(({ id }) => id).filter((id) => omits.some((match) => match(id)))
  const without = new Set<string>(omitted)
  const offered = results.filter(({ operation }) => !without.has(operation))
  const planned = new Set(offered.map(({ operation }) => operation))
  const open = new Set(offered.flatMap(({ operation, verdict }) => (verdict === 'skipped' ? [] : [operation])))
  const succeeded = new Set(coverage.operations.names?.succeeded)
  const known = new Map(knownIn(options).map((entry) => [entry.id, entry]))
  return {
    narrowed: narrowed(report),
    deviations: target.deviations,
    omitted,
    unselected: operations.map(({ id }) => id as string).filter((id) => !planned.has(id) && !without.has(id)),
    neverSucceeded: [...open].filter((id) => !succeeded.has(id)),
    skipped: byReason(offered.filter(({ verdict }) => verdict === 'skipped')),
    undecided: byReason(offered.filter(({ verdict }) => !decided.includes(verdict))),
    known: offered
      .filter(({ verdict }) => verdict === 'known')
      .map(({ id, message }) => ({ id, why: known.get(id)?.why ?? message, until: known.get(id)?.until ?? null })),
  }
}

/** Any failure decides; without one, any gap does. */
export function conformanceOf(report: Report, gaps: Gaps): Conformance {
  if (report.results.some((result) => verdictsOf(result).includes('fail'))) return 'does not conform'
  return Object.values(gaps).some((list: readonly unknown[]) => list.length > 0) ? 'conforms in part' : 'conforms'
}
