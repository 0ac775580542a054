import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { figuresTable } from '../../reports/model/timings/figures.ts'
import { mergeReports, Unjoinable } from '../../reports/merge/merge.ts'
import type { Report } from '../../schemas/report.ts'
import { tallyMerged } from '../../suites/run/merge-votes.ts'
import { addJudgedOption, whole } from '../options/flags.ts'
import { prepareOut } from '../steps/out.ts'
import { readReport } from '../steps/read-report.ts'
import { reporterOption, tell, type Reporter } from '../terminal/tell.ts'
import { say } from '../terminal/say.ts'
import { version } from '../version.ts'
import { wordsOf } from '../terminal/words.ts'

interface Flags {
  readonly out: string
  readonly reporter: readonly Reporter[]
  readonly minJudged?: number
  readonly logs?: readonly string[]
  readonly pods?: string
  readonly parts: number
}

const ASK = 'give the report.json of each shard or segment'

/** What the pods of a load printed, as one report; its journal is what `cleanup` needs. */
async function mergeLogs(files: readonly string[], folder: string, reporters: readonly Reporter[]): Promise<number> {
  const { judgeLogs } = await import('../../load/logs/judge.ts')
  const { report, ending, logged } = judgeLogs(files, version())
  const journal = logged.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  if (files.some((file) => dirname(resolve(file)) === folder)) mkdirSync(folder, { recursive: true })
  else prepareOut(folder)
  writeFileSync(join(folder, 'journal.jsonl'), journal, { mode: 0o600 })
  const figures = report.load ? figuresTable(report.load, process.stdout.columns) : ''
  await tell(report, { why: ending.why, folder, asked: reporters, words: await wordsOf(), figures })
  return ending.exitCode
}

/** How long pods may take to be scheduled, and their image to be pulled. */
const PODS_MS = 10 * 60_000

async function mergePods(
  selector: string,
  parts: number,
  folder: string,
  reporters: readonly Reporter[],
): Promise<number> {
  const { followPods, ownCluster } = await import('../../load/kubernetes/follow.ts')
  prepareOut(folder)
  const followed = { selector, parts, folder: join(folder, 'pods'), patienceMs: PODS_MS }
  return mergeLogs(await followPods(ownCluster(process.env), followed, say), folder, reporters)
}

async function merge(
  files: readonly string[],
  { out, reporter: reporters, minJudged, logs, pods, parts }: Flags,
): Promise<number> {
  if ([files.length > 0, logs !== undefined, pods !== undefined].filter(Boolean).length > 1)
    throw new UsageError('merge joins reports, or --logs, or --pods: give one of them')
  if (logs) return mergeLogs(logs, resolve(out), reporters)
  if (pods !== undefined) return mergePods(pods, parts, resolve(out), reporters)
  const [first, ...rest] = files.map((file) => readReport(file, ASK).report)
  if (!first) throw new UsageError(`merge needs reports; ${ASK}`)
  // A report that is joined may lie in that very folder: it has been read by now.
  const folder = resolve(out)
  const merged = joinAll([first, ...rest], minJudged)
  prepareOut(folder)
  const { report, ending } = merged
  const figures = report.load ? figuresTable(report.load, process.stdout.columns) : ''
  await tell(report, { why: ending.why, folder, asked: reporters, words: await wordsOf(), figures })
  return ending.exitCode
}

function joinAll(reports: readonly [Report, ...Report[]], minJudged?: number): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(reports, minJudged, tallyMerged)
  } catch (error) {
    if (error instanceof Unjoinable) throw new UsageError(`These reports can't be joined: ${error.message}.`)
    throw error
  }
}

export function mergeCommand(end: (exitCode: number) => void): Command {
  const command = new Command('merge').description(
    'join the reports of shards, or of load segments; recomputes totals and exit code',
  )
  return addJudgedOption(command, 'as in the reports')
    .argument('[report...]', 'the report.json of each shard or segment')
    .option('--logs <file...>', 'what the pods of a load printed (load --emit), instead of reports')
    .option(
      '--pods <selector>',
      'in a pod of the cluster: follow the pods of a load that this label selects, instead of reports',
    )
    .option('--parts <n>', 'of --pods: how many there are', whole(1, 1000), 1)
    .requiredOption('--out <dir>', 'the folder for the joined report')
    .addOption(reporterOption())
    .action(async (files: readonly string[], flags: Flags) => end(await merge(files, flags)))
}
