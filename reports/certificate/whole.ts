/** Whether reports are one whole run: a certificate of less would say more than was seen. */
import { planDigest } from '../../schemas/digest.ts'
import { verdicts, type Report } from '../../schemas/report.ts'
import { mergeReports, Unjoinable, type TallyVotes } from '../merge/merge.ts'
import { plural } from '../model/headline.ts'
import { totalsOf } from '../model/report.ts'

/** Reports that can't be certified; the message says why, and what to do. */
export class Uncertifiable extends Error {
  override readonly name = 'Uncertifiable'
}

const again = 'judge the target again and certify that report'

/** Why this report, or part, is not what a run wrote; null: nothing speaks against it. */
function broken(report: Report): string | null {
  const { results, totals, digests, options, load, touchstone } = report
  if (load) return 'it is of a load run, which judges no conformance; give the report of touchstone run'
  if (!digests) return `touchstone ${touchstone} did not note in it what it judged by; ${again}`
  const ids = results.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return `one result stands in it twice; ${again}`
  const own = totalsOf(results)
  // Older versions did not count what they did not know.
  const said = new Map<string, number>(Object.entries(totals))
  if (verdicts.some((verdict) => own[verdict] !== (said.get(verdict) ?? 0)))
    return `its totals are not those of its results, so it was changed; ${again}`
  if (!areKept(report)) return `results of a run that was interrupted are missing from it; ${again}`
  // An interrupted run has reached less than it planned, which is said in better words.
  const reached = options['bail'] !== true && planDigest(ids) !== digests.plan
  return reached ? `its results are not those that were planned; ${again}` : null
}

/** Whether a resumed run has all that it says it kept of the runs before it, and nothing of others. */
function areKept({ results, resumed = [] }: Report): boolean {
  const kept = Map.groupBy(
    results.flatMap(({ keptFrom }) => keptFrom ?? []),
    (run) => run,
  )
  return (
    [...kept.keys()].every((run) => resumed.some((one) => one.run === run)) &&
    resumed.every((one) => (kept.get(one.run)?.length ?? 0) === one.results)
  )
}

/** Why the whole is not one; null: it is. */
function unfinished({ exitCode, planned, executed, totals, results }: Report, why: string): string | null {
  if (exitCode === 130) return `the run was interrupted; ${again}, or go on with it first`
  if (exitCode === 3) return `the run ended without a verdict${why ? `: ${why}` : ''}; ${again}`
  if (planned !== executed || results.length !== executed)
    return `${plural(planned, 'result')} were planned and ${executed.toLocaleString('en')} reached; ${again}`
  return totals.error > 0 ? `${plural(totals.error, 'check')} of Touchstone itself broke; ${again}` : null
}

/**
 * One report of all: a report alone is whole, and shards are when every one of them is there.
 * @param tallyVotes what results come to that rest on the votes of all shards
 * @throws Uncertifiable where something is missing, or was changed
 */
export function wholeOf(reports: readonly [Report, ...Report[]], tallyVotes?: TallyVotes): Report {
  const [first, ...rest] = reports
  const refuse = (why: string): never => {
    throw new Uncertifiable(why)
  }
  for (const part of reports) {
    const ended = part.exitCode === 130 || (part.exitCode === 3 && rest.length === 0)
    const why = ended ? unfinished(part, '') : broken(part)
    if (why !== null) refuse(rest.length === 0 ? why : `run ${part.run}: ${why}`)
  }
  // A shard alone may have no verdict, such as one in which nothing is permitted, where the whole has one.
  const { report, ending } = joined(reports, tallyVotes)
  const whole = rest.length > 0 ? report : { ...first, exitCode: ending.exitCode === 3 ? 3 : first.exitCode }
  if (!whole.digests) return refuse(`its parts were judged by different versions of the suite; ${again} with one`)
  const why = unfinished(whole, ending.why)
  return why === null ? whole : refuse(why)
}

function joined(reports: readonly [Report, ...Report[]], tallyVotes?: TallyVotes): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(reports, undefined, tallyVotes)
  } catch (error) {
    if (error instanceof Unjoinable) throw new Uncertifiable(`they are no parts of one run: ${error.message}`)
    throw error
  }
}
