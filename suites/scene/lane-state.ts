/** What the two callers of a lane have in common: the one that judges, and the one for cleaning up. */
import type { GoingOn } from './aftermath.ts'
import { Aftermath } from './aftermath.ts'
import { LastReads } from './last-reads.ts'

export class LaneState {
  /** When a write was last answered with success, in milliseconds of the clock. */
  writtenAt = 0
  /** When a bad credential last carried what a read could show, in milliseconds of the clock. */
  refusedAt = 0
  /** How the lane goes before others. */
  precedence = 0
  readonly aftermath: Aftermath
  readonly reads = new LastReads()

  constructor(goingOn: GoingOn) {
    this.aftermath = new Aftermath(goingOn)
  }
}
