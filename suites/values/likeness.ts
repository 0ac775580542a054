/** A text that was written, compared with the one that is shown (docs/judgement.md, rule 7). */
import { posix } from 'node:path'
import { asAddressed, compare } from './compare.ts'

/** What targets are free to do to texts, where they do it everywhere. */
export const alterations = [
  'white space at its ends',
  'white space beyond ASCII at its ends',
  'its line ends',
  'its Unicode form',
  'its letters of either case',
] as const
export type Alteration = (typeof alterations)[number]

const folds: Readonly<Record<Alteration, (text: string) => string>> = {
  'its line ends': (text) => text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n'),
  // But for its ends: there it would make ASCII of other white space.
  'its Unicode form': (text) => text.replace(/\S[\s\S]*\S|\S/, (inner) => inner.normalize('NFKC')),
  // Up and down again: some letters are two in capitals.
  'its letters of either case': (text) => text.toUpperCase().toLowerCase(),
  // Apart: PHP, C and SQL trim ASCII alone. Of two texts with other white space they alter one, whatever the field.
  'white space at its ends': (text) => text.replaceAll(/^[\t-\r ]+|[\t-\r ]+$/g, ''),
  'white space beyond ASCII at its ends': (text) =>
    text.replaceAll(/^(?:(?![\t-\r ])[\s\u200b\u0085])+|(?:(?![\t-\r ])[\s\u200b\u0085])+$/g, ''),
}

/** A text without what one alteration changes: two that are the same so differ in that alone. */
export const unaltered = (alteration: Alteration, text: string): string => folds[alteration](text)

/** Twice, since one may make work for another. */
function folded(text: string, but?: Alteration): string {
  const once = (one: string) =>
    Object.entries(folds).reduce((folding, [name, fold]) => (name === but ? folding : fold(folding)), one)
  return once(once(text))
}

export interface Likeness {
  /** Whether it is the same text, but for what targets are free to alter. */
  readonly alike: boolean
  /** What could have been altered, and whether it was. */
  readonly altered: ReadonlyMap<Alteration, boolean>
}

/** Paths and prefixes may be shown in their shortest form, and a path from the root where none was written. */
const pathlike = /path|prefix/i
const fromRoot = /Path$/
const asPath = (text: string) => posix.normalize(text).replace(/\/$/, '')

const asItIs = (text: string) => text

/** The two texts in a form in which they are compared, and what is made of either once it is folded. */
type Form = readonly [written: string, shown: string, finish: (text: string) => string]

/** All forms: as they are, if that suffices. What trims a path may do so before it shortens it, or after. */
function forms(field: string, written: string, shown: string): readonly Form[] {
  const paths: Form = [asPath(written), asPath(shown), asItIs]
  const bare = (text: string) => asAddressed(field, text)
  return [
    [written, shown, asItIs],
    // What trims an address may do so before it completes it, or after.
    [bare(written), bare(shown), bare],
    [written, shown, bare],
    ...(pathlike.test(field) ? [paths, [written, shown, asPath] as const] : []),
    ...(fromRoot.test(field) && shown.startsWith('/') ? [[asPath(`/${written}`), paths[1], asItIs] as const] : []),
  ]
}

/** What could have been altered of a text that is shown as it was written. */
const unaltering = (text: string): ReadonlyMap<Alteration, boolean> =>
  new Map(alterations.filter((one) => folds[one](text) !== text).map((one) => [one, false]))

export function likeness(field: string, written: unknown, shown: unknown): Likeness {
  if (typeof written === 'string' && written === shown) return { alike: true, altered: unaltering(written) }
  if (typeof written === 'string' && typeof shown === 'string') {
    const found = forms(field, written, shown).find(
      ([sent, got, finish]) => finish(folded(sent)) === finish(folded(got)),
    )
    const [sent, got, finish] = found ?? [written, shown, asItIs]
    const open = alterations.filter((one) => folds[one](sent) !== sent)
    return {
      alike: found !== undefined,
      altered: new Map(
        open.map((one) => [one, found !== undefined && finish(folded(sent, one)) !== finish(folded(got, one))]),
      ),
    }
  }
  const found = typeof written === 'number' ? compare(field, 'integer', written, shown) : 'other'
  return { alike: found === 'same' || found === 'text of a number', altered: new Map() }
}
