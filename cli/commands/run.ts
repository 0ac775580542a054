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
import { wordsOf } from '../terminal/words.ts'

interface Flags extends RunFlags {
  readonly failOn: FailLevel
  readonly baseline?: string
  readonly out: string
  readonly reporter: readonly Reporter[]
  readonly lastFailed?: boolean
}

/** Runs the suites. */
export const judge = (resolved: Resolved, wait: number, requests?: number): Promise<Judged> =>
  onTarget(resolved, wait, async (options, { progress, signal, restart }) => {
    const { startRun } = await import('../../suites/groups/start.ts')
    const planned = requests === undefined ? {} : { plannedRequests: requests }
    return startRun(options, {
      progress: (state) => progress({ ...state, ...planned }),
      signal,
      ...(restart ? { restart } : {}),
    })
  })

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
  say(`touchstone ${version()} judges ${named(resolved.options)}`)
  say(`run ${resolved.options.run}, seed ${resolved.options.seed}`)
  const requests = await requestsOf(resolved.options)
  if (requests > LONG) say(`about ${requests.toLocaleString('en')} requests; ${shorter}`)
  const started = new Date()
  const { options, findings } = await judge(resolved, flags.wait, requests)
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
  await tell(report, ending.why, options.out, flags.reporter, await wordsOf())
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
    .addHelpText('after', `\nA whole run sends thousands of requests; ${shorter}.`)
    .action(async (flags: Flags) => end(await run(flags)))
}
