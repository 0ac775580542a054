/** Reads what `replay` needs of an earlier report. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { fuzzProperties } from '../../schemas/fuzzed.ts'

const fuzzed = z.looseObject({
  property: z.enum(fuzzProperties),
  seed: z.int(),
  path: z.string(),
  payload: z.unknown(),
})

const limit = z.number().nullable().optional()
const report = z.looseObject({
  seed: z.int(),
  target: z.looseObject({ baseUrl: z.string(), allowed: z.array(z.string()) }),
  options: z.looseObject({
    embedded: z.boolean(),
    image: z.string().optional(),
    fuzz: z.int().optional(),
    concurrency: z.int().optional(),
    rate: limit,
    timeoutMs: z.int().optional(),
    settleMs: z.int().optional(),
    target: z.looseObject({ identifiers: z.record(z.string(), z.string()).optional() }).optional(),
  }),
  results: z.array(
    z.looseObject({
      id: z.string(),
      operation: z.string(),
      check: z.string(),
      verdict: z.string(),
      unstable: z.array(z.string()).optional(),
      fuzz: fuzzed.optional(),
    }),
  ),
})
export type EarlierReport = z.infer<typeof report>

/**
 * The report in this file.
 * @throws UsageError where it can't be read or is no report of a run
 */
export function readEarlier(file: string): EarlierReport {
  const ask = 'give the report.json that a run left in its --out'
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the report ${file} can't be read: ${fileTrouble(error)}; ${ask}`)
  }
  try {
    return report.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`${file} is no report of a run; ${ask}`)
  }
}
