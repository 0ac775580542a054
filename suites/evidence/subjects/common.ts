import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Call } from '../../scene/call-traits.ts'
import type { Caller } from '../../scene/call.ts'
import type { Snapshot, VolatilePaths } from '../../scene/snapshot.ts'

/**
 * Whom a variation is about: `odd` is an unknown identifier of characters that have to be encoded, `other-case` a known path
 * with the letters of its last name in the other case.
 */
export type Whom = 'own' | 'secondary' | 'gone' | 'odd' | 'other-case' | 'parent-gone'

/** Why nothing else may be sent, and what would help. */
export interface Unready {
  readonly reason: string
  readonly supply?: string
}

/** Looks at a subject: `lately` takes what the lane has read just now, where it has sent nothing but reads since. */
export type TakeSnapshot = (how?: 'lately') => Promise<Snapshot>

/** What all subjects have in common: how requests go to them, and how their effects are seen. */
export interface Common {
  /** Sends the operation's valid request, but for what the variation says. */
  send(variation: Partial<Call>): Promise<Exchange>
  /** Requests about others; null where there is nobody of the sort. */
  about(whom: Whom, variation: Partial<Call>): Promise<Exchange | null>
  /** A request of the same operation whose effect would show even where the valid request's does not; null: none. */
  readonly tell: ((variation: Partial<Call>) => Promise<Exchange>) | null
  /** How the subject is seen; null where no operation shows it. */
  readonly takeSnapshot: TakeSnapshot | null
  /** How the record is seen that may be spoilt; null where there is none. */
  readonly takeSecondarySnapshot: (() => Promise<Snapshot>) | null
  readonly volatile: VolatilePaths
  /** Names that the valid request fills with what nobody has. */
  readonly placeholders: readonly string[]
  /** What to do before anything is sent. */
  prepare(): Promise<Unready | null>
  /** Puts back what the last requests changed, by a caller that nothing stops. */
  restore(sure: Caller): Promise<void>
}

/** Of a subject that needs no care: nothing has to be prepared, nothing is changed that is not its own. */
export const carefree: Pick<Common, 'prepare' | 'restore'> = {
  prepare: () => Promise.resolve(null),
  restore: () => Promise.resolve(),
}
