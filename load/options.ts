/** What a load is told, and what it leaves to be judged. */
import type { Load, Profile, Scenario } from '../schemas/load.ts'
import type { Journey } from './journeys.ts'
import type { Identities } from './judge.ts'
import type { Ended } from './k6/start.ts'
import type { Measure } from './measure.ts'
import type { Plan } from './scripts/plan.ts'

/** A journey that a run may iteration, and how often beside the others. */
export interface WeightedJourney {
  readonly journey: Journey
  readonly times: number
}

/** What a load run is told besides what every run is told. */
export interface LoadOptions {
  readonly scenario: Scenario
  readonly profile: Profile
  readonly weighted: readonly WeightedJourney[]
  /** A second, at the height of the shape. */
  readonly requests: number
  readonly shape: Plan['shape']
  readonly users: Plan['users']
  readonly together: Plan['together']
  readonly restRate: Plan['restRate']
  /** The limits of the target file that concern what is sent. */
  readonly limits: Plan['limits']
  readonly segment: string | null
  readonly sequence: string | null
  /** k6's own outputs, as its `--out` takes them, and the file of its own summary. */
  readonly outputs: readonly string[]
  readonly summaryExport: string | null
  /** This part's share of the load, from 0 to 1. */
  readonly share: number
}

/** What k6 alone knows at its end. */
export interface Summary {
  readonly journeys: number
  readonly dropped: number
}

/** Everything that a load left behind to be judged. */
export interface Loaded {
  readonly measure: Measure
  readonly identities: Identities
  readonly ended: Ended
  readonly summary: Summary | null
  readonly gaveWay: Load['gaveWay']
  /** Cores that k6 was allowed. */
  readonly cores: number
}
