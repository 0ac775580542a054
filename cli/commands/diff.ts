import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { diffOf } from '../../reports/compare/diff.ts'
import { loadDiff, Unlike } from '../../reports/compare/load-diff.ts'
import { diffDocument } from '../../reports/compare/describe-diff.ts'
import { loadDiffDocument } from '../../reports/compare/describe-load-diff.ts'
import type { Load } from '../../schemas/load.ts'
import type { Report } from '../../schemas/report.ts'
import { number } from '../options/flags.ts'
import { readReport } from '../steps/read-report.ts'
import { addFormOptions, writeForm, type FormFlags } from '../steps/write-form.ts'

const ASK = 'give the report.json of an older run and of a newer one'

interface Flags extends FormFlags {
  readonly tolerance: number
}

const isLoad = (report: Report): report is Report & { readonly load: Load } => report.load !== undefined

/** 1 where anything is worse. */
function diff(old: string, latest: string, flags: Flags): number {
  const [older, newer] = [old, latest].map((file) => readReport(file, ASK).report)
  if (!older || !newer) throw new UsageError(`diff needs two reports; ${ASK}`)
  if (isLoad(older) && isLoad(newer)) return diffOfLoads(older, newer, flags)
  if (isLoad(older) || isLoad(newer))
    throw new UsageError(`${isLoad(older) ? old : latest} is of a load, and the other is not; give two of one sort`)
  const found = diffOf(older, newer)
  writeForm(diffDocument(found), found, flags)
  return found.worse > 0 ? 1 : 0
}

function diffOfLoads(older: Report & { load: Load }, newer: Report & { load: Load }, flags: Flags): number {
  try {
    const found = loadDiff(older, newer, flags.tolerance)
    writeForm(loadDiffDocument(found), found, flags)
    return found.worse > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof Unlike)
      throw new UsageError(`These loads can't be compared: ${error.message}; give two runs of the same load`)
    throw error
  }
}

export function diffCommand(end: (exitCode: number) => void): Command {
  return addFormOptions(
    new Command('diff').description(
      'show what changed between two reports, of runs or of loads, and why; exits with 1 if anything is worse',
    ),
  )
    .argument('<old>', 'the report.json of the older run or load')
    .argument('<new>', 'the report.json of the newer one')
    .option(
      '--tolerance <percent>',
      'of loads: by how much a figure may be worse',
      number('a number of at least 0', (n) => n >= 0),
      10,
    )
    .action((old: string, latest: string, flags: Flags) => end(diff(old, latest, flags)))
}
