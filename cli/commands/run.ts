import { join, relative } from 'node:path'
import { Command, Option } from 'commander'
import { NoVerdict } from '../../fixtures/errors.ts'
import { failLevels, endingOf, type FailLevel, type Findings } from '../../reports/exit-code.ts'
import { startProgress } from '../../reports/progress.ts'
import { buildReport } from '../../reports/report.ts'
import { clauses } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { dropLogs } from '../begin.ts'
import { addRunOptions, type RunFlags } from '../flags.ts'
import { addImageOptions } from '../image.ts'
import { resolveRun, type Resolved } from '../options.ts'
import { prepareOut } from '../out.ts'
import { onSignals } from '../signals.ts'
import { reporterOption, tell, type Reporter } from '../tell.ts'
import { spareBeside } from '../spare.ts'
import { version } from '../version.ts'
import { waitFor } from '../wait.ts'
import { wordsOf } from '../words.ts'

interface Flags extends RunFlags {
  readonly failOn: FailLevel
  readonly out: string
  readonly reporter: readonly Reporter[]
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What is left to say of a run that ended before it could judge. */
function nothingFound(why: string): Findings {
  return {
    results: [],
    planned: 0,
    executed: 0,
    requests: 0,
    serviceVersion: '',
    deviations: [],
    observed: {},
    leftovers: [],
    coverage: {
      operations: { total: operations.length, exercised: 0, succeeded: 0, names: { exercised: [], succeeded: [] } },
      clauses: clauses.map(({ id }) => ({ id, verdict: 'not judged', checks: [] })),
    },
    noVerdict: why,
    interrupted: false,
  }
}

/** What was found, and the options with what only turned out when the target was there. */
interface Judged {
  readonly findings: Findings
  readonly options: RunOptions
}

/** Runs the suites; the first SIGINT or SIGTERM has them clean up, the second ends the process at once. */
export async function judge({ options: given, brought }: Resolved, wait: number): Promise<Judged> {
  let options = given
  const abort = new AbortController()
  const progress = startProgress(process.stdout)
  const journal = join(options.out, 'journal.jsonl')
  const off = onSignals(
    () => {
      progress.clear()
      say('interrupted: cleaning up (once more stops at once)')
      abort.abort()
    },
    () => {
      progress.clear()
      say(
        `stopped before the clean-up was done. ${relative('.', journal)} lists what this run made; delete what is left ` +
          `on ${options.target.baseUrl} with: touchstone cleanup --journal ${relative('.', journal)}`,
      )
      // Containers go all the same, and what was made in them with them.
      void (brought?.down() ?? Promise.resolve()).finally(() => process.exit(130))
    },
  )
  try {
    if (brought) {
      options = await brought.up(given, abort.signal)
      say(`the image ${options.image} serves at ${options.target.baseUrl}`)
    } else if (wait > 0) await waitFor(options.target.baseUrl, wait, abort.signal)
    const { startRun } = await import('../../suites/start.ts')
    const findings = await startRun(options, {
      progress: (state) => progress.show(state),
      signal: abort.signal,
      ...(brought ? { restart: () => brought.restart(abort.signal) } : {}),
    })
    const ended = findings.noVerdict === null ? null : await brought?.ended()
    return { options, findings: ended ? { ...findings, noVerdict: `${findings.noVerdict}; ${ended}` } : findings }
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    return { options, findings: { ...nothingFound(error.message), interrupted: abort.signal.aborted } }
  } finally {
    progress.clear()
    for (const left of (await brought?.down()) ?? []) say(`could not be removed: ${left}`)
    off()
  }
}

const named = ({ image, embedded, target: { baseUrl } }: RunOptions) =>
  image === undefined ? (embedded ? `the embedded reference server, ${baseUrl}` : baseUrl) : `the image ${image}`

async function run(flags: Flags): Promise<number> {
  const resolved = await resolveRun(flags, process.env, flags.out)
  try {
    return await runWith(resolved, flags)
  } finally {
    await resolved.close()
  }
}

async function runWith(resolved: Resolved, flags: Flags): Promise<number> {
  prepareOut(resolved.options.out)
  dropLogs(resolved.options.out)
  say(`touchstone ${version()} judges ${named(resolved.options)}`)
  say(`run ${resolved.options.run}, seed ${resolved.options.seed}`)
  const started = new Date()
  const endSpare = await spareBeside(resolved.options, flags.reporter)
  const { options, findings } = await judge(resolved, flags.wait)
  await endSpare()
  const ending = endingOf(findings, { bail: options.bail, failOn: flags.failOn })
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date() }
  const report = buildReport(findings, ending, circumstances)
  await tell(report, ending.why, options.out, flags.reporter, await wordsOf())
  const logs = ending.exitCode === 0 ? [] : (resolved.brought?.keepLogs(options) ?? [])
  for (const log of logs) say(`what the container printed is in ${relative('.', join(options.out, log))}`)
  return ending.exitCode
}

export function runCommand(end: (exitCode: number) => void): Command {
  return addImageOptions(
    addRunOptions(new Command('run').description('judge a target; without one, the embedded reference server')),
  )
    .addOption(
      new Option('--fail-on <verdict>', 'the mildest verdict that makes exit code 1')
        .choices(failLevels)
        .default('fail'),
    )
    .option('--out <dir>', 'where reports go', 'touchstone-report')
    .addOption(reporterOption())
    .action(async (flags: Flags) => end(await run(flags)))
}
