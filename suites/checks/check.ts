import type { Exchange, Answer } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Profile } from '../target/profile.ts'
import type { RefusedTexts } from '../monitors/refused-texts.ts'
import type { Need, Trace } from '../evidence/trace.ts'
import type { Vote } from '../target/vote.ts'

interface Said {
  /** Permanent: never renamed, never used again. */
  readonly id: string
  /** The clause of the ledger; `*` stands for the operation's id; a function where it differs by operation. */
  readonly clause: string | ((operation: Operation) => string)
  /** One sentence that begins with MUST, SHOULD or MAY. */
  readonly claim: string
  /** What is sent for it, in words. */
  readonly sends: string
  /** What it expects, in words. */
  readonly expects: string
  /**
   * Faults that it must catch, `*` for any text; of a claim that says MAY, the legal variants that it must note.
   */
  readonly kills: readonly string[]
  /** Enrols operations. */
  on(operation: Operation): boolean
}

/** What a check judges: everything that was sent to one operation for it, and how the target speaks. */
export interface Case {
  readonly operation: Operation
  readonly trace: Trace
  readonly profile: Profile
  /** The run's id, which stands in every text that the run gave a record. */
  readonly run?: string
  /** Paths of what it is about that were seen to change by themselves. */
  readonly moving: ReadonlySet<string>
}

/** Judges exchanges that it needs: returns, or throws Breach, Inconclusive, Skipped or Blocked. */
export interface Check extends Said {
  readonly needs: readonly Need[]
  /** What it sees may have another cause, and pass: seen once and not again, it can't be told. */
  readonly passing?: true
  prove(scene: Case): void
}

/** What a monitor has to say of one answer. */
export interface Observation {
  readonly level?: 'MUST' | 'SHOULD' | 'MAY'
  readonly expected: string
  readonly got: string
  /** What else shows it, before the answer itself. */
  readonly exchanges?: readonly Exchange[]
}

/** Judges every answer of the whole run, whatever it was sent for. */
export interface Monitor extends Said {
  /** What it is told besides the answer. */
  watch(
    answer: Answer,
    known: {
      readonly profile: Profile
      readonly exchange: Exchange
      readonly secret: string
      /** What only refused requests carried before this answer. */
      readonly refused?: RefusedTexts
    },
  ): Watched
}

/** `off`: not an answer of the sort that it judges; `held`: as it should be; `bare`: neither held nor broken. */
export type Watched = 'off' | 'held' | 'bare' | Observation

/**
 * Asks every operation the same where the specification is silent; the target's own ways are the oracle (JUDGEMENT.md,
 * rule 8). Judged when the whole run has answered.
 */
export interface Poll extends Said {
  readonly needs: readonly Need[]
  /** Throws as a check does where the answers themselves tell; else says what was seen. */
  ask(scene: Case): readonly Vote[]
}

export type AnyCheck = Check | Monitor | Poll

export const isMonitor = (check: AnyCheck): check is Monitor => 'watch' in check
export const isPoll = (check: AnyCheck): check is Poll => 'ask' in check

/** The clause that a check judges for an operation. */
export const clauseOf = ({ clause }: Pick<AnyCheck, 'clause'>, operation: Operation): string =>
  typeof clause === 'function' ? clause(operation) : clause.replace('*', operation.id)
