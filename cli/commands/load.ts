import { Command, InvalidArgumentError, Option } from 'commander'
import { emitForms, type EmitForm } from '../../load/kubernetes/forms.ts'
import { forms, USERS } from '../../load/scripts/shapes.ts'
import type { K6 } from '../../load/k6/find.ts'
import { UsageError } from '../../fixtures/errors.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { LoadOptions } from '../../load/options.ts'
import { failLevels, endingOf, type FailLevel } from '../../reports/model/exit-code.ts'
import { figuresTable } from '../../reports/model/timings/figures.ts'
import { buildReport } from '../../reports/model/report.ts'
import { profiles, scenarios, type Profile, type Scenario } from '../../schemas/load.ts'
import { addSendingOptions, collect, whole, type RunFlags } from '../options/flags.ts'
import { addImageOptions } from '../options/image.ts'
import { keepLogs, named, onTarget, type Judged } from '../steps/on-target.ts'
import { resolveRun, type Resolved } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'
import { prepareOut } from '../steps/out.ts'
import { say } from '../terminal/say.ts'
import { wrap } from '../terminal/wrap.ts'
import { reporterOption, tell, type Reporter } from '../terminal/tell.ts'
import { version } from '../version.ts'
import { wordsOf } from '../terminal/words.ts'

interface LoadFlags extends Omit<RunFlags, 'fuzz' | 'shard' | 'bail'> {
  readonly scenario: Scenario
  readonly profile: Profile
  /** In milliseconds. */
  readonly duration?: number
  readonly executionSegment?: string
  readonly executionSegmentSequence?: string
  readonly emit?: EmitForm
  readonly collectorImage?: string
  readonly k6Out?: readonly string[]
  readonly summaryExport?: string
  readonly parallelism: number
  readonly failOn: FailLevel
  readonly out: string
  readonly reporter: readonly Reporter[]
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const

/** A length of time such as 90s, 5m or 1h; a bare number is seconds. In milliseconds. */
export function duration(text: string): number {
  const [, value = '', unit = 's'] = /^(\d+(?:\.\d+)?)(s|m|h)?$/.exec(text.trim()) ?? []
  const ms = value === '' ? Number.NaN : Math.round(Number(value) * units[unit as keyof typeof units])
  if (!(ms >= 1000 && ms <= 7 * 24 * units.h))
    throw new InvalidArgumentError('It must be a time from 1s to 168h, such as 90s, 5m or 1h.')
  return ms
}

/** @throws UsageError where k6 can't reach the target in the way that was asked for */
function refuseWhatK6Cannot({ target, tls }: RunOptions): void {
  const instead = 'load the target by http or https, without a client certificate'
  if (target.baseUrl.startsWith('unix:')) throw new UsageError(`k6 connects to no unix: socket; ${instead}`)
  if (tls?.cert !== undefined) throw new UsageError(`--cert is not passed on to k6; ${instead}`)
}

async function load(flags: LoadFlags): Promise<number> {
  const { loadChecks } = await import('../../load/checks.ts')
  const resolved = await resolveRun(
    { ...withTargetHere(flags), shard: { index: 1, count: 1 } },
    process.env,
    flags.out,
    loadChecks,
  )
  const { options, limits, close } = resolved
  try {
    refuseWhatK6Cannot(options)
    const { loadOptions } = await import('../../load/resolve-options.ts')
    const load = loadOptions(
      {
        scenario: flags.scenario,
        profile: flags.profile,
        rate: flags.rate,
        durationMs: flags.duration,
        concurrency: flags.concurrency,
        segment: flags.executionSegment,
        sequence: flags.executionSegmentSequence,
        outputs: flags.k6Out ?? [],
        summaryExport: flags.summaryExport,
      },
      options,
      limits,
    )
    if (flags.emit) {
      const { manifests } = await import('../../load/kubernetes/manifests.ts')
      const emitted = {
        form: flags.emit,
        parallelism: flags.parallelism,
        outputs: flags.k6Out ?? [],
        collectorImage: flags.collectorImage ?? null,
        failOn: flags.failOn,
        touchstone: version(),
      }
      process.stdout.write(manifests(options, load, emitted))
      return 0
    }
    const { findK6 } = await import('../../load/k6/find.ts')
    const k6 = await findK6(process.env, sayWrapped)
    prepareOut(options.out)
    say(`touchstone ${version()} loads ${named(options)}`)
    say(`run ${options.run}, seed ${options.seed}; ${load.scenario}, ${load.profile}, by k6 ${k6.version}`)
    const started = new Date()
    const judged = await judge(k6, resolved, load, flags.wait)
    const exitCode = await report(judged, flags, started)
    const hint = exitCode === 0 ? (lower(load, judged) ?? higher(load)) : null
    if (hint !== null) sayWrapped(hint)
    keepLogs(resolved, judged.options, exitCode)
    return exitCode
  } finally {
    await close()
  }
}

/** A sentence of any length, broken between words on a screen. */
const sayWrapped = (text: string) => void say(wrap(text, process.stdout.columns))

/** A target that rejected more than this share of the requests has shown little of what it does for those that it serves. */
const MANY = 0.1

/** What a target rejects tells little of it: a rate that it serves tells more. null: it served nearly all. */
function lower({ requests }: LoadOptions, { findings: { load: figures } }: Judged): string | null {
  const { count = 0, errors = 0 } = figures?.total ?? {}
  if (count === 0 || errors <= count * MANY) return null
  const served = Math.max(1, Math.floor(requests * (1 - errors / count)))
  return (
    `the target rejected ${Math.round((errors / count) * 100)} % of the requests at up to ${Math.round(requests)} a second; ` +
    `--rate ${served} is about what it serves`
  )
}

/** What breaks only above the rate that was sent is found by a higher one. */
function higher({ profile, requests }: LoadOptions): string | null {
  if (profile === 'breakpoint' || profile === 'soak') return null
  return (
    `nothing broke at up to ${Math.round(requests)} requests a second; to find what breaks above that, take ` +
    `--rate ${Math.round(requests * 10)} or --profile stress, and --profile soak for what shows only in time`
  )
}

/** Runs the load. */
const judge = (k6: K6, resolved: Resolved, load: LoadOptions, wait: number): Promise<Judged> =>
  onTarget(resolved, wait, async (options, hooks) => {
    const { runLoad } = await import('../../load/run.ts')
    return runLoad(k6, options, load, { ...hooks, say })
  })

async function report({ findings, options }: Judged, flags: LoadFlags, started: Date): Promise<number> {
  const ending = endingOf(findings, { bail: false, failOn: flags.failOn })
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date() }
  const made = buildReport(findings, ending, circumstances)
  const figures = made.load ? figuresTable(made.load, process.stdout.columns) : ''
  await tell(made, { why: ending.why, folder: options.out, asked: flags.reporter, words: await wordsOf(), figures })
  return ending.exitCode
}

const lengths = Object.entries(forms)
  .map(([name, { seconds }]) => `${name} ${seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`}`)
  .join(', ')

/** The rate of each profile where none is given. */
const heights = Object.entries(forms)
  .map(([name, { rate }]) => `${name} ${rate}`)
  .join(', ')

export function loadCommand(end: (exitCode: number) => void): Command {
  return addImageOptions(
    addSendingOptions(
      new Command('load').description(
        'load a target with k6, while conformance is checked; without a target, the embedded reference server',
      ),
      {
        concurrency: `most virtual users (default: ${USERS.perJourney} for each journey a second, but at least ${USERS.least} and at most ${USERS.most})`,
        rate: `requests a second at the height of the profile (default: ${heights})`,
      },
    ),
  )
    .addOption(
      new Option('--profile <name>', 'how much load, and how it goes over time').choices(profiles).default('smoke'),
    )
    .addOption(new Option('--scenario <name>', 'what is sent').choices(scenarios).default('deploy'))
    .option('--duration <time>', `how long: 90s, 5m, 1h (default: ${lengths})`, duration)
    .option('--execution-segment <part>', "only this part of the load, as k6's option of that name: 0:1/2")
    .option(
      '--execution-segment-sequence <parts>',
      "where all parts begin and end, as k6's option of that name: 0,1/2,1",
    )
    .addOption(
      new Option(
        '--emit <form>',
        'write the Kubernetes manifests that run this load in a cluster, and send nothing',
      ).choices(emitForms),
    )
    .option(
      '--collector-image <ref>',
      'with --emit: an image of Touchstone; a Job of it follows the pods, and fails if the load fails',
    )
    .option(
      '--k6-out <output>',
      "an output of k6's own, as its --out takes it: json=FILE, csv=FILE, experimental-prometheus-rw, opentelemetry, web-dashboard (repeatable)",
      collect,
    )
    .option('--summary-export <file>', "k6's own summary, as JSON")
    .option('--parallelism <n>', 'with --emit: how many pods share the load', whole(1, 1000), 2)
    .addOption(
      new Option('--fail-on <verdict>', 'least severe verdict that fails the run').choices(failLevels).default('warn'),
    )
    .option('--out <dir>', 'the folder for reports', 'touchstone-report')
    .addHelpText('after', '\nA load lasts as long as its profile says; --duration 10s makes it shorter.')
    .addOption(reporterOption())
    .action(async (flags: LoadFlags) => end(await load(flags)))
}
