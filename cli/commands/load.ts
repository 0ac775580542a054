import { relative } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { K6 } from '../../load/k6/find.ts'
import type { LoadOptions } from '../../load/run.ts'
import { failLevels, endingOf, type FailLevel, type Findings } from '../../reports/exit-code.ts'
import { figuresTable } from '../../reports/figures.ts'
import { startProgress } from '../../reports/progress.ts'
import { buildReport } from '../../reports/report.ts'
import { profiles, scenarios, type Profile, type Scenario } from '../../schemas/load.ts'
import { groups, operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { addRunOptions, whole, type RunFlags } from '../flags.ts'
import { resolveRun } from '../options.ts'
import { prepareOut } from '../out.ts'
import { onSignals } from '../signals.ts'
import { reporterOption, tell, type Reporter } from '../tell.ts'
import { version } from '../version.ts'
import { waitFor } from '../wait.ts'
import { wordsOf } from '../words.ts'

interface LoadFlags extends RunFlags {
  readonly scenario: Scenario
  readonly profile: Profile
  /** In milliseconds. */
  readonly duration?: number
  readonly executionSegment?: string
  readonly executionSegmentSequence?: string
  readonly emit?: 'k6-operator'
  readonly parallelism: number
  readonly failOn: FailLevel
  readonly out: string
  readonly reporter: readonly Reporter[]
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const

/** A length of time such as 90s, 5m or 1h; a bare number is seconds. In milliseconds. */
export function duration(text: string): number {
  const [, value = '', unit = 's'] = /^(\d+(?:\.\d+)?)(s|m|h)?$/.exec(text.trim()) ?? []
  const ms = value === '' ? Number.NaN : Math.round(Number(value) * units[unit as keyof typeof units])
  if (!(ms >= 1000 && ms <= 7 * 24 * units.h))
    throw new InvalidArgumentError('It must be a time from 1s to 168h, such as 90s, 5m or 1h.')
  return ms
}

async function load(flags: LoadFlags): Promise<number> {
  const { options, limits, close } = await resolveRun(flags, process.env, flags.out)
  try {
    const { loadOptions } = await import('../../load/told.ts')
    const told = loadOptions(
      {
        scenario: flags.scenario,
        profile: flags.profile,
        rate: flags.rate,
        durationMs: flags.duration,
        concurrency: flags.concurrency,
        segment: flags.executionSegment,
        sequence: flags.executionSegmentSequence,
      },
      options,
      limits,
    )
    if (flags.emit) {
      const { operatorManifest } = await import('../../load/operator.ts')
      process.stdout.write(operatorManifest(options, told, flags.parallelism))
      return 0
    }
    const { findK6 } = await import('../../load/k6/find.ts')
    const k6 = await findK6(process.env, say)
    prepareOut(options.out)
    say(
      `touchstone ${version()} loads ${options.embedded ? `the embedded reference server, ${options.target.baseUrl}` : options.target.baseUrl}`,
    )
    say(`run ${options.run}, seed ${options.seed}; ${told.scenario}, ${told.profile}, by k6 ${k6.version}`)
    const started = new Date()
    const findings = await judge(k6, options, told, flags.wait)
    return report(findings, options, flags, started)
  } finally {
    await close()
  }
}

/** Runs the load; the first SIGINT or SIGTERM has it clean up, the second ends the process at once. */
async function judge(k6: K6, options: RunOptions, told: LoadOptions, wait: number): Promise<Findings> {
  const abort = new AbortController()
  const progress = startProgress(process.stdout)
  let kill = () => {}
  const off = onSignals(
    () => {
      progress.clear()
      say('interrupted: cleaning up (once more stops at once)')
      abort.abort()
    },
    () => {
      progress.clear()
      kill()
      const journal = relative('.', `${options.out}/journal.jsonl`)
      say(
        `stopped before the clean-up was done. ${journal} lists what this run made; delete what is left ` +
          `on ${options.target.baseUrl} with: touchstone cleanup --journal ${journal}`,
      )
      process.exit(130)
    },
  )
  try {
    if (wait > 0) await waitFor(options.target.baseUrl, wait, abort.signal)
    const [{ runLoad }, { loadChecks }, { compileSelection }] = await Promise.all([
      import('../../load/run.ts'),
      import('../../load/checks.ts'),
      import('../../suites/select.ts'),
    ])
    const selected = compileSelection([], options.skip, {
      groups: Object.keys(groups),
      operations: operations.map(({ id }) => id),
      checks: loadChecks.map(({ id }) => id),
    })
    return await runLoad(k6, options, told, selected, {
      progress: (state) => progress.show(state),
      signal: abort.signal,
      running: (end) => (kill = end),
    })
  } finally {
    progress.clear()
    off()
  }
}

async function report(findings: Findings, options: RunOptions, flags: LoadFlags, started: Date): Promise<number> {
  const ending = endingOf(findings, { bail: false, failOn: flags.failOn })
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date() }
  const made = buildReport(findings, ending, circumstances)
  const figures = made.load ? figuresTable(made.load) : ''
  await tell(made, ending.why, options.out, flags.reporter, await wordsOf(), figures)
  return ending.exitCode
}

export function loadCommand(end: (exitCode: number) => void): Command {
  return addRunOptions(
    new Command('load').description(
      'k6 against a target, the specification watched meanwhile; without a target, the embedded reference server',
    ),
  )
    .addOption(
      new Option('--profile <name>', 'how much load, and how it goes over time').choices(profiles).default('smoke'),
    )
    .addOption(new Option('--scenario <name>', 'what is sent').choices(scenarios).default('deploy'))
    .option('--duration <time>', "how long: 90s, 5m, 1h (default: the profile's own)", duration)
    .option('--execution-segment <part>', "only this part of the load, as k6's option of that name: 0:1/2")
    .option(
      '--execution-segment-sequence <parts>',
      "where all parts begin and end, as k6's option of that name: 0,1/2,1",
    )
    .addOption(
      new Option('--emit <form>', 'write what runs this load elsewhere, and send nothing').choices(['k6-operator']),
    )
    .option('--parallelism <n>', 'of --emit: pods that share the load', whole(1, 1000), 2)
    .addOption(
      new Option('--fail-on <verdict>', 'the mildest verdict that makes exit code 1')
        .choices(failLevels)
        .default('warn'),
    )
    .option('--out <dir>', 'where reports go', 'touchstone-report')
    .addOption(reporterOption())
    .action(async (flags: LoadFlags) => end(await load(flags)))
}
