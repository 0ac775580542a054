import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { script } from '../../reports/forms/script.ts'
import { nearest } from '../../schemas/nearest.ts'
import { readReport } from '../steps/read-report.ts'

function print(id: string, { report: file }: { readonly report: string }): void {
  const report = readReport(file, 'give the report.json that a run left in its --out').report
  const found = report.results.find((one) => one.id === id)
  if (!found) {
    const ids = report.results.map((one) => one.id)
    throw new UsageError(`${file} has no result '${id}'; ${nearest(id, ids)}`)
  }
  if (found.evidence.length === 0)
    throw new UsageError(`'${id}' keeps no request in ${file} (${found.verdict}); touchstone replay sends it again`)
  process.stdout.write(script(found, report))
}

export function scriptCommand(): Command {
  return new Command('script')
    .description('print a finding of an earlier report as a shell script')
    .argument('<result-id>', "the result, as 'application.create auth/no-header'")
    .requiredOption('--report <file>', 'the report.json that holds it')
    .action(print)
}
