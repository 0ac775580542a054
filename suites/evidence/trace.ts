import type { Rung } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Burst } from './burst.ts'
import type { Census } from './census.ts'
import type { Fuzz } from '../fuzz/said.ts'
import type { Family, Tried } from './variations.ts'
import type { Namesake } from './namesake.ts'
import type { Probe } from './probes.ts'
import type { Making } from '../scene/made.ts'

/** Exchanges that a check can ask for. One exchange serves every check that it can serve. */
export type Need =
  | Rung
  /** The valid request with the right token. */
  | 'control'
  /** The subject read before and after the refusals, and after the authorised request. */
  | 'effect'
  /** Where the control is an error: the same request to a path of the same form that surely does not exist. */
  | 'twin'
  /** The right token behind `bearer` in lower case. */
  | 'lower-case'
  /** Unusual, legal requests. */
  | 'unusual'
  /** Requests that most targets answer with an error. */
  | 'provoke'
  /** The record that a create made, found again by its identifier. */
  | 'record'
  /** The operation used once more with other values, everything around it read before and after. */
  | 'census'
  /** A read of a record, asked of its neighbour, and by the identifier of a record of another kind. */
  | 'neighbours'
  /** Made once more under the name of one that lives. */
  | 'namesake'
  /** Many of them made at once, and read while all are alive. */
  | 'burst'
  /** A record made before the target is ended and started again, and read after it. */
  | 'restart'
  /** Variations of the valid request, by family. */
  | Family
  /** Reads around the valid request that show whether it did what its name promises. */
  | 'probe'
  /** Fuzzing, after everything else. */
  | 'fuzz'

/** What became of the subject of an operation while it was judged. */
export type Effect =
  /** Unchanged by the refusals; changed by the authorised request, so a change would have shown. */
  | { readonly seen: 'held'; readonly exchanges: readonly Exchange[] }
  /** Changed although refused. */
  | {
      readonly seen: 'changed'
      readonly paths: readonly string[]
      readonly by: string
      readonly exchanges: readonly Exchange[]
    }
  /** It can't be told; `reason` says why. */
  | {
      readonly seen: 'untold'
      readonly reason: string
      readonly supply?: string
      readonly exchanges: readonly Exchange[]
    }

/** The records that reads are told apart by. */
export interface Neighbours {
  /** Texts and numbers that stand on one record alone. */
  readonly own: readonly string[]
  readonly other: readonly string[]
  readonly witness: readonly string[]
  /** What the operation answered of the neighbour, and of an identifier of another kind. */
  readonly ofOther: Exchange | null
  readonly ofWitness: Exchange | null
  readonly field: string
  readonly id: string
  readonly otherId: string
  /** One that this run made and deleted. */
  readonly goneId?: string
}

/** What became of one record that was made before the target ended and started again. */
export interface Outlived {
  readonly making: Making
  /** Why the target was not there again; null: it was. */
  readonly away: string | null
  /** The read of the record afterwards; null where there was no record, or nobody to ask. */
  readonly after: Exchange | null
}

/** Everything that was sent to one operation on behalf of its checks. */
export interface Trace {
  control?: Exchange
  readonly rungs: Map<Rung | 'lower-case', Exchange>
  /** Why rungs are missing, where they are. */
  unsent?: { readonly reason: string; readonly inconclusive: boolean }
  effect?: Effect
  twin?: { readonly exchange: Exchange; readonly word: string }
  record?: {
    readonly found: boolean
    /** The read that did not know the one identifier that the create answered. */
    readonly unread?: Exchange
    readonly reason?: string
    readonly supply?: string
    readonly exchanges: readonly Exchange[]
  }
  census?: Census
  neighbours?: Neighbours
  burst?: Burst
  namesake?: Namesake
  outlived?: Outlived
  /** Variations of the valid request, and what came of them. */
  readonly variations: Tried[]
  /** Variations that may destroy were allowed. */
  destructive?: boolean
  /** Variations were left out because what they make could not be found again. */
  unfindable?: boolean
  /** Records that are listed although the request that made them was answered with an error. */
  stored?: { readonly names: readonly string[]; readonly exchanges: readonly Exchange[] }
  /** What the spare record showed before and after variations that were all refused. */
  spoiled?: { readonly paths: readonly string[]; readonly exchanges: readonly Exchange[] }
  probes?: readonly Probe[]
  fuzz?: Fuzz
  /** Names that the control fills with what nobody has. */
  guesses?: readonly string[]
  /** Why nothing could be sent at all, and the result that is to blame. */
  blocked?: { readonly reason: string; readonly by: string }
  skipped?: string
}

export const emptyTrace = (): Trace => ({ rungs: new Map(), variations: [] })
