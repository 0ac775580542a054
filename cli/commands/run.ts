import { join } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { failLevels, endingOf, type FailLevel } from '../../reports/model/exit-code.ts'
import { MIN_JUDGED } from '../../reports/model/judged.ts'
import { comparedInWords, comparedWith } from '../../reports/model/baseline.ts'
import { buildReport } from '../../reports/model/report.ts'
import { addRunOptions, type RunFlags } from '../options/flags.ts'
import { addImageOptions } from '../options/image.ts'
import { resolveRun, type Resolved } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'
import { readEarlier } from '../steps/earlier-report.ts'
import { keepLogs, named, onTarget, type Judged } from '../steps/on-target.ts'
import { prepareOut } from '../steps/out.ts'
import { lastFailed } from '../steps/selection.ts'
import { say } from '../terminal/say.ts'
import { reporterOption, tell, type Reporter } from '../terminal/tell.ts'
import { version } from '../version.ts'
import type { Sent } from '../../schemas/report.ts'
import { wordsOf } from '../terminal/words.ts'

interface Flags extends RunFlags {
  readonly failOn: FailLevel
  readonly baseline?: string
  readonly out: string
  readonly reporter: readonly Reporter[]
  readonly lastFailed?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
}

/** What is shown of a run while it works. */
interface Watching {
  /** Requests that it will send, about; nobody knows where it is left out. */
  readonly requests?: number
  /** Told of every exchange. */
  readonly sent?: (sent: Sent) => void
  /** Whether no progress is shown. */
  readonly still?: boolean
}

/** Runs the suites. */
export const judge = (resolved: Resolved, wait: number, { requests, sent, still }: Watching = {}): Promise<Judged> =>
  onTarget(
    resolved,
    wait,
    async (options, { progress, signal, restart }) => {
      const { startRun } = await import('../../suites/groups/start.ts')
      const planned = requests === undefined ? {} : { plannedRequests: requests }
      return startRun(options, {
        progress: (state) => progress({ ...state, ...planned }),
        signal,
        ...(restart ? { restart } : {}),
        ...(sent ? { sent } : {}),
      })
    },
    still,
  )

/** A request and what came of it, on a line; without the base address, which is the same for all. */
function onLine({ evidence: { request, response, failure }, started }: Sent, baseUrl: string): string {
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url
  const came = response ? `${response.status} in ${Math.round(response.durationMs)} ms` : (failure ?? 'no response')
  return `${started.slice(11, 23)} ${request.method.padEnd(4)} ${path} ${came}`
}

/** More requests than that are told beforehand, with how to have fewer. */
const LONG = 3000
const shorter = 'shorter with --fuzz 0, --only PATTERN or --shard 1/4'

/** Requests that a run sends, at most. */
async function requestsOf(options: Resolved['options']): Promise<number> {
  const { planned } = await import('../../suites/run/plan.ts')
  return planned(options).reduce((sum, { requests }) => sum + requests, 0)
}

/** What `--last-failed` selects is read before the earlier report is taken away. */
async function selected(flags: Flags): Promise<Flags> {
  if (!flags.lastFailed) return flags
  if (flags.only) throw new UsageError('--last-failed and --only both say what to judge; give one of them')
  return { ...flags, only: await lastFailed(join(flags.out, 'report.json')) }
}

async function run(given: Flags): Promise<number> {
  const flags = await selected(withTargetHere(given))
  const resolved = await resolveRun(flags, process.env, flags.out)
  try {
    return await runWith(resolved, flags)
  } finally {
    await resolved.close()
  }
}

async function runWith(resolved: Resolved, flags: Flags): Promise<number> {
  // A mistake is told before an earlier report is taken away.
  ;(await import('../../suites/run/selected.ts')).emptyShard(resolved.options)
  const baseline = flags.baseline === undefined ? null : readEarlier(flags.baseline).results
  prepareOut(resolved.options.out)
  const { quiet = false, verbose = false } = flags
  const aside = quiet ? () => undefined : say
  aside(`touchstone ${version()} judges ${named(resolved.options)}`)
  aside(`run ${resolved.options.run}, seed ${resolved.options.seed}`)
  const requests = await requestsOf(resolved.options)
  if (requests > LONG) aside(`about ${requests.toLocaleString('en')} requests; ${shorter}`)
  const started = new Date()
  // Each exchange is kept only where it was asked for: those of a whole run take some fifty megabytes.
  const kept: Sent[] | null = flags.reporter.includes('har') ? [] : null
  const { options, findings } = await judge(resolved, flags.wait, {
    requests,
    still: quiet || verbose,
    ...(kept || verbose
      ? {
          sent: (one) => {
            kept?.push(one)
            if (verbose) say(onLine(one, resolved.options.target.baseUrl))
          },
        }
      : {}),
  })
  const compared = baseline && comparedWith(baseline, findings.results, flags.failOn)
  const { bail, minJudged = MIN_JUDGED } = options
  const ending = endingOf(findings, {
    bail,
    failOn: flags.failOn,
    minJudged,
    ...(compared ? { asBefore: compared.same.length } : {}),
  })
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date() }
  const report = buildReport(findings, ending, circumstances)
  await tell(report, {
    why: ending.why,
    folder: options.out,
    asked: flags.reporter,
    words: await wordsOf(),
    quiet,
    ...(kept ? { sent: kept } : {}),
  })
  if (compared && flags.baseline !== undefined) comparedInWords(compared, flags.baseline).forEach(say)
  keepLogs(resolved, options, ending.exitCode)
  return ending.exitCode
}

export function runCommand(end: (exitCode: number) => void): Command {
  return addImageOptions(
    addRunOptions(new Command('run').description('judge a target; without one, the embedded reference server')),
  )
    .addOption(
      new Option('--fail-on <verdict>', 'least severe verdict that fails the run').choices(failLevels).default('fail'),
    )
    .option('--last-failed', 'judge only what failed in the report in --out')
    .option('--baseline <report>', 'fail only for what is worse than in this report.json')
    .option('--out <dir>', 'the folder for reports', 'touchstone-report')
    .addOption(reporterOption())
    .addOption(new Option('--quiet', 'print only the verdict and what to mend first').conflicts('verbose'))
    .option('--verbose', 'print each request on a line')
    .addHelpText('after', `\nA whole run sends thousands of requests; ${shorter}.`)
    .action(async (flags: Flags) => end(await run(flags)))
}
