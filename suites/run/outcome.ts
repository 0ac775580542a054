import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Digests, Leftover, Pace, Report, Result, Retry, Sent, Timing } from '../../schemas/report.ts'

/** Where a run stands, told while it works. */
export interface Progress {
  /** Results planned and results reached. */
  readonly planned: number
  readonly done: number
  readonly failures: number
  /** Of this run alone. */
  readonly requests: number
  /** Results that an interrupted run had reached. */
  readonly kept?: number
  /** The target refuses the right token since it was sent wrong ones. */
  readonly lockedOut?: boolean
  /** How often the target answered 429, and how long was waited because of that, in milliseconds. */
  readonly busy?: { readonly times: number; readonly ms: number }
  /** What the run is at, in a word or two: 'calibrating', 'judging', 'cleaning up'. */
  readonly phase: string
}

/** What a run found, as the command line turns it into a report and an exit code. */
export interface Outcome {
  readonly results: readonly Result[]
  readonly planned: number
  readonly executed: number
  readonly requests: number
  readonly serviceVersion: string
  readonly deviations: readonly string[]
  readonly observed: Readonly<Record<string, unknown>>
  readonly timings?: Readonly<Record<string, Timing>>
  readonly pace?: Pace
  readonly leftovers: readonly Leftover[]
  readonly coverage: Report['coverage']
  /** Why there is no verdict (exit code 3), or null. One sentence. */
  readonly noVerdict: string | null
  readonly interrupted: boolean
  /** What it was judged by; added where the run is started. */
  readonly digests?: Digests
  readonly retries: readonly Retry[]
  /** Entries of `known` that do not hold, each a sentence. */
  readonly unheld?: readonly string[]
}

/** What a session tells, and what it can have done to its target. */
export interface SessionHooks {
  progress(progress: Progress): void
  /** Kills the target's process and starts it again, where `restarts` says that this may be. */
  restart?(): Promise<void>
  /** Sees results as they are reached, and says whether they are enough: the run then ends as `--bail` ends it. */
  isEnough?(results: readonly Result[]): boolean
  /** Sees every exchange, for benchmarks and tests. */
  exchange?(exchange: Exchange): void
  /** Sees every exchange as it may be shown, secrets taken out. */
  sent?(sent: Sent): void
}

export interface RunHooks {
  progress(progress: Progress): void
  /** Kills the target's process and starts it again; resolves once it serves. */
  restart?(): Promise<void>
  /** Sees every exchange as it may be shown, secrets taken out. */
  sent?(sent: Sent): void
  /** Aborted by SIGINT or SIGTERM: the run stops sending, cleans up and returns what it has. */
  readonly signal: AbortSignal
}

/** What a run would send to one operation. */
export interface PlannedOperation {
  readonly operation: string
  readonly effect: string
  /** Requests at most, when nothing fails. */
  readonly requests: number
  readonly checks: readonly string[]
}
