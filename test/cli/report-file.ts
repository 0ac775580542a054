/** Reads the report that a run left, as strictly as the contract words it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { operations } from '../../schemas/registry.ts'
import { loadFigures } from './load-figures.ts'
import { verdicts } from '../../schemas/report.ts'
import { targetFile } from '../../schemas/target.ts'

const count = z.int().nonnegative()
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const headers = z.record(z.string(), z.string())

const evidence = z.strictObject({
  request: z.strictObject({ method: z.string(), url: z.string(), headers, body: z.string().nullable() }),
  response: z.strictObject({ status: count, headers, body: z.string(), durationMs: z.number() }).nullable(),
  failure: z.string().optional(),
  curl: z.string().startsWith('curl '),
})

const report = z.strictObject({
  touchstone: z.string(),
  run: z.string().regex(/^[a-z][a-z0-9]{7}(\+[a-z][a-z0-9]{7})*$/),
  seed: count,
  started: z.iso.datetime(),
  durationMs: count,
  requests: count,
  exitCode: z.int(),
  target: z.strictObject({
    baseUrl: z.string(),
    serviceVersion: z.string(),
    allowed: z.array(z.string()),
    deviations: z.array(z.string()),
    vocabulary: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  }),
  options: z.record(z.string(), z.unknown()),
  totals: z.record(z.enum(verdicts), count),
  planned: count,
  executed: count,
  results: z.array(
    z.strictObject({
      id: z.string(),
      operation: z.string(),
      check: z.string(),
      clause: z.string(),
      verdict: z.enum(verdicts),
      message: z.string().min(1),
      expected: z.string().optional(),
      got: z.string().optional(),
      reason: z.string().optional(),
      cause: z.string().optional(),
      supply: z.string().optional(),
      entry: targetFile.optional(),
      words: z.string().optional(),
      blockedBy: z.string().optional(),
      fuzz: z
        .strictObject({
          property: z.enum(['payloads', 'mutants', 'model', 'race']),
          seed: z.int(),
          path: z.string(),
          replayPath: z.string().optional(),
          payload: z.unknown(),
        })
        .optional(),
      keptFrom: z.string().optional(),
      intermittent: z.literal(true).optional(),
      unstable: z.array(z.enum(verdicts)).optional(),
      durationMs: z.number(),
      evidence: z.array(evidence),
    }),
  ),
  coverage: z.strictObject({
    operations: z.strictObject({
      total: z.literal(operations.length),
      exercised: count,
      succeeded: count,
      names: z.strictObject({ exercised: z.array(z.string()), succeeded: z.array(z.string()) }),
    }),
    clauses: z.array(
      z.strictObject({ id: z.string(), verdict: z.string(), checks: z.array(z.string()), why: z.string().optional() }),
    ),
  }),
  judged: z
    .strictObject({
      decided: count,
      of: count,
      least: z.number().nullable(),
      gains: z.array(z.strictObject({ supply: z.string().min(1), results: count })),
    })
    .optional(),
  observed: z.record(z.string(), z.unknown()),
  timings: z
    .record(z.string(), z.strictObject({ answers: count, p50: z.number(), p95: z.number(), max: z.number() }))
    .optional(),
  pace: z
    .strictObject({
      idleMs: z.number().nonnegative(),
      longestIdleMs: z.number().nonnegative(),
      waits: z.record(z.string(), z.strictObject({ times: count, ms: z.number().nonnegative() })),
    })
    .optional(),
  load: loadFigures.optional(),
  digests: z
    .strictObject({
      specification: digest,
      suite: digest,
      code: digest,
      plan: digest,
      checks: z.record(z.string(), digest),
    })
    .optional(),
  retries: z
    .array(z.strictObject({ of: z.string(), why: z.enum(['breach', 'cut', 'busy']), times: z.int().positive() }))
    .optional(),
  resumed: z.array(z.strictObject({ run: z.string(), started: z.iso.datetime(), results: count })).optional(),
  unheld: z.array(z.string()).optional(),
  notThere: z
    .strictObject({
      count,
      groups: z.array(z.string()),
      operations: z.array(z.string()),
      omit: z.array(z.string()).nonempty(),
    })
    .optional(),
  entries: targetFile.optional(),
  leftovers: z.array(
    z.strictObject({ kind: z.string(), name: z.string(), id: z.string().nullable(), why: z.string() }),
  ),
})

export const readReport = (folder: string) =>
  report.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))
