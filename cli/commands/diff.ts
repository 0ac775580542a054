import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { diffOf } from '../../reports/compare/diff.ts'
import { diffDocument } from '../../reports/compare/told-diff.ts'
import { readReport } from '../steps/read-report.ts'
import { addFormOptions, writeForm, type FormFlags } from '../steps/write-form.ts'

const ASK = 'give the report.json of an older run and of a newer one'

/** 1 where anything is worse. */
function diff(old: string, latest: string, flags: FormFlags): number {
  const [older, newer] = [old, latest].map((file) => {
    const { report } = readReport(file, ASK)
    if (report.load) throw new UsageError(`${file} is of a load run, whose figures are no verdicts; ${ASK}`)
    return report
  })
  if (!older || !newer) throw new UsageError(`diff needs two reports; ${ASK}`)
  const found = diffOf(older, newer)
  writeForm(diffDocument(found), found, flags)
  return found.worse > 0 ? 1 : 0
}

export function diffCommand(end: (exitCode: number) => void): Command {
  return addFormOptions(
    new Command('diff').description(
      'show what changed between two reports, and why; exits with 1 if anything is worse',
    ),
  )
    .argument('<old>', 'the report.json of the older run')
    .argument('<new>', 'the report.json of the newer run')
    .action((old: string, latest: string, flags: FormFlags) => end(diff(old, latest, flags)))
}
