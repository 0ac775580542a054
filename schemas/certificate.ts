/**
 * What a certificate says (docs/certify.md): an in-toto Statement v1 whose predicate is a test-result v0.1 with an
 * extension of our own.
 */
import type { Resumed, Retry, Verdict } from './report.ts'

export const STATEMENT = 'https://in-toto.io/Statement/v1'
export const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1'

/** From the best to the worst. */
export const conformances = ['conforms', 'conforms in part', 'does not conform'] as const
export type Conformance = (typeof conformances)[number]

/** Results that one reason kept from being decided. */
export interface Undecided {
  readonly reason: string
  /** Their ids. */
  readonly results: readonly string[]
}

/** All that stands between a run without a failure and 'conforms'; each list is exact, and empty where there is nothing. */
export interface Gaps {
  /** How the run was narrowed, each in a sentence. */
  readonly narrowed: readonly string[]
  /** Where the target is spoken to otherwise than the specification says, each in a sentence. */
  readonly deviations: readonly string[]
  /** Operations that the target file says the target does not offer. */
  readonly omitted: readonly string[]
  /** Operations of which nothing was planned. */
  readonly unselected: readonly string[]
  /** Operations that were to be judged and never once succeeded. */
  readonly neverSucceeded: readonly string[]
  readonly skipped: readonly Undecided[]
  readonly undecided: readonly Undecided[]
  /** Failures that the target file accepts for now. */
  readonly known: readonly { readonly id: string; readonly why: string; readonly until: string | null }[]
}

/** The run, or one part of it, that a certificate rests on. */
export interface CertifiedRun {
  readonly run: string
  /** Which part of how many. */
  readonly shard: { readonly index: number; readonly count: number }
  readonly seed: number
  /** ISO 8601. */
  readonly started: string
  readonly durationMs: number
  /** The interrupted runs that it went on with; left out where there were none. */
  readonly resumed?: readonly Resumed[]
}

/** The extension: what Touchstone says beyond the predicate's own fields. */
export interface Certified {
  readonly verdict: Conformance
  readonly gaps: Gaps
  readonly target: {
    /** Its address, or the name that the vendor gives instead. */
    readonly name: string
    /** The container image that was judged; left out where there was none. */
    readonly image?: string
    /** '' where the target does not say. */
    readonly serviceVersion: string
    /** Its own words for the specification's, as the target file has them. */
    readonly vocabulary?: unknown
  }
  readonly specification: { readonly operations: number; readonly digest: string }
  readonly suite: {
    readonly version: string
    readonly checks: number
    readonly digest: string
    readonly code: string
    /** Families of checks of which the plan held no check, such as restarts on a server that the run may not end. */
    readonly unplanned: readonly string[]
  }
  readonly plan: { readonly results: number; readonly digest: string }
  readonly counts: Readonly<Record<Verdict, number>>
  readonly operations: { readonly exercised: number; readonly succeeded: number }
  readonly requests: number
  readonly retries: readonly Retry[]
  readonly allowed: readonly string[]
  /** The run's options; no token, no values of headers and samples, no paths of the machine that ran it. */
  readonly configuration: Readonly<Record<string, unknown>>
  readonly runs: readonly CertifiedRun[]
  /** The worst verdict by group, then by family of checks. */
  readonly map: Readonly<Record<string, Readonly<Record<string, Verdict>>>>
  /** ISO 8601. */
  readonly certified: string
  /** The key that signs; null where none does. */
  readonly signer: string | null
  /** SHA-256 of the canonical JSON of the statement without this field. */
  readonly fingerprint: string
}

/** in-toto's way to point at something by its digest. */
export interface Descriptor {
  readonly name: string
  readonly digest: { readonly sha256: string }
}

export interface Statement {
  readonly _type: typeof STATEMENT
  /** The reports, by the digest of their files. */
  readonly subject: readonly Descriptor[]
  readonly predicateType: typeof TEST_RESULT
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED'
    readonly configuration: readonly Descriptor[]
    readonly url?: string
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
    readonly touchstone_certified: Certified
  }
}
