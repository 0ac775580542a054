import { join } from 'node:path'
import type { Report } from '../../schemas/report.ts'
import { writeWhole } from '../write-file.ts'

/** Writes `report.json` and returns its path. */
export function writeJson(report: Report, folder: string): string {
  const file = join(folder, 'report.json')
  writeWhole(file, `${JSON.stringify(report, null, 2)}\n`)
  return file
}
