import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'

/** A record that this run made and can find. */
export interface SceneRecord {
  readonly kind: RecordKind
  readonly name: string
  readonly id: string
  /** Its own identifier and what it was last shown to be called: what later requests point at. */
  readonly references: References
  /** The response that made it. */
  readonly made: Exchange
  /** The response that showed it first. */
  readonly shown: Exchange | null
  /** The response that showed it once it could be used, where the target file has it prepared. */
  ready?: Exchange
  /** What the run last wrote on it and was told to be taken, by field. */
  readonly written: Map<string, unknown>
  alive: boolean
  /** The response that acknowledged its delete. */
  removed?: Exchange
  /** A create like its own that was refused, and differed from it in the order of its fields alone. */
  refusedBackwards?: Exchange
}

/** What is sent instead of a valid body. */
export type BodyOf = (valid: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** Why a create gave no record, and what would help. */
export interface CreateFailure {
  readonly record: null
  readonly exchange: Exchange | null
  readonly reason: string
  readonly supply: string
  /** The read that does not know the one identifier that the create answered. */
  readonly unread?: Exchange
  /** Whether it is that what it makes can't be deleted. */
  readonly undeleted?: true
  readonly exchanges: readonly Exchange[]
}

/** What came of a create: a record, or why there is none. */
export type CreateOutcome = { readonly record: SceneRecord; readonly exchange: Exchange } | CreateFailure

/** Whether a record was made under another. */
export const isChild = (record: SceneRecord, of: SceneRecord): boolean => [...record.written.values()].includes(of.id)
