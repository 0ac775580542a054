/** What a load run is told: written by `touchstone load` from the registry, read by the scripts. No secrets stand in it. */
import type { LoadLimit } from '../../schemas/load.ts'
import type { Shape } from './shapes.ts'

/** One request of a journey. `{name}` and `{id}` in its texts stand for those of the journey's own record. */
export interface Step {
  /** In the specification's words. */
  readonly operation: string
  readonly method: 'GET' | 'POST'
  /** Path and query below the base address, in the target's words. */
  readonly path: string
  /** The body's JSON text, in the target's words; null for none. */
  readonly body: string | null
  /** What it does to the journey's own record; `gone` reads it after its delete. */
  readonly act: 'creates' | 'reads' | 'deletes' | 'uses' | 'gone'
}

/** What one virtual user does, one request after another; what it makes it deletes. */
export interface JourneyPlan {
  readonly name: string
  /**
   * The kind of record that it makes, and where in the create's response its identifier stands: its path, or, where that was not
   * looked at, the name of its field; null where the response does not say it: then it is looked up by the record's name, under
   * that field. null: it makes none.
   */
  readonly record: {
    readonly kind: string
    readonly id: readonly (string | number)[] | string | null
    readonly lookup: { readonly path: string; readonly field: string } | null
    readonly named: boolean
  } | null
  readonly steps: readonly Step[]
}

export interface Plan {
  readonly run: string
  readonly baseUrl: string
  readonly auth: { readonly header: string; readonly scheme: string }
  /** One whole response's limit, in milliseconds. */
  readonly timeoutMs: number
  /** How long after a record was made a read may not find it yet, in milliseconds. */
  readonly settleMs: number
  readonly shape: Shape
  /** Virtual users made beforehand, and at most. */
  readonly users: { readonly ready: number; readonly most: number }
  /** How many journeys of one sort run in step before the load, and at how many requests a second; null: as fast as can be. */
  readonly together: { readonly count: number; readonly perSecond: number | null }
  /** Requests a second at most, one after another, at rest. */
  readonly restRate: number
  readonly journeys: readonly JourneyPlan[]
  /** Journeys by their place in `journeys`, in the order in which they are begun, over and over. */
  readonly turns: readonly number[]
  /** Whether a 2xx with {message, code} is an error of this target. */
  readonly errorsWith2xx: boolean
  /** How this target speaks of what is not there. */
  readonly unknown: readonly { readonly status: number; readonly code: string }[]
  /** The limits of the target file that this load can be held to. */
  readonly limits: readonly LoadLimit[]
  readonly scenario: string
  /** Whether requests bear tags of group, operation and journey: for k6's own outputs, and for limits. */
  readonly tagged: boolean
  /** The target's word for the field that shows a record's status. */
  readonly statusField: string
  /** What `touchstone merge --logs` has to know of the run; left out where `touchstone load` itself listens. */
  readonly about?: unknown
  /** Whether wrong tokens may be sent: a target may lock out who sends many. */
  readonly wrongTokens: boolean
}
