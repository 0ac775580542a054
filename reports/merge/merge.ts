/** Joins the reports of the shards of one run, or of the segments of one load. */
import type { Report, Result } from '../../schemas/report.ts'
import { endingOf, failLevels, type Ending, type FailLevel } from '../model/exit-code.ts'
import { entriesOf } from '../model/entries.ts'
import { joinLoads, unlike } from './merge-load.ts'
import { joinClauses, joinOperations, joinResults, type Reports } from './merge-results.ts'
import { mergeDigests, mergeRetries } from './merge-digests.ts'
import { mergeTimings } from './merge-timings.ts'
import { judgedOf, MIN_JUDGED } from '../model/judged.ts'
import { notThereOf } from '../model/not-there.ts'
import { totalsOf } from '../model/report.ts'

/** Reports that can't be joined; the message says why. */
export class Unjoinable extends Error {}

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
      : `${unseen[0]?.[0]}${unseen.length > 1 ? ` and ${unseen.length - 1} more operations` : ''} had no response under load`
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

/** From the first that began to the last that ended. */
function span(reports: Reports): Pick<Report, 'started' | 'durationMs'> {
  const start = Math.min(...reports.map(({ started }) => Date.parse(started)))
  const end = Math.max(...reports.map(({ started, durationMs }) => Date.parse(started) + durationMs))
  return { started: new Date(start).toISOString(), durationMs: end - start }
}

/** Says anew what rests on the votes of all parts, and what came of each question. */
export type TallyVotes = (
  results: readonly Result[],
  options: Report['options'],
) => { readonly results: readonly Result[]; readonly ways: object | undefined }

const isFailLevel = (value: unknown): value is FailLevel => failLevels.some((level) => level === value)

/**
 * One report of several, its totals and exit code anew.
 * @param tallyVotes what results come to that rest on the votes of all parts
 * @param asked the least percent that must be decided, where it is not that of the reports
 * @throws Unjoinable where they are not parts of one run
 */
export function mergeReports(
  reports: Reports,
  asked?: number,
  tallyVotes: TallyVotes = (results) => ({ results, ways: undefined }),
): { report: Report; ending: Ending } {
  refuse(reports)
  const [first] = reports
  const parts = reports.flatMap(({ load }) => load ?? [])
  const load = parts[0] ? joinLoads([parts[0], ...parts.slice(1)]) : undefined
  const { results, ways } = tallyVotes(joinResults(reports, load), first.options)
  const coverage = { operations: joinOperations(reports), clauses: joinClauses(reports, results) }
  const sum = (of: (report: Report) => number) => reports.reduce((total, report) => total + of(report), 0)
  const [planned, executed] = load
    ? [results.length, results.length]
    : [sum((one) => one.planned), sum((one) => one.executed)]
  const unheld = [...new Set(reports.flatMap((one) => one.unheld ?? []))]
  const leftovers = reports.flatMap((one) => one.leftovers)
  const requests = sum((one) => one.requests)
  const failOn = isFailLevel(first.options['failOn']) ? first.options['failOn'] : 'fail'
  // A load is judged by other figures.
  const least = load ? null : (asked ?? first.judged?.least ?? MIN_JUDGED)
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
    { bail: first.options['bail'] === true, failOn, ...(least === null ? {} : { minJudged: least }) },
  )
  const { file } = entriesOf(results)
  const notThere = notThereOf(results)
  const {
    unheld: _unheld,
    entries: _entries,
    notThere: _notThere,
    load: _load,
    timings: _timings,
    digests: _digests,
    resumed: _resumed,
    ...rest
  } = first
  const timings = mergeTimings(reports)
  const retries = mergeRetries(reports)
  const resumed = reports.flatMap((one) => one.resumed ?? [])
  const digests = mergeDigests(reports, results)
  return {
    ending,
    report: {
      ...rest,
      run: reports.map(({ run }) => run).join('+'),
      ...span(reports),
      requests,
      exitCode: ending.exitCode,
      target: { ...first.target, deviations: [...new Set(reports.flatMap(({ target }) => target.deviations))] },
      options: {
        ...first.options,
        shard: { index: 1, count: 1 },
        merged: reports.map(({ run, options }) => ({ run, shard: options['shard'] })),
      },
      totals: totalsOf(results),
      ...(load ? {} : { judged: judgedOf(results, least) }),
      planned,
      executed,
      results,
      coverage,
      observed: {
        ...(Object.assign({}, ...reports.toReversed().map(({ observed }) => observed)) as Report['observed']),
        ...(ways ? { ways } : {}),
      },
      leftovers,
      ...(timings ? { timings } : {}),
      ...(digests ? { digests } : {}),
      ...(retries.length > 0 ? { retries } : {}),
      ...(load ? { load } : {}),
      ...(resumed.length > 0 ? { resumed } : {}),
      ...(unheld.length > 0 ? { unheld } : {}),
      ...(notThere ? { notThere } : {}),
      ...(file ? { entries: file } : {}),
    },
  }
}
