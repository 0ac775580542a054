/** Reads the report that a run left, as strictly as the contract words it: no field that the schema lacks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from '../../schemas/derive/report-schema.ts'
import { loadFigures } from './load-figures.ts'

const file = report.extend({ load: loadFigures.optional() })

export const readReport = (folder: string) => file.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
