/** The report's model: what a run says of a target. Written by the suites, read by every form of report. */
import type { Load } from './load.ts'
import type { Fuzzed } from './fuzzed.ts'
import type { TargetFile, Vocabulary } from './target.ts'
import type { Voted } from './vote.ts'

export const verdicts = [
  'pass',
  'fail',
  'warn',
  'note',
  'known',
  'unstable',
  'inconclusive',
  'blocked',
  'skipped',
  'error',
] as const
export type Verdict = (typeof verdicts)[number]

/** The reason of results that are skipped because the target file says that the target does not offer the operation. */
export const OMITTED = 'the target file omits it'

/** From the worst to the least severe: what several results are said to be when they differ. */
export const gravity: readonly Verdict[] = [
  'error',
  'fail',
  'unstable',
  'known',
  'warn',
  'inconclusive',
  'blocked',
  'note',
  'pass',
  'skipped',
]

/** One exchange as it may be shown: no token, bodies cut to a readable length. */
export interface Evidence {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
  }
  /** null where no response came; `failure` says why. */
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly durationMs: number
  } | null
  readonly failure?: string
  readonly curl: string
}

/** An exchange of a run as it may be shown, and when its request began, in ISO 8601. */
export interface Sent {
  readonly evidence: Evidence
  readonly started: string
}

/** A vote of a shard, which `merge` holds against those of the others; the evidence is of what was taken. */
export type ResultVote = Voted & { readonly evidence: readonly Evidence[] }

export interface Result {
  /** `<operation> <check>`; stable from run to run. */
  readonly id: string
  readonly operation: string
  readonly check: string
  readonly clause: string
  readonly verdict: Verdict
  /** One sentence. */
  readonly message: string
  readonly expected?: string
  readonly got?: string
  /** Groups results of one check that have one cause; left out of a plain pass. */
  readonly cause?: string
  /** Why, of inconclusive, skipped and blocked. */
  readonly reason?: string
  /** What the user could supply to have it decided. */
  readonly supply?: string
  /** The id of the result that this one needed. */
  readonly blockedBy?: string
  /** What to add to the target file to have it decided, as a part of such a file; `…` stands for what only the user knows. */
  readonly entry?: TargetFile
  /** The operation as the target calls it, where that is not as the specification does. */
  readonly words?: string
  readonly fuzz?: Fuzzed
  /** A breach that was seen once and, tried again, not again. */
  readonly intermittent?: true
  /** Of `unstable`: what each try of `--repeat` said, the first first. */
  readonly unstable?: readonly Verdict[]
  /** The run that reached it, which was interrupted: this one went on with it, and has not judged it again. */
  readonly keptFrom?: string
  readonly durationMs: number
  /** Of a shard: what waits for the votes of the others. */
  readonly votes?: readonly ResultVote[]
  /** Of everything but a plain pass. */
  readonly evidence: readonly Evidence[]
}

/** A record that the run made, or may have made, and could not delete; or a setting that it could not put back. */
export interface Leftover {
  readonly kind: string
  readonly name: string
  /** null where the create answer gave no identifier, and of settings. */
  readonly id: string | null
  readonly why: string
}

/** How much of what was selected and allowed was decided. */
export interface Judged {
  /** pass, fail, warn, note or known. */
  readonly decided: number
  /** All results that are not skipped. */
  readonly of: number
  /** The least percent for a verdict (`--min-judged`); null: none is asked for. */
  readonly least: number | null
  /** What the user can do, each with how many results it would decide, the most first. */
  readonly gains: readonly { readonly supply: string; readonly results: number }[]
}

export interface ClauseCoverage {
  readonly id: string
  readonly verdict: Verdict | 'not judged'
  readonly checks: readonly string[]
  readonly why?: string
}

/** How long an operation's responses took, from sending to the last byte, in milliseconds. */
export interface Timing {
  readonly answers: number
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** What a run judged by, as SHA-256 of canonical JSON, so that somebody who was not there can compare it. */
export interface Digests {
  /** Of every operation and clause. */
  readonly specification: string
  /** Of all checks. */
  readonly suite: string
  /** Of the files that were run: those of a clone differ from those of a package. */
  readonly code: string
  /** Of the ids of the results that this run, or this shard of it, was to reach. */
  readonly plan: string
  /** Of each check there is, planned or not: its words, its code, and the operations that it judges. */
  readonly checks: Readonly<Record<string, string>>
}

/** Something that was sent more than once, on purpose. */
export interface Retry {
  /** The id of a result, or of an operation; 'control' for a request to no operation. */
  readonly of: string
  /** `breach`: to see it twice; `cut`: its connection was closed; `busy`: the target answered 429. */
  readonly why: 'breach' | 'cut' | 'busy'
  readonly times: number
}

/** An interrupted run that another went on with. */
export interface Resumed {
  readonly run: string
  /** ISO 8601. */
  readonly started: string
  /** Results of its that were kept. */
  readonly results: number
}

/** What was waited for with nothing sent for it: how often, and how long in all, in milliseconds. */
export type Waits = Readonly<Record<string, { readonly times: number; readonly ms: number }>>

/** What made a run longer than its requests, in milliseconds: the time in which no request was under way, and all waits. */
export interface Pace {
  readonly idleMs: number
  /** The longest stretch without a request under way. */
  readonly longestIdleMs: number
  /** The longest in sum first; waits overlap each other, and requests. */
  readonly waits: Waits
}

export interface Report {
  readonly touchstone: string
  readonly run: string
  readonly seed: number
  /** ISO 8601. */
  readonly started: string
  readonly durationMs: number
  readonly requests: number
  /** How long its responses took, by operation; left out where nothing was sent. */
  readonly timings?: Readonly<Record<string, Timing>>
  /** What it waited for; left out of joined reports. */
  readonly pace?: Pace
  readonly exitCode: number
  readonly target: {
    readonly baseUrl: string
    /** '' where the target does not say. */
    readonly serviceVersion: string
    readonly allowed: readonly string[]
    readonly deviations: readonly string[]
    /** The target's own words, where it has any. */
    readonly vocabulary?: Vocabulary
  }
  readonly options: Readonly<Record<string, unknown>>
  readonly totals: Readonly<Record<Verdict, number>>
  readonly planned: number
  readonly executed: number
  /** Left out of load runs. */
  readonly judged?: Judged
  readonly results: readonly Result[]
  readonly coverage: {
    readonly operations: {
      readonly total: number
      readonly exercised: number
      readonly succeeded: number
      /** The same by name, so that reports can be joined. */
      readonly names?: { readonly exercised: readonly string[]; readonly succeeded: readonly string[] }
    }
    readonly clauses: readonly ClauseCoverage[]
  }
  /** What the target does where the specification is silent. */
  readonly observed: Readonly<Record<string, unknown>>
  readonly leftovers: readonly Leftover[]
  /** Figures, of a load run. */
  readonly load?: Load
  /** Left out of load runs, and of reports that older versions wrote. */
  readonly digests?: Digests
  /** Left out where nothing was sent again. */
  readonly retries?: readonly Retry[]
  /** The interrupted runs that this one went on with, the oldest first; left out where there are none. */
  readonly resumed?: readonly Resumed[]
  /** Entries of `known` in the target file that do not hold, each a sentence. */
  readonly unheld?: readonly string[]
  /** Operations that are not there: how many, whole groups, the others by name, and `omit` patterns for all. */
  readonly notThere?: {
    readonly count: number
    readonly groups: readonly string[]
    readonly operations: readonly string[]
    readonly omit: readonly string[]
  }
  /** What to add to the target file to have inconclusive results decided: all their entries in one. */
  readonly entries?: TargetFile
}
