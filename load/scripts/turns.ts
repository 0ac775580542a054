/** Whose turn it is. */

/** The order of the last round that was asked for. */
let shuffled: { round: number; of: readonly number[]; order: readonly number[] } | null = null

/** A whole number that looks like chance and is the same each time. */
export function mixed(seed: number): number {
  let x = (seed + 0x9e3779b9) | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** All turns in the order of a round: each round has all of them, in another order than the last. */
function orderOf(round: number, turns: readonly number[]): readonly number[] {
  if (shuffled?.round === round && shuffled.of === turns) return shuffled.order
  const ranks = turns.map((turn, place) => ({ turn, rank: mixed(round * 65_537 + place) }))
  const order = ranks.sort((a, b) => a.rank - b.rank).map(({ turn }) => turn)
  shuffled = { round, of: turns, order }
  return order
}

/** The turn of a number. Segments that have every second or third number meet all turns in the long run. */
export function turnOf(number: number, turns: readonly number[]): number | undefined {
  const { length } = turns
  return length === 0 ? undefined : orderOf(Math.floor(number / length), turns)[number % length]
}
