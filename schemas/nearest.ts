import { closest } from 'fastest-levenshtein'

/** The known name that a mistyped one is nearest to, as the end of an error message; '' where nothing is known. */
export function nearest(mistyped: string, known: readonly string[]): string {
  return known.length === 0 ? '' : `the nearest is '${closest(mistyped, known)}'`
}
