import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { historyOf, NoHistory } from '../../reports/compare/history.ts'
import { historyPage } from '../../reports/compare/describe-history.ts'
import { readBytes, reportIn } from '../steps/read-report.ts'
import { writeTo } from '../steps/write-form.ts'
import { say } from '../terminal/say.ts'

interface Flags {
  readonly out?: string
  readonly of?: string
}

const ASK = 'give a folder that holds reports, in folders of their own or under names of their own'

function jsonFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch (error) {
    throw new UsageError(`${folder} can't be read: ${fileTrouble(error)}; ${ASK}`)
  }
}

function history(folder: string, flags: Flags): void {
  // Whatever else lies there as JSON is no report, and passed over.
  const reports = jsonFilesIn(folder).flatMap((file) => reportIn(readBytes(file, ASK)) ?? [])
  const found = orUsageError(() => historyOf(reports, flags.of), folder)
  const out = flags.out ?? join(folder, 'history.html')
  writeTo(out, historyPage(found))
  say(`wrote ${out}: ${found.target}, ${found.moments.length} reports`)
}

function orUsageError<T>(make: () => T, folder: string): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof NoHistory)
      throw new UsageError(`The reports in ${folder} make no single history: ${error.message}.`)
    throw error
  }
}

export function historyCommand(): Command {
  return new Command('history')
    .description('draw many reports of one target over time, as one HTML page')
    .argument('<dir>', 'a folder that holds reports, at any depth')
    .option('--of <target>', 'the address of the target, if the folder holds reports of several')
    .option('--out <file>', 'the file for the page (default: history.html in that folder)')
    .action((folder: string, flags: Flags) => history(folder, flags))
}
