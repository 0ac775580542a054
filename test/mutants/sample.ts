/** Some of many, the same ones for the same seed. */
import { createHash } from 'node:crypto'

/** In the order of a hash of seed and id, so that a sample says nothing of where a mutant stands. */
export function sampled<T extends { readonly id: string }>(
  all: readonly T[],
  count: number | null,
  seed: number,
): readonly T[] {
  const order = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  const shuffled = all.map((one) => ({ one, at: order(one) })).toSorted((one, other) => (one.at < other.at ? -1 : 1))
  return shuffled.slice(0, count ?? undefined).map(({ one }) => one)
}
