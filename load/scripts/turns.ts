/** Whose turn it is. */

/** By how much a round of so many turns may go on from one to the next, so that it meets each of them once. */
let strides: { readonly length: number; readonly all: readonly number[] } = { length: 0, all: [] }

/** A whole number that looks like chance and is the same each time. */
export function mixed(seed: number): number {
  let x = (seed + 0x9e3779b9) | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

function stridesOf(length: number): readonly number[] {
  if (strides.length !== length) {
    const all = Array.from({ length }, (_, at) => at + 1).filter((stride) => divisor(stride, length) === 1)
    strides = { length, all }
  }
  return strides.all
}

/**
 * The turn of a number. Each round has all turns, in another order than the last: it begins anywhere and goes on in equal strides,
 * which costs k6 a tenth of sorting them. Segments that have every second or third number meet all turns in the long run.
 */
export function turnOf(number: number, turns: readonly number[]): number | undefined {
  const { length } = turns
  if (length === 0) return undefined
  const chance = mixed(Math.floor(number / length))
  const all = stridesOf(length)
  const stride = all[(chance >>> 16) % all.length] ?? 1
  return turns[((chance & 0xffff) + (number % length) * stride) % length]
}
