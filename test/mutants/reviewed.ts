/** Mutants that somebody looked at and found nothing to complain of: test/mutants/reviewed.json. */
import { readFileSync } from 'node:fs'
import type { ServerName } from './instrument.ts'

/** One reason, and all mutants that it holds for. */
export interface Review {
  readonly server: ServerName
  /** No response differs; or one does, in what the specification leaves open. */
  readonly kind: 'equivalent' | 'open'
  readonly why: string
  /** By their ids. */
  readonly mutants: readonly string[]
}

export const reviews = JSON.parse(
  readFileSync(new URL('./reviewed.json', import.meta.url), 'utf8'),
) as readonly Review[]

const byId = new Map(reviews.flatMap((review) => review.mutants.map((id) => [id, review] as const)))

/** What was found of a mutant; undefined where nobody has looked, or where a client could complain. */
export const reviewOf = (id: string): Review | undefined => byId.get(id)
