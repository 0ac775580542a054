import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { failLevels, endingOf, type FailLevel, type Findings } from '../../reports/model/exit-code.ts'
import { MIN_JUDGED } from '../../reports/model/judged.ts'
import { comparedInWords, comparedWith } from '../../reports/model/baseline.ts'
import { buildReport } from '../../reports/model/report.ts'
import type { Leftover } from '../../schemas/report.ts'
import { DEFAULT_FUZZ } from '../../schemas/fuzzed.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { addRunOptions, whole, type RunFlags } from '../options/flags.ts'
import { addImageOptions } from '../options/image.ts'
import { resolveRun, type Resolved } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'
import { readEarlier } from '../steps/earlier-report.ts'
import { keepLogs, named, onTarget, type Judged } from '../steps/on-target.ts'
import { prepareOut } from '../steps/out.ts'
import {
  beginKeeping,
  cleanedUp,
  headingOf,
  interruptedIn,
  keepOrDrop,
  resumedOf,
  type Heading,
  keptFlags,
} from '../steps/resume.ts'
import { lastFailed } from '../steps/selection.ts'
import { onLine } from '../terminal/on-line.ts'
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
  readonly resume?: string
  readonly repeat: number
}

/** What is shown of a run while it works, and done before it. */
interface Watching {
  /** Reckons how many requests it will send, about; asked when it sends and Ctrl-C has it clean up. */
  readonly requests?: () => Promise<number>
  /** Told of every exchange. */
  readonly sent?: (sent: Sent) => void
  /** Whether no progress is shown. */
  readonly still?: boolean
  /** Deletes what earlier runs left, before anything is judged; what is left all the same stands in the report. */
  readonly cleanUp?: (options: RunOptions) => Promise<readonly Leftover[]>
}

/** Runs the suites. */
export const judge = (
  resolved: Resolved,
  wait: number,
  { requests, sent, still, cleanUp = () => Promise.resolve([]) }: Watching = {},
): Promise<Judged> =>
  onTarget(
    resolved,
    wait,
    async (options, { progress, signal, restart }) => {
      const left = await cleanUp(options)
      const { startRun } = await import('../../suites/groups/start.ts')
      let planned: { readonly plannedRequests?: number } = {}
      const running = startRun(options, {
        progress: (state) => progress({ ...state, ...planned }),
        signal,
        ...(restart ? { restart } : {}),
        ...(sent ? { sent } : {}),
      })
      // Reckoned while the run sends.
      const reckoned = requests?.().then((plannedRequests) => (planned = { plannedRequests }))
      const [outcome] = await Promise.all([running, reckoned])
      return { ...outcome, leftovers: [...left, ...outcome.leftovers] }
    },
    still,
  )

/** More requests than that are told beforehand, with how to have fewer. */
const LONG = 3000
const shorter = (fuzz = 0) => `shorter with ${fuzz > 0 ? '--fuzz 0, ' : ''}--only PATTERN or --shard 1/4`

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

/** What the user gives goes before what the interrupted run was given. */
function goingOn(flags: Flags, folder: string, isGiven: (name: string) => boolean): Flags {
  if (isGiven('repeat'))
    throw new UsageError('--repeat starts from the beginning each time; remove --repeat or --resume')
  if (flags.lastFailed) throw new UsageError('--resume judges the rest of the interrupted run; remove --last-failed')
  if (isGiven('out') && resolve(flags.out) !== resolve(folder))
    throw new UsageError('--resume writes into the folder that it names; remove --out')
  const before = interruptedIn(folder).at(-1)
  const mine = Object.fromEntries(Object.entries(flags).filter(([name]) => isGiven(name)))
  // They were flags of this command when they were kept.
  return { ...flags, seed: before?.seed, ...before?.flags, ...mine, out: folder } as Flags
}

async function run(typed: Flags, isTyped: (name: string) => boolean): Promise<number> {
  const given = typed.resume === undefined ? await selected(typed) : goingOn(typed, typed.resume, isTyped)
  const flags = withTargetHere(given)
  const before = flags.resume === undefined ? [] : interruptedIn(flags.resume)
  const isGiven = (name: string) =>
    isTyped(name) || ['target', 'only'].includes(name) || name in (before.at(-1)?.flags ?? {})
  const resolved = await resolveRun(flags, process.env, flags.out)
  try {
    const { repeat } = flags
    const options = {
      ...resolved.options,
      ...(repeat > 1 ? { repeat } : { resumes: before.map((one) => one.run) }),
    }
    return await runWith({ ...resolved, options }, flags, before, keptFlags(flags, isGiven))
  } finally {
    await resolved.close()
  }
}

async function runWith(
  resolved: Resolved,
  flags: Flags,
  before: readonly Heading[],
  keeping: Record<string, unknown>,
): Promise<number> {
  // A mistake is told before an earlier report is taken away.
  ;(await import('../../suites/run/selected.ts')).emptyShard(resolved.options)
  const baseline = flags.baseline === undefined ? null : readEarlier(flags.baseline).results
  const started = new Date()
  const heading = flags.repeat > 1 ? null : await headingOf(resolved.options, started, keeping, before.at(-1))
  prepareOut(resolved.options.out)
  if (heading) beginKeeping(resolved.options, heading)
  // Needed at the end, and read while the run sends.
  let words: ReturnType<typeof wordsOf> | undefined
  const { quiet = false, verbose = false } = flags
  const aside = quiet ? () => undefined : say
  aside(`touchstone ${version()} judges ${named(resolved.options)}`)
  aside(`run ${resolved.options.run}, seed ${resolved.options.seed}`)
  for (const { run: id } of before.slice(-1)) aside(`it goes on with run ${id}, which was interrupted`)
  // Each exchange is kept only where it was asked for: those of a whole run take some fifty megabytes.
  const kept: Sent[] | null = flags.reporter.includes('har') ? [] : null
  const judged = await judge(resolved, flags.wait, {
    async requests() {
      words = wordsOf()
      const requests = await requestsOf(resolved.options)
      if (requests > LONG) aside(`about ${requests.toLocaleString('en')} requests; ${shorter(resolved.options.fuzz)}`)
      return requests
    },
    still: quiet || verbose,
    cleanUp: (made) => cleanedUp(before, made),
    ...(kept || verbose
      ? {
          sent: (one) => {
            kept?.push(one)
            if (verbose) say(onLine(one, resolved.options.target.baseUrl))
          },
        }
      : {}),
  })
  const { options } = judged
  const findings = flags.repeat > 1 ? await repeated(judged.findings, resolved, flags) : judged.findings
  const compared = baseline && comparedWith(baseline, findings.results, flags.failOn)
  const { bail, minJudged = MIN_JUDGED } = options
  const ending = endingOf(findings, {
    bail,
    failOn: flags.failOn,
    minJudged,
    ...(compared ? { asBefore: compared.same.length } : {}),
  })
  const resumed = resumedOf(before, findings.results)
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date(), resumed }
  const report = buildReport(findings, ending, circumstances)
  await tell(report, {
    why: ending.why,
    folder: options.out,
    asked: flags.reporter,
    words: await (words ?? wordsOf()),
    quiet,
    ...(kept ? { sent: kept } : {}),
  })
  if (compared && flags.baseline !== undefined) comparedInWords(compared, flags.baseline).forEach(say)
  keepLogs(resolved, options, ending.exitCode)
  keepOrDrop(options, findings)
  return ending.exitCode
}

/** Judges it all again as often as is asked, and tells the tries in one. */
async function repeated(first: Findings, { options }: Resolved, flags: Flags): Promise<Findings> {
  const { againWith, isCut, together } = await import('../steps/repeat.ts')
  const tries: [Findings, ...Findings[]] = [first]
  for (let round = 2; round <= flags.repeat && !isCut(tries.at(-1) ?? first); round++) {
    const { out, seed } = options
    const again = await resolveRun({ ...flags, seed }, process.env, out)
    say(`once more (${round} of ${flags.repeat}), as run ${again.options.run}`)
    try {
      tries.push(
        (
          await judge({ ...again, options: againWith(again.options) }, flags.wait, {
            requests: () => requestsOf(again.options),
            still: (flags.quiet ?? false) || (flags.verbose ?? false),
          })
        ).findings,
      )
    } finally {
      await again.close()
    }
  }
  return together(tries)
}

export function runCommand(end: (exitCode: number) => void): Command {
  return addImageOptions(
    addRunOptions(new Command('run').description('judge a target; without one, the embedded reference server')),
  )
    .addOption(
      new Option('--fail-on <verdict>', 'least severe verdict that fails the run').choices(failLevels).default('fail'),
    )
    .option('--last-failed', 'judge only what failed in the report in --out')
    .option('--resume <dir>', 'go on with the interrupted run whose --out this is, with the options that it was given')
    .option('--repeat <n>', 'judge everything N times; a verdict that changes is unstable', whole(1, 100), 1)
    .option('--baseline <report>', 'fail only for what is worse than in this report.json')
    .option('--out <dir>', 'the folder for reports', 'touchstone-report')
    .addOption(reporterOption())
    .addOption(new Option('--quiet', 'print only the verdict and what to mend first').conflicts('verbose'))
    .option('--verbose', 'print each request on a line')
    .addHelpText('after', `\nA whole run sends thousands of requests; ${shorter(DEFAULT_FUZZ)}.`)
    .action(async (flags: Flags, command: Command) => {
      end(await run(flags, (name) => command.getOptionValueSource(name) === 'cli'))
    })
}
