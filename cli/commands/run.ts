import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import { NoVerdict, UsageError } from '../../fixtures/errors.ts'
import { failLevels, endingOf, type FailLevel, type Findings } from '../../reports/exit-code.ts'
import { writeJson } from '../../reports/json.ts'
import { startProgress } from '../../reports/progress.ts'
import { buildReport } from '../../reports/report.ts'
import { summary } from '../../reports/terminal.ts'
import { clauses, findClause } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { addRunOptions, type RunFlags } from '../flags.ts'
import { resolveRun } from '../options.ts'
import { onSignals } from '../signals.ts'
import { version } from '../version.ts'
import { waitFor } from '../wait.ts'

interface Flags extends RunFlags {
  readonly failOn: FailLevel
  readonly out: string
  readonly reporter: readonly string[]
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The folder of the reports, without the report of an earlier run: a stale one would be taken for this run's. */
export function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    rmSync(join(folder, 'report.json'), { force: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UsageError(`--out ${folder} can't be used as a folder (${code}); name another one`)
  }
}

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
      operations: { total: operations.length, exercised: 0, succeeded: 0 },
      clauses: clauses.map(({ id }) => ({ id, verdict: 'not judged', checks: [] })),
    },
    noVerdict: why,
    interrupted: false,
  }
}

/** Runs the suites; the first SIGINT or SIGTERM has them clean up, the second ends the process at once. */
export async function judge(options: RunOptions, wait: number): Promise<Findings> {
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
      process.exit(130)
    },
  )
  try {
    if (wait > 0) await waitFor(options.target.baseUrl, wait, abort.signal)
    const { startRun } = await import('../../suites/start.ts')
    return await startRun(options, { progress: (state) => progress.show(state), signal: abort.signal })
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    return { ...nothingFound(error.message), interrupted: abort.signal.aborted }
  } finally {
    progress.clear()
    off()
  }
}

async function run(flags: Flags): Promise<number> {
  const { options, close } = await resolveRun(flags, process.env, flags.out)
  try {
    return await runWith(options, flags)
  } finally {
    await close()
  }
}

async function runWith(options: RunOptions, flags: Flags): Promise<number> {
  prepare(options.out)
  const { baseUrl } = options.target
  say(`touchstone ${version()} judges ${options.embedded ? `the embedded reference server, ${baseUrl}` : baseUrl}`)
  say(`run ${options.run}, seed ${options.seed}`)
  const started = new Date()
  const findings = await judge(options, flags.wait)
  const ending = endingOf(findings, { bail: options.bail, failOn: flags.failOn })
  const circumstances = { touchstone: version(), options, failOn: flags.failOn, started, ended: new Date() }
  const report = buildReport(findings, ending, circumstances)
  const file = writeJson(report, options.out)
  if (flags.reporter.includes('terminal')) {
    const { checks } = await import('../../suites/checks/index.ts')
    const claims = new Map(checks.map((check) => [check.id, check.claim]))
    const words = { claim: (id: string) => claims.get(id), says: (id: string) => findClause(id)?.says }
    say(`\n${summary(report, relative('.', file), ending.why, words, (style, text) => styleText(style, text))}`)
  }
  return ending.exitCode
}

export function runCommand(end: (exitCode: number) => void): Command {
  return addRunOptions(new Command('run').description('judge a target; without one, the embedded reference server'))
    .addOption(
      new Option('--fail-on <verdict>', 'the mildest verdict that makes exit code 1')
        .choices(failLevels)
        .default('fail'),
    )
    .option('--out <dir>', 'where reports go', 'touchstone-report')
    .addOption(
      new Option('--reporter <name...>', 'how the findings are told; report.json is always written')
        .choices(['terminal', 'json'])
        .default(['terminal'], 'terminal'),
    )
    .action(async (flags: Flags) => end(await run(flags)))
}
