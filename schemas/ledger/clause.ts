/** One thing that the specification says, or leaves open. */
export interface Clause {
  /** Permanent: never renamed, never given to something else. */
  readonly id: string
  readonly says: string
  /** The heading in the specification under which it stands. */
  readonly where: string
  /** False where the specification leaves it open: then it can never be failed. */
  readonly asserted: boolean
  /** Why no check can judge it, or why none does yet. */
  readonly why?: string
}

/** Clauses under one heading, as `id: what it says`, or `id: [what it says, why no check judges it]`. */
export function under(
  where: string,
  clauses: Readonly<Record<string, string | readonly [says: string, why: string]>>,
): Clause[] {
  return Object.entries(clauses).map(([id, said]) =>
    typeof said === 'string'
      ? { id, says: said, where, asserted: true }
      : { id, says: said[0], where, asserted: true, why: said[1] },
  )
}

/** Reasons that several clauses share. */
export const notYet = {
  listed: 'adds nothing to what its operations list: judged by their PARAM clauses',
  further: 'which further fields a record shows is left open (NS-2), so none of them breaks it',
  sum: 'adds nothing to its operations: judged by their OP clauses',
} as const
