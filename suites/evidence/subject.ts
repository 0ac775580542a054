import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Call, Caller } from '../scene/call.ts'
import type { Burst } from './burst.ts'
import type { Census } from './census.ts'
import type { Namesake } from './namesake.ts'
import type { Probing } from './probes.ts'
import type { Snapshot, VolatilePaths } from '../scene/snapshot.ts'
import type { Whom } from './stimuli.ts'
import type { Need, Neighbours } from './trace.ts'

/** A record of another lane, which nothing is sent about but reads. */
export interface Bystander {
  look(): Promise<Snapshot>
  /** Whether it has not been deleted since. */
  stands(): boolean
}

/** What an operation is tried on, and how its effects are seen. */
export interface Subject {
  /** Sends the operation's valid request, but for what the variation says. */
  send(variation: Partial<Call>): Promise<Exchange>
  /** How the subject is seen; null where no operation shows it. */
  readonly look: (() => Promise<Snapshot>) | null
  /** How the record is seen that refused requests are about, where it is not the one of the valid request: that deletes. */
  readonly decoyLook?: () => Promise<Snapshot>
  /** What to do first; a text says why not to go on. */
  prepare?(needs: ReadonlySet<Need>): Promise<string | null>
  /** A request of the same operation whose effect would show even where the valid request's does not. */
  readonly tell?: (variation: Partial<Call>) => Promise<Exchange>
  /** Puts back what the last requests changed, by a caller that nothing stops. */
  restore?(caller: Caller): Promise<void>
  /** Requests about others; null where there is nobody of the sort. */
  about(whom: Whom, variation: Partial<Call>): Promise<Exchange | null>
  /** Sees everything around as it is before anything is sent. */
  begin?(): Promise<void>
  /**
   * Writes once more, with values of its own, and reads everything around it before and after.
   * @param control the answer to the valid request that was sent before
   */
  census?(control: Exchange | undefined): Promise<Census>
  /** Asks a read of the neighbours too. */
  neighbours?(): Promise<Neighbours>
  /** Makes two of one name; undefined where they could not be told apart. */
  namesake?(): Promise<Namesake | undefined>
  /** Makes many at once; undefined where they could not be found again. */
  burst?(): Promise<Burst | undefined>
  /** How the record is seen that may be spoilt. */
  readonly spareLook?: (() => Promise<Snapshot>) | null
  /** Records of the same kind in other lanes. */
  bystanders?(): readonly Bystander[]
  /** The read that showed first what this answer made. */
  shown?(made: Exchange): Exchange | null
  /** Whether what is made without a name can be found again, to be deleted. */
  findable?(): boolean
  /** Which records are listed that requests answered with an error should not have made; they are deleted. */
  stored?(): Promise<{ readonly names: readonly string[]; readonly exchanges: readonly Exchange[] } | null>
  /** Reads around the valid request, before it and after it. */
  readonly probing?: Probing
  readonly sight: VolatilePaths
  /** Names that the valid request fills with what nobody has (see `guesses`). */
  readonly guesses: readonly string[]
}
