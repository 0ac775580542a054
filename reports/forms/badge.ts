/** `badge.svg`: the verdict in two words, for a README. */
import { join } from 'node:path'
import { makeBadge } from 'badge-maker'
import type { Report } from '../../schemas/report.ts'
import { plural } from '../model/headline.ts'
import { failsAtTimes } from '../model/unstable.ts'
import { percentOf } from '../model/judged.ts'
import { writeWhole } from '../write-file.ts'

function verdictOf(report: Report): { readonly message: string; readonly color: string } {
  const { exitCode, totals } = report
  if (exitCode === 3 || exitCode === 130) return { message: 'no verdict', color: 'lightgrey' }
  if (totals.fail > 0) return { message: plural(totals.fail, 'failure'), color: 'red' }
  if (totals.unstable > 0)
    return { message: `${totals.unstable} unstable`, color: failsAtTimes(report.results) > 0 ? 'red' : 'yellow' }
  const { judged } = report
  const isWhole = !judged || judged.decided === judged.of
  const passes = `${plural(totals.pass, 'pass', 'passes')}${isWhole ? '' : `, ${percentOf(judged)} % judged`}`
  if (totals.warn > 0) return { message: `${passes}, ${plural(totals.warn, 'warning')}`, color: 'yellow' }
  if (exitCode !== 0) return { message: `${passes}, with doubts`, color: 'yellow' }
  return { message: passes, color: isWhole ? 'brightgreen' : 'yellowgreen' }
}

export const badge = (report: Report): string => makeBadge({ label: 'conformance', ...verdictOf(report) })

/** Writes `badge.svg` and returns its path. */
export function writeBadge(report: Report, folder: string): string {
  const file = join(folder, 'badge.svg')
  writeWhole(file, `${badge(report)}\n`)
  return file
}
