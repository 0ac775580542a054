import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import * as z from 'zod'
import { UsageError } from '../../fixtures/errors.ts'
import { knownOf } from '../../reports/model/known.ts'
import { readReport } from '../steps/read-report.ts'

interface Flags {
  readonly report: string
  readonly until?: string
}

const FOR_GOOD = 'never'

/** The last day, or null for good. */
function readDay(text: string): string | null {
  if (text === FOR_GOOD) return null
  const day = z.iso.date().safeParse(text)
  if (!day.success)
    throw new UsageError(`--until: '${text}' is no date; give the last day, such as 2030-12-31, or '${FOR_GOOD}'`)
  if (day.data < new Date().toISOString().slice(0, 10))
    throw new UsageError(`--until ${text} has passed; give a day to come, or '${FOR_GOOD}'`)
  return day.data
}

async function askDay(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`--until is missing; give the last day on which they are accepted, or '${FOR_GOOD}'`)
  // On the other stream: what is printed can be put into a file.
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await asking.question(`accepted until (YYYY-MM-DD, or '${FOR_GOOD}'): `)).trim()
  } finally {
    asking.close()
  }
}

async function known({ report: file, until }: Flags): Promise<void> {
  const report = readReport(file, 'give the report.json that a run left in its --out').report
  const entries = knownOf(report, readDay(until ?? (await askDay())))
  if (entries.length === 0) process.stderr.write(`${file} has no failure\n`)
  process.stdout.write(`${JSON.stringify({ known: entries }, null, 2)}\n`)
}

export function knownCommand(): Command {
  return new Command('known')
    .description("print target file entries that accept a report's failures for now, one for each cause")
    .requiredOption('--report <file>', 'the report.json with the failures')
    .option('--until <day>', `the last day on which they are accepted, or '${FOR_GOOD}' (default: asks you)`)
    .action(known)
}
