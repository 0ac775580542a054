import type { References } from '../../fixtures/payload/payload.ts'
import type { Missing } from '../claim/finding.ts'
import type { Gathered } from '../evidence/frame/evidence.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import type { Caller } from '../scene/call.ts'
import type { CreateOutcome } from '../scene/made.ts'
import type { Planned } from './plan.ts'

/** What a lane hands over for one operation: what it is tried on, and the same on a fresh scene, to see a breach again. */
export interface LaneTurn {
  readonly planned: Planned
  readonly caller: Caller
  readonly references: References
  readonly tried: Subject | Missing
  readonly creation: CreateOutcome | null
  /** @param whole whether all records around are to be made anew, too */
  fresh(whole: boolean): Promise<Subject | Missing>
}

/** Judges one turn; the lane waits for what was sent before it goes on. */
export type Take = (turn: LaneTurn) => Promise<Gathered>
