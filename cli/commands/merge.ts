import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { styleText } from 'node:util'
import { Command } from 'commander'
import * as z from 'zod'
import { UsageError } from '../../fixtures/errors.ts'
import { figuresTable } from '../../reports/figures.ts'
import { writeJson } from '../../reports/json.ts'
import { mergeReports, Unjoinable } from '../../reports/merge.ts'
import { summary } from '../../reports/terminal.ts'
import { findClause } from '../../schemas/clauses.ts'
import type { Report } from '../../schemas/report.ts'
import { prepareOut } from '../out.ts'

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

function readReport(file: string): Report {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UsageError(`${file} can't be read (${code}); give the report.json of each shard or segment`)
  }
  try {
    // What else stands in a report, touchstone itself has written.
    return reportFile.parse(JSON.parse(text)) as unknown as Report
  } catch {
    throw new UsageError(`${file} is no report of touchstone; give the report.json of each shard or segment`)
  }
}

async function merge(files: readonly string[], out: string): Promise<number> {
  const [first, ...rest] = files.map(readReport)
  if (!first) throw new UsageError('merge needs reports; give the report.json of each shard or segment')
  // A report that is joined may lie in that very folder: it has been read by now.
  const folder = resolve(out)
  const merged = join([first, ...rest])
  prepareOut(folder)
  const file = writeJson(merged.report, folder)
  const [{ checks }, { loadChecks }] = await Promise.all([
    import('../../suites/checks/index.ts'),
    import('../../load/checks.ts'),
  ])
  const claims = new Map<string, string>([...checks, ...loadChecks].map((check) => [check.id, check.claim]))
  const words = { claim: (id: string) => claims.get(id), says: (id: string) => findClause(id)?.says }
  const { report, ending } = merged
  if (report.load) process.stdout.write(`${figuresTable(report.load)}\n\n`)
  const told = summary(report, relative('.', file), ending.why, words, (style, text) => styleText(style, text))
  process.stdout.write(`${told}\n`)
  return ending.exitCode
}

function join(reports: readonly [Report, ...Report[]]): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(reports)
  } catch (error) {
    if (error instanceof Unjoinable) throw new UsageError(`These reports can't be joined: ${error.message}.`)
    throw error
  }
}

export function mergeCommand(end: (exitCode: number) => void): Command {
  return new Command('merge')
    .description('join the reports of shards, or of load segments; totals and exit code are reckoned anew')
    .argument('<report...>', 'the report.json of each shard or segment')
    .requiredOption('--out <dir>', 'where the joined report goes')
    .action(async (files: readonly string[], flags: { readonly out: string }) => end(await merge(files, flags.out)))
}
