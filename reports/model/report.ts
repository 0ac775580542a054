import { verdicts, type Report, type Result, type Resumed, type Verdict } from '../../schemas/report.ts'
import { operationWord } from '../../schemas/vocabulary.ts'
import { findOperation } from '../../schemas/registry.ts'
import type { RunOptions, Vocabulary } from '../../schemas/target.ts'
import { entriesOf } from './entries.ts'
import { judgedOf } from './judged.ts'
import { notThereOf } from './not-there.ts'
import type { Ending, FailLevel, Findings } from './exit-code.ts'

/** What a report says besides what was found. */
export interface Circumstances {
  /** Touchstone's own version. */
  readonly touchstone: string
  readonly options: RunOptions
  readonly failOn: FailLevel
  readonly started: Date
  readonly ended: Date
  /** The interrupted runs that it went on with. */
  readonly resumed?: readonly Resumed[]
}

export function totalsOf(results: readonly Result[]): Record<Verdict, number> {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  // Object.fromEntries forgets which keys it was given: they are exactly the verdicts.
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>
}

/** The options as they may be shown: no token, no values of headers and of further fields, which may be secrets too. */
function shown(options: RunOptions, failOn: FailLevel): Record<string, unknown> {
  const { target, run: _run, seed: _seed, replay: _replay, resumes: _resumes, ...rest } = options
  const { token: _token, baseUrl: _baseUrl, headers, sample, ...open } = target
  return {
    ...rest,
    failOn,
    target: {
      ...open,
      headers: Object.keys(headers),
      sample: Object.fromEntries(Object.entries(sample).map(([id, fields]) => [id, Object.keys(fields)])),
    },
  }
}

/** A result with the target's own name of its operation beside the specification's. */
function named(result: Result, vocabulary: Vocabulary): Result {
  const one = findOperation(result.operation)
  const words = one && operationWord(vocabulary, one)
  return words === undefined || words === result.operation ? result : { ...result, words }
}

export function buildReport(findings: Findings, ending: Ending, circumstances: Circumstances): Report {
  const { options, failOn, started, ended, resumed } = circumstances
  const { vocabulary } = options.target
  const { file } = entriesOf(findings.results)
  const notThere = notThereOf(findings.results)
  return {
    touchstone: circumstances.touchstone,
    run: options.run,
    seed: options.seed,
    started: started.toISOString(),
    durationMs: ended.getTime() - started.getTime(),
    requests: findings.requests,
    exitCode: ending.exitCode,
    target: {
      baseUrl: options.target.baseUrl,
      serviceVersion: findings.serviceVersion,
      allowed: options.allow,
      deviations: findings.deviations,
      ...(vocabulary ? { vocabulary } : {}),
    },
    options: shown(options, failOn),
    totals: totalsOf(findings.results),
    planned: findings.planned,
    executed: findings.executed,
    ...(findings.load ? {} : { judged: judgedOf(findings.results, options.minJudged ?? null) }),
    results: vocabulary ? findings.results.map((result) => named(result, vocabulary)) : findings.results,
    coverage: findings.coverage,
    observed: findings.observed,
    ...(findings.timings ? { timings: findings.timings } : {}),
    ...(findings.pace ? { pace: findings.pace } : {}),
    leftovers: findings.leftovers,
    ...(findings.digests ? { digests: findings.digests } : {}),
    ...(findings.retries?.length ? { retries: findings.retries } : {}),
    ...(findings.load ? { load: findings.load } : {}),
    ...(resumed?.length ? { resumed } : {}),
    ...(findings.unheld?.length ? { unheld: findings.unheld } : {}),
    ...(notThere ? { notThere } : {}),
    ...(file ? { entries: file } : {}),
  }
}
