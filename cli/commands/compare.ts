import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { compareReports } from '../../reports/compare/compare.ts'
import { compareDocument } from '../../reports/compare/describe-compare.ts'
import { readReport } from '../steps/read-report.ts'
import { addFormOptions, writeForm, type FormFlags } from '../steps/write-form.ts'

const ASK = 'give the report.json of a run on each target'

function compare(files: readonly string[], flags: FormFlags): void {
  if (files.length < 2) throw new UsageError(`compare needs two reports or more; ${ASK}`)
  const comparison = compareReports(files.map((file) => readReport(file, ASK).report))
  writeForm(compareDocument(comparison), comparison, flags)
}

export function compareCommand(): Command {
  return addFormOptions(
    new Command('compare').description('show targets side by side, where the specification leaves them free'),
  )
    .argument('<report...>', 'the report.json of a run on each target')
    .action((files: readonly string[], flags: FormFlags) => compare(files, flags))
}
