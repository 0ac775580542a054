import type { HttpResponse, Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import { valuesOf, type Gathered, type Needs, type Phase, type Values } from '../evidence/frame/evidence.ts'
import type { RefusedTexts } from '../evidence/frame/refused-texts.ts'
import type { Profile } from '../target/profile.ts'
import type { Inconclusive } from '../claim/finding.ts'
import type { Vote } from '../target/vote.ts'

/** What every check says of itself. */
export interface Said {
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
  /** Faults that it must catch, `*` for any text; of a claim that says MAY, the legal variants that it must note. */
  readonly kills: readonly string[]
  /** The evidence that it judges, or that draws what a monitor watches. */
  readonly needs: Needs
  /** What it was made of, functions included: a digest of it tells one version of a check from another. */
  readonly definition?: object
  /** Enrols operations. */
  on(operation: Operation): boolean
}

/** What is known of the operation that is judged, besides the evidence. */
export interface Context {
  readonly operation: Operation
  readonly profile: Profile
  /** The run's id, which stands in every text that the run gave a record. */
  readonly run?: string
  /** Names that the valid request fills with what nobody has. */
  readonly placeholders: readonly string[]
  /** Paths of what it is about that were seen to change by themselves. */
  readonly moving: ReadonlySet<string>
  /** The id of another run that was seen at work on the target. */
  readonly otherRun?: string
}

/** One operation to be judged: what is known of it, and what was gathered for it. */
export interface TestCase extends Context {
  readonly gathered: Gathered
  /** That the target has locked the token out, and what would help. */
  readonly lockOut?: Inconclusive
}

/** Judges the evidence that it needs: returns, or throws Breach, Inconclusive, Skipped or Blocked. */
export interface Check extends Said {
  /** What it sees may have another cause, and pass: seen once and not again, it is inconclusive. */
  readonly transient: boolean
  prove(testCase: TestCase): void
  /** What a pass says besides, after 'held'; '' where there is nothing to say. */
  remark?(testCase: TestCase): string
  /** Whether what was seen once, and not again, changes by itself. */
  explains(first: TestCase, moving: ReadonlySet<string>): boolean
}

/**
 * Asks every operation the same where the specification is silent; the target's own ways are the oracle (docs/judgement.md,
 * rule 8). Judged when the whole run has answered.
 */
export interface ConsistencyCheck extends Said {
  /** Throws as a check does where the responses themselves tell; else says what was seen. */
  ask(testCase: TestCase): readonly Vote[]
}

interface CheckDefinition<N extends Needs> extends Omit<Said, 'needs' | 'definition'> {
  readonly needs: N
  readonly transient?: true
  /** Judges what was gathered. What is missing has been told before: it is called with all that it needs. */
  prove(given: Context & Values<N>): void
  /** What a pass says besides, after 'held'; '' where there is nothing to say. */
  held?(given: Context & Values<N>): string
  explains?(given: Values<N>, moving: ReadonlySet<string>): boolean
}

interface ConsistencyDefinition<N extends Needs> extends Omit<Said, 'needs' | 'definition'> {
  readonly needs: N
  ask(given: Context & Values<N>): readonly Vote[]
}

/** Gives a judge what it needs; throws the reason where that is missing. */
const given = <N extends Needs>(needs: N, { gathered, ...context }: TestCase): Context & Values<N> => ({
  ...context,
  ...valuesOf(needs, gathered),
})

/** Defines a check. */
export const check = <N extends Needs>(definition: CheckDefinition<N>): Check => ({
  transient: false,
  ...definition,
  definition,
  remark: (testCase) => definition.held?.(given(definition.needs, testCase)) ?? '',
  prove: (testCase) => definition.prove(given(definition.needs, testCase)),
  explains: ({ gathered }, moving) => definition.explains?.(valuesOf(definition.needs, gathered), moving) ?? false,
})

/** Defines a consistency check. */
export const consistencyCheck = <N extends Needs>(definition: ConsistencyDefinition<N>): ConsistencyCheck => ({
  ...definition,
  definition,
  ask: (testCase) => definition.ask(given(definition.needs, testCase)),
})

/** What a monitor has to say of one response. */
export interface Observation {
  readonly level?: 'MUST' | 'SHOULD' | 'MAY'
  readonly expected: string
  readonly got: string
  /** Which of the ways to break the claim this is, in words that name no operation or value; `got` if left out. */
  readonly cause?: string
  /** What else shows it, before the response itself. */
  readonly exchanges?: readonly Exchange[]
}

/** Judges every response of the whole run, whatever it was sent for. */
export interface Monitor extends Said {
  /**
   * Why nothing was judged if every response was `bare`: told in a note. Where a target may break the claim unseen, why the user's own
   * choice leaves it out.
   */
  readonly whenBare?: string | { readonly skipped: string }
  /** Checks that send what it watches for: judged without them, it sees nothing of the sort. */
  readonly besides?: readonly string[]
  /** What it is told besides the response. */
  watch(
    response: HttpResponse,
    known: {
      readonly profile: Profile
      readonly exchange: Exchange
      readonly secret: string
      /** What only refused requests carried before this response. */
      readonly refused?: RefusedTexts
    },
  ): Watched
}

/** `off`: not a response of the sort that it judges; `held`: as it should be; `bare`: neither held nor broken. */
export type Watched = 'off' | 'held' | 'bare' | Observation

export type AnyCheck = Check | Monitor | ConsistencyCheck

export const isMonitor = (one: AnyCheck): one is Monitor => 'watch' in one
export const isConsistencyCheck = (one: AnyCheck): one is ConsistencyCheck => 'ask' in one

/** The phases that needs are met in, asked for again and again. */
const phases = new WeakMap<Needs, ReadonlySet<Phase>>()

/** Whether a check lives on what this phase of a run gathers. */
export function livesOn({ needs }: Pick<AnyCheck, 'needs'>, phase: Exclude<Phase, 'lanes'>): boolean {
  let known = phases.get(needs)
  if (!known) {
    known = new Set(Object.values(needs).flatMap(({ wishes }) => wishes.map(({ kind }) => kind.phase)))
    phases.set(needs, known)
  }
  return known.has(phase)
}

/** The clause that a check judges for an operation. */
export const clauseOf = ({ clause }: Pick<AnyCheck, 'clause'>, operation: Operation): string =>
  typeof clause === 'function' ? clause(operation) : clause.replace('*', operation.id)
