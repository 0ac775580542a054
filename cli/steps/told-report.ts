/** Reads a whole report for what tells it again. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import type { Report } from '../../schemas/report.ts'

/** As much of a report as tells that a file is one. */
const reportFile = z.looseObject({
  touchstone: z.string(),
  run: z.string(),
  started: z.string(),
  durationMs: z.number(),
  target: z.looseObject({ baseUrl: z.string(), allowed: z.array(z.string()) }),
  options: z.looseObject({}),
  planned: z.number(),
  executed: z.number(),
  results: z.array(z.looseObject({ id: z.string(), verdict: z.string(), evidence: z.array(z.unknown()) })),
  coverage: z.looseObject({ operations: z.looseObject({}), clauses: z.array(z.unknown()) }),
  leftovers: z.array(z.unknown()),
})

/**
 * The report in this file.
 * @param ask what to give instead, where it is none
 * @throws UsageError where it can't be read or is no report
 */
export function readReport(file: string, ask: string): Report {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${fileTrouble(error)}; ${ask}`)
  }
  try {
    // What else stands in a report, touchstone itself has written.
    return reportFile.parse(JSON.parse(text)) as unknown as Report
  } catch {
    throw new UsageError(`${file} is no report of touchstone; ${ask}`)
  }
}
