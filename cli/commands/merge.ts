import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { figuresTable } from '../../reports/model/figures.ts'
import { mergeReports, Unjoinable } from '../../reports/merge/merge.ts'
import type { Report } from '../../schemas/report.ts'
import { addJudgedOption } from '../options/flags.ts'
import { prepareOut } from '../steps/out.ts'
import { reporterOption, tell, type Reporter } from '../terminal/tell.ts'
import { wordsOf } from '../terminal/words.ts'

/** As much of a report as tells that a file is one. */
const reportFile = z.looseObject({
  touchstone: z.string(),
  run: z.string(),
  started: z.string(),
  durationMs: z.number(),
  target: z.looseObject({ baseUrl: z.string(), allowed: z.array(z.string()) }),
  options: z.looseObject({}),
  planned: z.number(),
  executed: z.number(),
  results: z.array(z.looseObject({ id: z.string(), verdict: z.string(), evidence: z.array(z.unknown()) })),
  coverage: z.looseObject({ operations: z.looseObject({}), clauses: z.array(z.unknown()) }),
  leftovers: z.array(z.unknown()),
})

interface Flags {
  readonly out: string
  readonly reporter: readonly Reporter[]
  readonly minJudged?: number
}

function readReport(file: string): Report {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${fileTrouble(error)}; give the report.json of each shard or segment`)
  }
  try {
    // What else stands in a report, touchstone itself has written.
    return reportFile.parse(JSON.parse(text)) as unknown as Report
  } catch {
    throw new UsageError(`${file} is no report of touchstone; give the report.json of each shard or segment`)
  }
}

async function merge(files: readonly string[], { out, reporter: reporters, minJudged }: Flags): Promise<number> {
  const [first, ...rest] = files.map(readReport)
  if (!first) throw new UsageError('merge needs reports; give the report.json of each shard or segment')
  // A report that is joined may lie in that very folder: it has been read by now.
  const folder = resolve(out)
  const merged = join([first, ...rest], minJudged)
  prepareOut(folder)
  const { report, ending } = merged
  const figures = report.load ? figuresTable(report.load) : ''
  await tell(report, ending.why, folder, reporters, await wordsOf(), figures)
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
    'join the reports of shards, or of load segments; totals and exit code are recomputed',
  )
  return addJudgedOption(command, 'as in the reports')
    .argument('<report...>', 'the report.json of each shard or segment')
    .requiredOption('--out <dir>', 'where the joined report goes')
    .addOption(reporterOption())
    .action(async (files: readonly string[], flags: Flags) => end(await merge(files, flags)))
}
