/** `badge.svg`: the verdict in two words, for a README. */
import { join } from 'node:path'
import { makeBadge } from 'badge-maker'
import type { Report } from '../../schemas/report.ts'
import { isLittle, plural } from '../model/headline.ts'
import { failsAtTimes } from '../model/unstable.ts'
import { percentOf } from '../model/judged.ts'
import { writeWhole } from '../write-file.ts'

function verdictOf(report: Report): { readonly message: string; readonly color: string } {
  const { exitCode, totals, coverage, target } = report
  if (exitCode === 3 || exitCode === 130) return { message: 'no verdict', color: 'lightgrey' }
  if (totals.fail > 0) return { message: plural(totals.fail, 'failure'), color: 'red' }
  if (totals.unstable > 0)
    return { message: `${totals.unstable} unstable`, color: failsAtTimes(report.results) > 0 ? 'red' : 'yellow' }
  const { judged } = report
  const { exercised, total } = coverage.operations
  const isDecided = !judged || judged.decided === judged.of
  // What the target does not offer, or may not be asked, is not in the share.
  const isPart = exercised < total || target.deviations.some((one) => one.startsWith('partial'))
  const passes = `${plural(totals.pass, 'pass', 'passes')}${isDecided ? '' : `, ${percentOf(judged)} % judged`}${isPart ? `, ${exercised} of ${plural(total, 'operation')}` : ''}`
  if (isLittle(report)) return { message: passes, color: 'lightgrey' }
  if (totals.warn > 0) return { message: `${passes}, ${plural(totals.warn, 'warning')}`, color: 'yellow' }
  if (exitCode !== 0) return { message: `${passes}, with doubts`, color: 'yellow' }
  return { message: passes, color: isDecided && !isPart ? 'brightgreen' : 'yellowgreen' }
}

export const badge = (report: Report): string => makeBadge({ label: 'conformance', ...verdictOf(report) })

/** Writes `badge.svg` and returns its path. */
export function writeBadge(report: Report, folder: string): string {
  const file = join(folder, 'badge.svg')
  writeWhole(file, `${badge(report)}\n`)
  return file
}
