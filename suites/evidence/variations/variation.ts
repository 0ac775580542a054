/** Variations of a valid request, as data, and what comes of them. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { mayEnd } from '../../../schemas/order.ts'
import type { Call } from '../../scene/call-traits.ts'
import type { Whom } from '../subjects/common.ts'

/** Families of variations, each a part of the evidence. */
export const families = [
  'missing-required',
  'wrong-type',
  'not-an-object',
  'malformed-json',
  'empty-body',
  'unknown-id',
  'empty-id',
  'optional-query',
  'no-body',
  'empty-object',
  'listed-suffice',
  'encoding',
  'other-value',
] as const
export type Family = (typeof families)[number]
/** What is sent for its own sake, or because most targets answer it with an error. */
export type Part = Family | 'provoke'

/** One request that differs from the valid one in one thing. */
export interface Variation {
  readonly family: Part
  /** What of the request differs: a field, a parameter, a form of the body. */
  readonly of: string
  /** In which way, where there are several. */
  readonly kind?: string
  readonly about: Whom
  readonly call: Partial<Omit<Call, 'operation'>>
  /** The value sent instead of one of the right type. */
  readonly value?: unknown
  /** What it makes may lack its name: sent only where a create's response shows the identifier. */
  readonly nameless?: boolean
  /** Sent only where the valid request was answered so. */
  readonly after?: 'success' | 'error'
}

/** A variation that was sent. */
export interface Tried {
  readonly variation: Variation
  readonly exchange: Exchange
  /** Answered with success. */
  readonly taken: boolean
  /** The same once more, where it was taken. */
  readonly again?: Exchange
  /** A name of the run's that a read of what was deleted goes on showing. */
  readonly outlived?: string
  /** What a read showed afterwards, and what it shows when the value is of the right type. */
  readonly shown?: { readonly after: Exchange; readonly rightly: Exchange | null }
  /** What shows that the word for false turns a toggle on. */
  readonly turned?: readonly Exchange[]
  /** The request and the read which show that it brings a deleted record back. */
  readonly revived?: readonly Exchange[]
  /** Looks at the run's own records around it, and whether they differ. */
  readonly around?: {
    readonly paths: readonly string[]
    readonly exchanges: readonly Exchange[]
    /** Nothing was sent that does not stand on each of them already, so nothing could have shown. */
    readonly mute: boolean
  }
}

/** Each time it mails, or may end a process. */
export const sparing = (operation: Operation) => mayEnd(operation) || operation.act.kind === 'invitation'
