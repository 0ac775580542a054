/** The contract's `load` of a report, written once more. */
import * as z from 'zod'
import { profiles, scenarios } from '../../schemas/load.ts'

const count = z.int().nonnegative()
const ms = z.number().positive().nullable()
const figures = {
  count,
  rate: z.number().nonnegative(),
  p50: ms,
  p90: ms,
  p95: ms,
  p99: ms,
  max: ms,
  errors: count,
  unanswered: count,
  histogram: z.base64().optional(),
}
const point = z.strictObject({ ...figures, atMs: count })
const rate = z.number().nonnegative()

export const loadFigures = z.strictObject({
  scenario: z.enum(scenarios),
  profile: z.enum(profiles),
  k6: z.string().regex(/^\d+\.\d+\.\d+/),
  started: z.iso.datetime(),
  durationMs: count,
  shape: z.strictObject({ from: rate, stages: z.array(z.strictObject({ durationMs: count, rate })) }),
  segment: z.string().nullable(),
  together: z.int().optional(),
  journeys: z.strictObject({ planned: count, begun: count, completed: count, dropped: count }),
  invalid: z.string().nullable(),
  gaveWay: z.strictObject({ rate, atMs: count, why: z.string() }).nullable().optional(),
  cpu: rate.nullable(),
  limits: z
    .array(
      z.strictObject({
        about: z.enum(['operation', 'group', 'scenario']),
        name: z.string(),
        latency: z.partialRecord(z.enum(['p50', 'p90', 'p95', 'p99', 'max']), z.number()).optional(),
        errors: z.number().optional(),
        rate: z.number().optional(),
      }),
    )
    .optional(),
  windowMs: count,
  total: z.strictObject(figures),
  series: z.array(z.strictObject({ ...figures, atMs: count, planned: rate, begun: rate })),
  operations: z.record(
    z.string(),
    z.strictObject({ ...figures, limit: z.strictObject({ p95: z.number() }).optional(), series: z.array(point) }),
  ),
})
