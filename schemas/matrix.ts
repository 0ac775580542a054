/** The kill matrix: which seeded faults the checks catch, and whether any legal variant is accused. */

/** A seeded fault, and the checks that name it. */
export interface FaultRow {
  readonly id: string
  readonly clause: string
  readonly level: 'fail' | 'warn'
  readonly operations: readonly string[] | '*'
  readonly sentence: string
  /** The checks that name it in `kills` and said so, at its level. */
  readonly killedBy: readonly string[]
  /** The checks that name it and did not say so: each a survival. */
  readonly missedBy: readonly string[]
  /** What kept it from being judged: a crash, a hang, a defect of ours. No kill counts then. */
  readonly trouble: readonly string[]
}

/** A legal variant, and what was said against it. */
export interface VariantRow {
  readonly id: string
  readonly sentence: string
  /** The checks of level MAY that name it, and noted it. */
  readonly notedBy: readonly string[]
  readonly missedBy: readonly string[]
  /** Results that are fail, warn or error: false accusations. */
  readonly accused: readonly Accusation[]
  readonly trouble: readonly string[]
}

export interface Accusation {
  /** The id of the result. */
  readonly result: string
  readonly verdict: string
  readonly message: string
}

/** A target that breaks its connections, and what a run against it came to. */
export interface HostileRow {
  readonly id: string
  readonly sentence: string
  /** What a run against it must come to, in words. */
  readonly expected: string
  /** What it came to otherwise; none: it ended as it must, within its limits, and left nothing behind. */
  readonly trouble: readonly string[]
}

export interface CheckRow {
  readonly id: string
  readonly claim: string
  /** The faults that it was seen to kill; of a claim that says MAY, the variants that it noted. */
  readonly kills: readonly string[]
}

/** A fault of the away server: no check names it, so whatever is said on what it breaks kills it. */
export interface AwayFaultRow {
  readonly id: string
  readonly sentence: string
  /** Ids of operations, or `group.*`, or `*`. */
  readonly operations: readonly string[]
  /** What the specification or its names promise that it breaks. */
  readonly breaks: string
  /** Why the specification leaves it open after all; absent where it does not. */
  readonly open?: string
  /** A result that is fail or warn on one of its operations, and was so with this fault alone; null: it survives. */
  readonly killedBy: Pick<Accusation, 'result' | 'verdict'> | null
  readonly trouble: readonly string[]
}

/** The same proof on the away server, which shares nothing with the reference server and which no check was made for. */
export interface AwayMatrix {
  readonly faults: readonly AwayFaultRow[]
  readonly variants: readonly VariantRow[]
  readonly unfaulted: readonly Accusation[]
}

/** What `touchstone prove` finds. It holds no time and no seed: the same faults and checks give the same matrix. */
export interface Matrix {
  readonly faults: readonly FaultRow[]
  readonly variants: readonly VariantRow[]
  readonly checks: readonly CheckRow[]
  readonly hostile: readonly HostileRow[]
  /** What the unfaulted server drew, judged as each faulted one was: false accusations too. */
  readonly unfaulted: readonly Accusation[]
  /** What is wrong with the declarations themselves: a check without a fault, a fault that no check names. */
  readonly undeclared: readonly string[]
  readonly away: AwayMatrix
}

export const isKilled = ({ killedBy, missedBy, trouble }: FaultRow): boolean =>
  killedBy.length > 0 && missedBy.length === 0 && trouble.length === 0

export const isClean = ({ accused, missedBy, trouble }: VariantRow): boolean =>
  accused.length === 0 && missedBy.length === 0 && trouble.length === 0

export const isWithstood = ({ trouble }: HostileRow): boolean => trouble.length === 0

export const isKilledAway = ({ killedBy, trouble }: AwayFaultRow): boolean => killedBy !== null && trouble.length === 0

/**
 * Whether all is proven: what decides the exit code. A fault of the away server that survives is told and decides nothing: nobody
 * promises that the checks, which were not made for it, see every bug that a stranger thinks of. An accusation away decides.
 */
export const isProven = ({ faults, variants, hostile, unfaulted, undeclared, away }: Matrix): boolean =>
  faults.every(isKilled) &&
  variants.every(isClean) &&
  hostile.every(isWithstood) &&
  unfaulted.length === 0 &&
  undeclared.length === 0 &&
  away.variants.every(isClean) &&
  away.unfaulted.length === 0 &&
  away.faults.every(({ trouble }) => trouble.length === 0)
