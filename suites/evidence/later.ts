import type { Exchange } from '../../fixtures/http/exchange.ts'
import { begins } from '../scene/late-changes.ts'
import { census } from './census.ts'
import type { Drift } from './census/state-diff.ts'
import { control } from './control.ts'
import { handedIn } from './frame/evidence.ts'

/** What one sort of record was seen to lose after an operation had answered. */
export interface LaterOf {
  readonly drifts: readonly Drift[]
  /** Whether a read, or the run's own delete, found such a record there some time after the response. */
  readonly isSeen: boolean
}

/** What records showed some time after an operation had answered, while nobody wrote to them. */
export interface Later {
  readonly own: LaterOf
  readonly others: LaterOf
  /** What was seen once in the lane, and not when it was tried again. */
  readonly once?: string
  readonly exchanges: readonly Exchange[]
  /** Of a deploy: a second record that was there again after its delete, and the requests about it. */
  readonly back?: readonly Exchange[]
}

/** The records of a lane when it ends; if one of them changed by itself, the operation once more on a new one. */
export const later = handedIn<Later>({
  id: 'later',
  phase: 'late',
  // Its requests are what is looked at later.
  needs: { control, census },
  on: begins,
  // What is read or written at the end of a lane is counted there.
  cost: () => 0,
})
