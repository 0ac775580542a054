/** The target file (CONTRACT.md): its keys, checked once, where it comes in. */
import * as z from 'zod'
import { imageSettings } from './image.ts'
import type { Fuzzed } from './fuzzed.ts'
import { expendableNames, identifierNames } from './target-names.ts'

const text = z.string().min(1)
const count = z.int().positive()

export type IdentifierName = (typeof identifierNames)[number]

/** The permissions that `allow` takes besides `all`. */
export const permissions = ['deploy', 'host', 'destructive'] as const
export type Permission = (typeof permissions)[number]

const words = z.record(text, text).optional()
const vocabulary = z.strictObject({
  groups: words.describe("Its groups; a database kind's word is one for its identifier field too"),
  operations: words.describe('Its operations, by id, or by name for all groups'),
  fields: words.describe('Its body fields and query parameters'),
  values: words.describe('Its values for those that the specification shows: buildfile, bind, cloud, idle'),
})

/**
 * The specification's words, each with the target's: of groups, of operations (by id, or by name for all groups that have
 * it), of fields, and of the values that the specification shows.
 */
export type Vocabulary = Readonly<z.infer<typeof vocabulary>>

const ms = (share: string) =>
  z.number().positive().optional().describe(`${share} responses are no slower, in milliseconds`)
const latencyLimits = z
  .strictObject({
    p50: ms('50 of 100'),
    p90: ms('90 of 100'),
    p95: ms('95 of 100'),
    p99: ms('99 of 100'),
    max: ms('All'),
  })
  .refine((one) => Object.values(one).some((value) => value !== undefined), 'give one of p50, p90, p95, p99 and max')

const knownFailure = z.strictObject({
  id: z
    .union([text, z.array(text).min(1)])
    .describe('The id of a result (operation, blank, check), a pattern with *, or a list of these'),
  why: text.describe('Why it is accepted'),
  until: z.iso.date().optional().describe('The last day of acceptance, such as 2030-12-31'),
})
/** Failures that are accepted for now: the id of a result or a pattern of ids, and the last day on which they are. */
export type KnownFailure = Readonly<Omit<z.infer<typeof knownFailure>, 'id'> & { id: string }>

const preparation = z.strictObject({
  operation: text.describe('An operation that changes records of the kind'),
  body: z
    .record(text, z.json())
    .optional()
    .describe('Fields of its request; Touchstone fills in what it lists besides, and always the identifier'),
})
/** A call that a record needs after its create before it can be used. */
export type Preparation = Readonly<z.infer<typeof preparation>>

export const targetFile = z.strictObject({
  $schema: z.string().optional(),
  baseUrl: text.optional(),
  token: text.optional(),
  identifiers: z.partialRecord(z.enum(identifierNames), text).optional(),
  expendable: z.partialRecord(z.enum(expendableNames), text).optional(),
  sample: z.record(text, z.record(text, z.json())).optional(),
  lookup: z
    .record(
      text,
      z.strictObject({
        path: text.describe(
          'The path of a GET, in the words of the target; Touchstone fills in {projectId} and the like',
        ),
      }),
    )
    .optional(),
  prepare: z.record(text, z.array(preparation).min(1)).optional(),
  vocabulary: vocabulary.optional(),
  auth: z
    .strictObject({
      header: text.optional().describe('The header that carries the token'),
      scheme: z.string().optional().describe('The word before the token; empty for none'),
    })
    .optional(),
  headers: z.record(text, z.string()).optional(),
  omit: z.array(text).optional(),
  limits: z
    .strictObject({
      concurrency: count.optional().describe('Requests under way at once'),
      requestsPerSecond: z.number().positive().optional().describe('Requests a second'),
      timeoutMs: count.optional().describe('Limit for one whole response, in milliseconds'),
      settleMs: z
        .int()
        .nonnegative()
        .optional()
        .describe('How long a write may take until reads show it, in milliseconds'),
      badTokens: z
        .int()
        .nonnegative()
        .optional()
        .describe('How many wrong tokens it accepts before it locks a client out'),
      maxRequests: count.optional().describe('Stop before sending more requests'),
      minJudged: z
        .number()
        .min(0)
        .max(100)
        .optional()
        .describe('Percent of what is selected and allowed that must be decided for a verdict'),
      latency: z
        .record(text, latencyLimits)
        .optional()
        .describe('Of load runs, by operation, group or scenario: milliseconds by percentile'),
      errors: z
        .record(text, z.number().min(0).max(100))
        .optional()
        .describe('Of load runs, by operation, group or scenario: percent of requests that may be errors'),
      rates: z
        .record(text, z.number().positive())
        .optional()
        .describe('Of load runs, by operation, group or scenario: requests a second that are to succeed at least'),
    })
    .optional(),
  allow: z.array(z.enum([...permissions, 'all'])).optional(),
  known: z.array(knownFailure).optional(),
  image: imageSettings.optional(),
})
export type TargetFile = z.infer<typeof targetFile>

/** A target as a run meets it: every default filled in, every variable read. Plain data, so that it can cross threads. */
export interface Target {
  /** Without a slash at its end; its path is a prefix of every request. */
  readonly baseUrl: string
  readonly token: string
  readonly identifiers: Readonly<Partial<Record<IdentifierName, string>>>
  readonly expendable: Readonly<Partial<Record<(typeof expendableNames)[number], string>>>
  /** Further fields by operation, merged into the valid payload. */
  readonly sample: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** By kind of record: a path that shows a created record; `{projectId}` and the like are filled in. */
  readonly lookup: Readonly<Record<string, { readonly path: string }>>
  /** By kind of record: calls after its create, before it can be used. */
  readonly prepare?: Readonly<Record<string, readonly Preparation[]>>
  readonly auth: { readonly header: string; readonly scheme: string }
  readonly headers: Readonly<Record<string, string>>
  readonly omit: readonly string[]
  /** Its own words for the specification's, checked to be one for one. */
  readonly vocabulary?: Vocabulary
}

/** How TLS is spoken, where not by the machine's own certificates. Files are named, not held: a report shows the options. */
export interface Tls {
  /** Certificates of authorities that are trusted instead of the usual ones: a file in PEM. */
  readonly ca?: string
  /** The certificate and the key that show who asks: files in PEM. */
  readonly cert?: string
  readonly key?: string
  /** Whoever answers is believed. */
  readonly insecure?: true
}

/** Everything that a run is told. Plain data, so that it can cross threads. */
export interface RunOptions {
  readonly run: string
  readonly seed: number
  readonly target: Target
  /** True for the embedded reference server: nothing else lives on it. */
  readonly embedded: boolean
  /** The container image that is brought up for it. */
  readonly image?: string
  /** Whether the run may end the target's process and start it again. */
  readonly restarts?: boolean
  readonly allow: readonly Permission[]
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** Requests under way at once. */
  readonly concurrency: number
  /** The same in a burst, where the target file limits it; left out: as many as a burst is wide. */
  readonly burst?: number
  /** Requests a second; null: unlimited. */
  readonly rate: number | null
  /** One whole response's limit, in milliseconds. */
  readonly timeoutMs: number
  /** How long a write may take to be seen, in milliseconds. */
  readonly settleMs: number
  readonly maxRequests: number | null
  readonly tls?: Tls
  /** No proxy stands before it, whatever the environment says: what the run itself has brought up. */
  readonly direct?: true
  /** How many refused tokens the target bears; null: no limit known. */
  readonly badTokens: number | null
  readonly shard: { readonly index: number; readonly count: number }
  readonly bail: boolean
  /** Percent of what is selected and allowed that must be decided for a verdict; left out: no such limit. */
  readonly minJudged?: number
  /** Failures that are accepted for now; none where it is left out. */
  readonly known?: readonly KnownFailure[]
  /** Random payloads tried for each property; none is fuzzed where it is 0 or left out. */
  readonly fuzz?: number
  /** The longest that fuzzing one property of one operation may take, in milliseconds; left out: DEFAULT_FUZZ_MS. */
  readonly fuzzMs?: number
  /** One finding of an earlier run's fuzzing, to be come to again; nothing else of it is tried. */
  readonly replay?: { readonly id: string; readonly fuzz: Fuzzed }
  /** How many times all of it is judged; left out: once. */
  readonly repeat?: number
  /** What is judged is kept in `out`, and this run goes on with what these interrupted ones have kept there; left out: it keeps nothing. */
  readonly resumes?: readonly string[]
  /** Where the journal is written. */
  readonly out: string
}
