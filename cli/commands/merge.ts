import { resolve } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { figuresTable } from '../../reports/model/timings/figures.ts'
import { mergeReports, Unjoinable } from '../../reports/merge/merge.ts'
import type { Report } from '../../schemas/report.ts'
import { addJudgedOption } from '../options/flags.ts'
import { prepareOut } from '../steps/out.ts'
import { readReport } from '../steps/read-report.ts'
import { reporterOption, tell, type Reporter } from '../terminal/tell.ts'
import { wordsOf } from '../terminal/words.ts'

interface Flags {
  readonly out: string
  readonly reporter: readonly Reporter[]
  readonly minJudged?: number
}

const ASK = 'give the report.json of each shard or segment'

async function merge(files: readonly string[], { out, reporter: reporters, minJudged }: Flags): Promise<number> {
  const [first, ...rest] = files.map((file) => readReport(file, ASK).report)
  if (!first) throw new UsageError(`merge needs reports; ${ASK}`)
  // A report that is joined may lie in that very folder: it has been read by now.
  const folder = resolve(out)
  const merged = join([first, ...rest], minJudged)
  prepareOut(folder)
  const { report, ending } = merged
  const figures = report.load ? figuresTable(report.load) : ''
  await tell(report, { why: ending.why, folder, asked: reporters, words: await wordsOf(), figures })
  return ending.exitCode
}

function join(reports: readonly [Report, ...Report[]], minJudged?: number): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(reports, minJudged)
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
    .argument('<report...>', 'the report.json of each shard or segment')
    .requiredOption('--out <dir>', 'the folder for the joined report')
    .addOption(reporterOption())
    .action(async (files: readonly string[], flags: Flags) => end(await merge(files, flags)))
}
