import { closest, distance } from 'fastest-levenshtein'

/** So many names are read at one look. */
const FEW = 12

/** A name with more than this share of its letters to change was not mistyped: it is another name. */
const FAR = 0.6

/** The same for two names that differ in the order of their letters alone. */
const lettersOf = (name: string): string => name.split('').toSorted().join('')

/** What is known instead of a mistyped name, as the end of an error message: the nearest, or all where none is near; '' where nothing is known. */
export function nearest(mistyped: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  // Case is mistyped more often than anything else.
  const lower = mistyped.toLowerCase()
  const names = known.map((name) => name.toLowerCase())
  const near = closest(lower, names)
  const best = known[names.indexOf(near)] ?? near
  const isNear =
    lettersOf(lower) === lettersOf(near) ||
    distance(lower, near) <= Math.max(1, Math.max(mistyped.length, best.length) * FAR)
  if (isNear) return `the nearest is '${best}'`
  return known.length <= FEW ? `known: ${known.join(', ')}` : 'nothing known is near it'
}
