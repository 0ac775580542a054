/** What the scripts tell of each journey, in a line of the journal. */

/** A breach that one response shows. */
export interface Breach {
  readonly check: 'media' | 'json' | 'empty' | 'error' | 'own' | 'kept' | 'refused' | 'gone' | 'effect'
  /** The clause that it breaks, where that is not the check's. */
  readonly clause?: string
  readonly expected: string
  readonly got: string
  /** The step that is blamed, where that is not the one that shows it. */
  readonly by?: number
  /** With what it was asked, where that is not the right token. */
  readonly credential?: 'none' | 'wrong'
  /** Whether the record may only not be seen yet. */
  readonly yet?: boolean
}

/** One request as a line tells it: its step, when it began, how long its response took (µs), its status and its marks. */
export type Sent = readonly [step: number, atMs: number, micros: number, status: number, marks: number]

/**
 * What a response was: a success, an error whose shape was looked at, one that shows the journey's own record; the response to a request that had
 * to be refused; the read of a record that was deleted; a read that shows that what came before it had an effect.
 */
export const marks = { success: 1, error: 2, own: 4, probe: 8, gone: 16, moved: 32 } as const

/** What is kept of an exchange that broke a rule, without the token. */
export interface Shown extends Breach {
  readonly step: number
  readonly path: string
  readonly body: string | null
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly ms: number
  }
}

/** One line of the journal: a journey that has ended. */
export interface JourneyLine {
  readonly run: string
  readonly time: string
  readonly event: 'journey'
  readonly kind: 'load'
  /** The journey's name. */
  readonly name: string
  /**
   * `setup`: before the load, to see the target at rest; `together`: many in step, before the load too; `begin`: no journey, but the
   * moment in which the load begins.
   */
  readonly phase: 'setup' | 'together' | 'begin' | 'load'
  /** When it began, in milliseconds since 1970. */
  readonly atMs: number
  readonly sent: readonly Sent[]
  /** What not every journey has. */
  readonly more?: {
    /** Why requests went unanswered, each once. */
    readonly failures?: readonly string[]
    readonly breaches?: readonly Shown[]
    /** Breaches by `check step`, also those that are not shown. */
    readonly counts?: Readonly<Record<string, number>>
    readonly threw?: string
    /** The right token was refused after a wrong one: the target locks out, and is sent no more of them. */
    readonly lockedOut?: true
    /** Requests that looked for its record, and whether none of them found it. */
    readonly lookups?: number
    readonly unfound?: boolean
  }
}
