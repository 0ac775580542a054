/** What another run of Touchstone made up, on the same target: what one writes to the host, the other reads. */

/** Every name that a run makes up begins with this mark, which holds the run's id. */
const made = /\bts-([a-z][a-z0-9]{7})-[\w-]*/g

/** @param run the id of this run, whose own texts are left out */
export function textsOfOtherRuns(
  text: string,
  run: string,
): readonly { readonly run: string; readonly text: string }[] {
  if (!text.includes('ts-')) return []
  return [...text.matchAll(made)].flatMap(([whole, id = '']) => (id === run ? [] : [{ run: id, text: whole }]))
}

/** The id of another run that made up a text which stands in this one; null: none did. */
export const otherRunIn = (text: unknown, run: string): string | null =>
  typeof text === 'string' ? (textsOfOtherRuns(text, run)[0]?.run ?? null) : null
