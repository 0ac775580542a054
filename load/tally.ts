/** What is counted of operations and journeys while a load goes on. */
import type { Counted } from '../reports/model/timings/histogram.ts'
import type { Shown } from './scripts/line.ts'

export interface Cell extends Counted {
  count: number
  errors: number
  unanswered: number
  readonly micros: number[]
}
export const newCell = (): Cell => ({ count: 0, errors: 0, unanswered: 0, micros: [] })

/** A breach with the operation and the request that showed it. */
export interface Broken {
  /** What is blamed, and what was asked. */
  readonly operation: string
  readonly asked: string
  readonly check: string
  readonly shown: Shown
  readonly method: string
}

/** What became of the iterations of a journey. */
export interface JourneyOutcome {
  begun: number
  /** Came to their last step. */
  ended: number
  /** How the first request of those was answered that did not. */
  readonly why: Set<string>
}

/** Requests, how many of them were answered, and how many of the responses were successes. */
export interface Share {
  asked: number
  answered: number
  served: number
}

/** What is known of one operation besides its times. */
export interface Tally {
  readonly rest: Share
  /** Many in step. */
  readonly together: Share
  readonly load: Share
  /** Error responses whose shape was looked at, and responses that showed their journey's own record. */
  errors: number
  own: number
  /** Requests that had to be refused: sent, and refused by a response that is not about being busy. */
  probes: number
  refused: number
  /** Reads of deleted records. */
  gone: number
  /** Times that a read showed an effect of it. */
  moved: number
  /** Breaches by the scripts' word for the check. */
  readonly breaches: Map<string, number>
  readonly restMicros: number[]
}
export const newTally = (): Tally => ({
  rest: { asked: 0, answered: 0, served: 0 },
  together: { asked: 0, answered: 0, served: 0 },
  load: { asked: 0, answered: 0, served: 0 },
  errors: 0,
  own: 0,
  probes: 0,
  refused: 0,
  gone: 0,
  moved: 0,
  breaches: new Map(),
  restMicros: [],
})

export const summed = (cells: readonly Cell[]): Counted =>
  cells.reduce(
    (sum, { count, errors, unanswered }) => ({
      count: sum.count + count,
      errors: sum.errors + errors,
      unanswered: sum.unanswered + unanswered,
    }),
    { count: 0, errors: 0, unanswered: 0 },
  )
