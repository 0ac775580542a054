/** What the two callers of a lane have in common: the one that judges, and the one for cleaning up. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Profile } from '../target/profile.ts'
import type { GoingOn } from './aftermath.ts'
import { Aftermath } from './aftermath.ts'
import { LateChanges } from './late-changes.ts'
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
  readonly lateChanges = new LateChanges()

  constructor(goingOn: GoingOn) {
    this.aftermath = new Aftermath(goingOn)
  }

  /** @param writes those that were taken before the read went out */
  read(operation: Operation, references: References, exchange: Exchange, writes: number, profile: Profile): void {
    this.aftermath.read(operation, references, exchange, writes)
    if (writes === this.aftermath.writes) this.lateChanges.read(operation, references, exchange, profile)
  }

  /** A write was sent. */
  sent(operation: Operation, exchange: Exchange, isTaken: boolean): void {
    if (isTaken) {
      this.writtenAt = Date.now()
      this.aftermath.wrote(operation)
      this.lateChanges.wrote(operation, exchange)
    } else if (!exchange.response) this.lateChanges.unsure()
  }
}
