/** What a load run measured: `load` of a report. Written by `touchstone load`, joined by `touchstone merge`, drawn by reports. */

export const scenarios = ['deploy', 'cleanup', 'mixed'] as const
export type Scenario = (typeof scenarios)[number]

export const profiles = ['smoke', 'average', 'stress', 'spike', 'soak', 'breakpoint'] as const
export type Profile = (typeof profiles)[number]

/** A limit that the target file sets, of one operation, of all operations of a group together, or of all of a scenario. */
export interface LoadLimit {
  readonly about: 'operation' | 'group' | 'scenario'
  readonly name: string
  /** Milliseconds, by percentile. */
  readonly latency?: Readonly<Partial<Record<'p50' | 'p90' | 'p95' | 'p99' | 'max', number>>>
  /** Percent of all requests that may be errors or unanswered. */
  readonly errors?: number
  /** Requests a second that are to succeed at least, on average over the load. */
  readonly rate?: number
}

/** Figures of requests; times are in milliseconds, null where nothing was answered. */
export interface Figures {
  /** Requests sent. */
  readonly count: number
  /** Requests a second. */
  readonly rate: number
  readonly p50: number | null
  readonly p90: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly max: number | null
  /** Requests that were answered with an error, or not at all; those are among `count`. */
  readonly errors: number
  /** Of `errors`: those that were not answered. */
  readonly unanswered: number
  /**
   * Every response's time in microseconds, as an HdrHistogram of three digits (V2, compressed, base64): what percentiles are
   * taken of, also when reports are joined. Left out where nothing was answered.
   */
  readonly histogram?: string
}

/** Figures of one window of time. */
export interface Point extends Figures {
  /** When the window begins, in milliseconds from the start of the load. */
  readonly atMs: number
}

/** A window of the whole load. */
export interface LoadPoint extends Point {
  /** Journeys a second that the shape asks for, on average over the window. */
  readonly planned: number
  /** Journeys a second that were begun. */
  readonly begun: number
}

export interface OperationLoad extends Figures {
  /** The limit of `limits.latency` in the target file, in milliseconds, where one is set. */
  readonly limit?: { readonly p95: number }
  /** Over time, one point for each window of `Load.windowMs` in order, also where nothing was sent. */
  readonly series: readonly Point[]
}

/** A step of the shape: the rate goes in a straight line from where it was to `rate`. */
export interface Stage {
  /** In milliseconds. */
  readonly durationMs: number
  /** Journeys a second at its end. */
  readonly rate: number
}

export interface Load {
  readonly scenario: Scenario
  readonly profile: Profile
  /** k6's own version, such as '2.2.0'. */
  readonly k6: string
  /** ISO 8601: when the first journey of the shape was due. */
  readonly started: string
  /** How long the shape lasted, in milliseconds. */
  readonly durationMs: number
  /** Where the rate begins, in journeys a second, and how it goes on. */
  readonly shape: { readonly from: number; readonly stages: readonly Stage[] }
  /** The part of the load that this run was, as k6 writes it ('0:1/2'); null: all of it. */
  readonly segment: string | null
  /** So many journeys of each sort were walked at once before the load; they are in no figure. */
  readonly together?: number
  readonly journeys: {
    readonly planned: number
    readonly begun: number
    readonly completed: number
    /** Due and not begun, for want of a free virtual user. */
    readonly dropped: number
  }
  /** Why the figures are no result (exit code 3); null: they are one. */
  readonly invalid: string | null
  /** Of the breakpoint profile: where the target gave way; null where it did not. Left out of other profiles. */
  readonly gaveWay?: { readonly rate: number; readonly atMs: number; readonly why: string } | null
  /** Share of one core that k6 took, 1 being one whole core; null where that can't be told. */
  readonly cpu: number | null
  /** The limits that it was held to. */
  readonly limits?: readonly LoadLimit[]
  readonly windowMs: number
  /** All requests of the shape together. */
  readonly total: Figures
  /** The same over time, one point for each window. */
  readonly series: readonly LoadPoint[]
  /** By operation, in the order of the journeys. */
  readonly operations: Readonly<Record<string, OperationLoad>>
}
