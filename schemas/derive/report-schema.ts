/** The JSON Schema of report.json. The types in `report.ts` are the source: where the two differ, this file does not compile. */
import * as z from 'zod'
import { verdicts, type Report, type Verdict } from '../report.ts'
import { fuzzProperties } from '../fuzzed.ts'
import { targetFile } from '../target.ts'
import { jsonSchema, type JsonSchema } from './json-schema.ts'

const count = z.int().nonnegative()
const ms = z.number().nonnegative()
const texts = z.array(z.string())
const headers = z.record(z.string(), z.string())
const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** Of anything: what is in it differs from check to check, and says nothing to a program. */
const open = z.record(z.string(), z.unknown())

const evidence = z.strictObject({
  request: z.strictObject({ method: z.string(), url: z.string(), headers, body: z.string().nullable() }),
  response: z
    .strictObject({ status: z.int(), headers, body: z.string(), durationMs: ms })
    .nullable()
    .describe('null if no response came; `failure` then says why'),
  failure: z.string().exactOptional(),
  curl: z
    .string()
    .regex(/(?:^|\| )curl\s/)
    .describe('The request as a line for a shell, with `<ACCESS_TOKEN>` in place of the token'),
})

const way = z.enum(['refused', 'taken'])
const vote = z.strictObject({
  question: z.string().describe('What was asked of many operations'),
  wider: texts.exactOptional().describe('Questions that this one is a case of, the narrowest first'),
  field: z.strictObject({ name: z.string(), type: z.string() }).exactOptional(),
  of: z.string().describe('What of the operation it was asked of'),
  way,
  words: z.strictObject({ refused: z.string(), taken: z.string() }).exactOptional(),
  again: way.exactOptional().describe('What became of the same request a second time'),
  few: count.exactOptional().describe('How many that take it are few'),
  within: texts.exactOptional().describe('Situations: where anything is taken in one, a taker goes its way'),
  frees: texts.exactOptional().describe('Situations: who takes this takes anything there'),
  wrong: z
    .strictObject({
      elsewhere: z.enum(['MUST', 'SHOULD']),
      everywhere: z.union([z.literal('SHOULD'), z.strictObject({ reason: z.string(), supply: z.string() })]),
    })
    .exactOptional()
    .describe('What it is if nobody is free to do so'),
  evidence: z.array(evidence).describe('Of what was taken'),
})

const result = z.strictObject({
  id: z.string().describe('`<operation> <check>`; stable from run to run'),
  operation: z.string(),
  check: z.string(),
  clause: z.string().describe('The id of the clause that the check rests on here'),
  verdict: z.enum(verdicts),
  message: z.string().min(1).describe('One sentence'),
  expected: z.string().exactOptional().describe('What a conforming target answers'),
  got: z.string().exactOptional().describe('What this target answered'),
  reason: z.string().exactOptional().describe('Why a result is inconclusive, skipped or blocked'),
  cause: z.string().exactOptional().describe('What findings of one cause share; the same text from run to run'),
  supply: z.string().exactOptional().describe('What the user can supply to have it decided'),
  blockedBy: z.string().exactOptional().describe('The id of the result that this one needed'),
  entry: targetFile
    .exactOptional()
    .describe('The same as a part of a target file; `…` stands for what only the user knows'),
  words: z.string().exactOptional().describe("The operation's name on this target, if it differs"),
  fuzz: z
    .strictObject({
      property: z.enum(fuzzProperties),
      seed: z.int(),
      path: z.string(),
      payload: z.unknown(),
    })
    .exactOptional()
    .describe('How fuzzing found it; `replay` reads this'),
  keptFrom: z.string().exactOptional().describe('The interrupted run that judged it, where this run resumed that one'),
  intermittent: z.literal(true).exactOptional().describe('Seen once, and not when the same was sent again'),
  unstable: z
    .array(z.enum(verdicts))
    .exactOptional()
    .describe('With `--repeat`, the verdict of each try, if they differ'),
  durationMs: ms,
  votes: z.array(vote).exactOptional().describe('In a shard, what `merge` holds against the votes of the other shards'),
  evidence: z.array(evidence).describe('The requests and responses that the result rests on; none for a plain pass'),
})

/** All of a report but `load`, whose figures are for people and for `merge`. */
export const report = z.strictObject({
  touchstone: z.string().describe('The version of Touchstone'),
  run: z.string().describe('The unique id of the run; several, joined by `+`, in a merged report'),
  seed: count,
  started: z.iso.datetime().describe('ISO 8601'),
  durationMs: ms,
  requests: count.describe('How many requests were sent'),
  timings: z
    .record(z.string(), z.strictObject({ answers: count, p50: ms, p95: ms, max: ms }))
    .exactOptional()
    .describe('By operation: how long responses took, in milliseconds'),
  pace: z
    .strictObject({
      idleMs: ms,
      longestIdleMs: ms,
      waits: z.record(z.string(), z.strictObject({ times: count, ms })),
    })
    .exactOptional()
    .describe('What the run waited for, in milliseconds'),
  exitCode: z.int(),
  target: z.strictObject({
    baseUrl: z.string(),
    serviceVersion: z.string().describe('Empty if the target does not say'),
    allowed: texts.describe('The permissions'),
    deviations: texts.describe('Where the target deviates by its target file'),
    vocabulary: targetFile.shape.vocabulary.unwrap().exactOptional().describe("The target's own words"),
  }),
  options: open.describe('The options of the run, without the token'),
  totals: z
    .strictObject(Object.fromEntries(verdicts.map((verdict) => [verdict, count])) as Record<Verdict, typeof count>)
    .describe('How many results have each verdict'),
  planned: count.describe('How many results the run planned'),
  executed: count.describe('How many results it reached'),
  judged: z
    .strictObject({
      decided: count,
      of: count,
      least: z.number().nullable(),
      gains: z.array(z.strictObject({ supply: z.string(), results: count })),
    })
    .exactOptional()
    .describe('How much of what was selected and allowed was decided; `least` is `--min-judged`'),
  results: z.array(result),
  coverage: z.strictObject({
    operations: z.strictObject({
      total: count,
      exercised: count,
      succeeded: count,
      names: z.strictObject({ exercised: texts, succeeded: texts }).exactOptional(),
    }),
    clauses: z.array(
      z.strictObject({
        id: z.string(),
        verdict: z.enum([...verdicts, 'not judged']),
        checks: texts,
        why: z.string().exactOptional(),
      }),
    ),
  }),
  observed: open.describe('What the target does where the specification is silent'),
  leftovers: z
    .array(z.strictObject({ kind: z.string(), name: z.string(), id: z.string().nullable(), why: z.string() }))
    .describe('What the run created and could not delete, and settings that it could not put back'),
  digests: z
    .strictObject({
      specification: digest,
      suite: digest,
      code: digest,
      plan: digest,
      checks: z.record(z.string(), digest),
    })
    .exactOptional()
    .describe('SHA-256 of what the run judged by; `certify` and `diff` read them'),
  retries: z
    .array(z.strictObject({ of: z.string(), why: z.enum(['breach', 'cut', 'busy']), times: z.int().positive() }))
    .exactOptional()
    .describe('What was sent again on purpose'),
  resumed: z
    .array(z.strictObject({ run: z.string(), started: z.iso.datetime(), results: count }))
    .exactOptional()
    .describe('The interrupted runs that this one goes on with, and how many results it kept of each'),
  unheld: texts.exactOptional().describe('Entries of `known` that do not hold, each with the reason'),
  notThere: z
    .strictObject({ count, groups: texts, operations: texts, omit: texts })
    .exactOptional()
    .describe('Operations that the target does not have, and patterns for `omit`'),
  entries: targetFile.exactOptional().describe('What to add to the target file, all entries in one'),
})

/** With every field asked for: one that is optional and that the other lacks would be no difference. */
type Whole<T> = T extends object ? { readonly [K in keyof T]-?: Whole<T[K]> } : T
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never
// Both ways: no field of the one is missing in the other, or optional in one of them alone.
void (true satisfies Same<Whole<z.infer<typeof report>>, Whole<Omit<Report, 'load'>>>)

/** Readers of a report meet fields that are newer than their schema: none is forbidden. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .map(([key, value]) => [key, opened(value)]),
  )
}

/** The document that is `schemas/report.schema.json`. */
export function reportDocument(): JsonSchema {
  const load = z.record(z.string(), z.unknown()).optional().describe('The figures of a load run')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:touchstone:schema:report',
    title: 'report.json, which every run of Touchstone writes',
    ...(opened(jsonSchema(report.extend({ load }))) as JsonSchema),
  }
}
