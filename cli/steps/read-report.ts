/** Reads reports whole, as `merge`, `certify` and the comparisons need them. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import type { ReportFile } from '../../reports/certificate/statement.ts'
import { sha256 } from '../../schemas/digest.ts'
import { verdicts, type Report } from '../../schemas/report.ts'

/** As much of a report as tells that a file is one. */
const reportFile = z.looseObject({
  touchstone: z.string(),
  run: z.string(),
  started: z.string(),
  durationMs: z.number(),
  target: z.looseObject({ baseUrl: z.string(), allowed: z.array(z.string()) }),
  options: z.looseObject({}),
  totals: z.partialRecord(z.enum(verdicts), z.number()),
  planned: z.number(),
  executed: z.number(),
  results: z.array(z.looseObject({ id: z.string(), verdict: z.string(), evidence: z.array(z.unknown()) })),
  coverage: z.looseObject({ operations: z.looseObject({}), clauses: z.array(z.unknown()) }),
  leftovers: z.array(z.unknown()),
})

/** The bytes of a file that a user named; `ask` says what to name instead. */
export function readBytes(file: string, ask: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${fileTrouble(error)}; ${ask}`)
  }
}

/** The report in these bytes; null where they hold none. */
export function reportIn(bytes: Buffer): Report | null {
  try {
    // What else stands in a report, touchstone itself has written.
    return reportFile.parse(JSON.parse(bytes.toString())) as unknown as Report
  } catch {
    return null
  }
}

/**
 * The report in this file, and the digest of the file.
 * @param ask what to name instead, where it is none
 * @throws UsageError where it can't be read, or is no report
 */
export function readReport(file: string, ask: string): ReportFile & { readonly name: string } {
  const bytes = readBytes(file, ask)
  const report = reportIn(bytes)
  if (!report) throw new UsageError(`${file} is no report of touchstone; ${ask}`)
  return { report, sha256: sha256(bytes), name: basename(file) }
}
