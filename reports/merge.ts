/** Joins the reports of the shards of one run, or of the segments of one load. */
import { gravity, type ClauseCoverage, type Report, type Result, type Verdict } from '../schemas/report.ts'
import { endingOf, failLevels, type Ending, type FailLevel } from './exit-code.ts'
import { entriesOf } from './entries.ts'
import { keepsLimit } from './latency.ts'
import { joinLoads, unlike } from './merge-load.ts'
import { mergeTimings } from './merge-timings.ts'
import { totalsOf } from './report.ts'

/** Reports that can't be joined; the message says why. */
export class Unjoinable extends Error {}

type Reports = readonly [Report, ...Report[]]

interface Shard {
  readonly index: number
  readonly count: number
}

function shardOf({ options }: Report): Shard {
  const { index, count } = (options['shard'] ?? {}) as Partial<Shard>
  return { index: index ?? 1, count: count ?? 1 }
}

const differing = (reports: Reports, of: (report: Report) => string): string | null => {
  const values = [...new Set(reports.map(of))]
  return values.length > 1 ? values.slice(0, 2).join(' and ') : null
}

function refuse(reports: Reports): void {
  const versions = differing(reports, ({ touchstone }) => touchstone)
  if (versions) throw new Unjoinable(`they were made by touchstone ${versions}; judge again with one version`)
  const twice = reports.find(({ run }, at) => reports.findIndex((other) => other.run === run) !== at)
  if (twice) throw new Unjoinable(`two of them are of the same run, ${twice.run}`)
  // Each run of the embedded server, or of an image, has a server of its own at an address of its own.
  const own = ({ options }: Report) => options['embedded'] === true || 'image' in options
  const targets = differing(reports, (report) => (own(report) ? 'a server of its own' : report.target.baseUrl))
  if (targets) throw new Unjoinable(`their targets are ${targets}`)
  const allowed = differing(reports, ({ target }) => target.allowed.join(', ') || 'nothing')
  if (allowed) throw new Unjoinable(`they were allowed different things: ${allowed}`)
  const loads = reports.flatMap(({ load }) => load ?? [])
  if (loads.length > 0 && loads.length < reports.length) throw new Unjoinable('some are of loads, and some are not')
  const why = unlike(loads)
  if (why !== null) throw new Unjoinable(`they are no parts of one load: ${why}`)
  if (loads.length === 0) refuseShards(reports)
}

function refuseShards(reports: Reports): void {
  const counts = differing(reports, (report) => String(shardOf(report).count))
  if (counts) throw new Unjoinable(`they are shards of ${counts}`)
  const shards = reports.map((report) => shardOf(report).index)
  const twice = shards.find((index, at) => shards.indexOf(index) !== at)
  if (twice !== undefined) throw new Unjoinable(`two of them are shard ${twice} of ${shardOf(reports[0]).count}`)
}

/** Why the parts are no whole; null: they are. */
function missing(reports: Reports, load: Report['load']): string | null {
  if (load) {
    const bad = reports.find(({ load, exitCode }) => load?.invalid !== null || exitCode === 3 || exitCode === 130)
    if (bad) return bad.load?.invalid ?? `run ${bad.run} ended without a verdict (exit code ${bad.exitCode})`
    const unseen = Object.entries(load.operations).filter(([, { count, unanswered }]) => count === unanswered)
    return unseen.length === 0 || load.gaveWay
      ? null
      : `${unseen[0]?.[0]}${unseen.length > 1 ? ` and ${unseen.length - 1} more operations` : ''} had no answer under load`
  }
  const { count } = shardOf(reports[0])
  // One that never reached its target planned nothing either, so nothing of it would be missed.
  const silent = reports.find(({ exitCode, results }) => exitCode === 130 || (exitCode === 3 && results.length === 0))
  if (silent) return `shard ${shardOf(silent).index} of ${count} ended without a verdict (exit code ${silent.exitCode})`
  const there = new Set(reports.map((report) => shardOf(report).index))
  const absent = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index))
  return absent.length === 0
    ? null
    : `of ${count} shards, ${absent.join(', ')} ${absent.length === 1 ? 'is' : 'are'} missing`
}

const rank = (verdict: Verdict | 'not judged') => (verdict === 'not judged' ? gravity.length : gravity.indexOf(verdict))
const gravest = <T extends { readonly verdict: Verdict | 'not judged' }>(parts: readonly [T, ...T[]]): T =>
  parts.reduce((worst, part) => (rank(part.verdict) < rank(worst.verdict) ? part : worst))

/** One result for each id: of several the gravest, with what was seen in all. */
function joinResults(reports: Reports, load: Report['load']): readonly Result[] {
  const byId = new Map<string, [Result, ...Result[]]>()
  for (const { results } of reports)
    for (const result of results) {
      const parts = byId.get(result.id)
      if (parts) parts.push(result)
      else byId.set(result.id, [result])
    }
  return [...byId.values()].map((parts) => {
    const worst = gravest(parts)
    const limit = worst.check === 'load/latency' ? load?.operations[worst.operation]?.limit : undefined
    if (!limit) return parts.length === 1 ? worst : { ...worst, evidence: parts.flatMap(({ evidence }) => evidence) }
    // A limit is held against what all parts measured together.
    const { id, operation, check, clause, durationMs, evidence } = worst
    const claim = /(?:MUST|SHOULD|MAY) [^:]*/.exec(parts.map(({ message }) => message).join('\n'))?.[0] ?? check
    return {
      id,
      operation,
      check,
      clause,
      durationMs,
      evidence,
      ...keepsLimit(claim, limit.p95, load?.operations[operation]),
    }
  })
}

function joinClauses(reports: Reports): readonly ClauseCoverage[] {
  const byId = Map.groupBy(
    reports.flatMap(({ coverage }) => coverage.clauses),
    ({ id }) => id,
  )
  return [...byId.values()].flatMap(([first, ...rest]) =>
    first
      ? [{ ...gravest([first, ...rest]), checks: [...new Set([first, ...rest].flatMap(({ checks }) => checks))] }]
      : [],
  )
}

function joinOperations(reports: Reports): Report['coverage']['operations'] {
  const names = (of: 'exercised' | 'succeeded') => [
    ...new Set(reports.flatMap(({ coverage }) => coverage.operations.names?.[of] ?? [])),
  ]
  const [exercised, succeeded] = [names('exercised'), names('succeeded')]
  return {
    total: reports[0].coverage.operations.total,
    exercised: exercised.length,
    succeeded: succeeded.length,
    names: { exercised, succeeded },
  }
}

const isFailLevel = (value: unknown): value is FailLevel => failLevels.some((level) => level === value)

/**
 * One report of several, its totals and exit code anew.
 * @throws Unjoinable where they are not parts of one run
 */
export function mergeReports(reports: Reports): { report: Report; ending: Ending } {
  refuse(reports)
  const [first] = reports
  const parts = reports.flatMap(({ load }) => load ?? [])
  const load = parts[0] ? joinLoads([parts[0], ...parts.slice(1)]) : undefined
  const results = joinResults(reports, load)
  const coverage = { operations: joinOperations(reports), clauses: joinClauses(reports) }
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  const [planned, executed] = load
    ? [results.length, results.length]
    : [sum((one) => one.planned), sum((one) => one.executed)]
  const unheld = [...new Set(reports.flatMap((one) => one.unheld ?? []))]
  const leftovers = reports.flatMap((one) => one.leftovers)
  const requests = sum((one) => one.requests)
  const failOn = isFailLevel(first.options['failOn']) ? first.options['failOn'] : 'fail'
  const { serviceVersion, deviations } = first.target
  const ending = endingOf(
    {
      results,
      planned,
      executed,
      requests,
      coverage,
      observed: first.observed,
      leftovers,
      serviceVersion,
      deviations,
      noVerdict: missing(reports, load),
      interrupted: false,
      unheld,
    },
    { bail: first.options['bail'] === true, failOn },
  )
  const starts = reports.map(({ started }) => Date.parse(started))
  const start = Math.min(...starts)
  const end = Math.max(...reports.map(({ started, durationMs }) => Date.parse(started) + durationMs))
  const { file } = entriesOf(results)
  const { unheld: _unheld, entries: _entries, load: _load, timings: _timings, ...rest } = first
  const timings = mergeTimings(reports)
  return {
    ending,
    report: {
      ...rest,
      run: reports.map(({ run }) => run).join('+'),
      started: new Date(start).toISOString(),
      durationMs: end - start,
      requests,
      exitCode: ending.exitCode,
      target: { ...first.target, deviations: [...new Set(reports.flatMap(({ target }) => target.deviations))] },
      options: {
        ...first.options,
        shard: { index: 1, count: 1 },
        merged: reports.map(({ run, options }) => ({ run, shard: options['shard'] })),
      },
      totals: totalsOf(results),
      planned,
      executed,
      results,
      coverage,
      observed: Object.assign({}, ...reports.toReversed().map(({ observed }) => observed)) as Report['observed'],
      leftovers,
      ...(timings ? { timings } : {}),
      ...(load ? { load } : {}),
      ...(unheld.length > 0 ? { unheld } : {}),
      ...(file ? { entries: file } : {}),
    },
  }
}
