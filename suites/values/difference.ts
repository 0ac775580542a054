/** In what a text that is shown differs from the one that was written. */
import { isSecret } from './compare.ts'
import { alterations, unaltered } from './likeness.ts'

const size = (text: string) => Array.from(text).length
const bare = (text: string) => text.replaceAll(/\s+/g, '')
const linesOf = (text: string) => text.trim().split(/\r\n?|\n/)

const escapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text
    .replaceAll(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => escapes[name] ?? all)

function counted(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** How many lines of a text another one lacks, if it holds none besides. */
function lacking(written: string, shown: string): number | undefined {
  const [mine, theirs] = [counted(linesOf(written)), counted(linesOf(shown))]
  if ([...theirs].some(([line, times]) => times > (mine.get(line) ?? 0))) return undefined
  return [...mine].reduce((all, [line, times]) => all + times - (theirs.get(line) ?? 0), 0)
}

/**
 * In what two texts differ, in words that show neither of them: they may be secrets.
 * @returns what is shown, as the end of a sentence
 */
export function difference(written: string, shown: string): string {
  const [sent, got] = [size(written), size(shown)]
  if (shown === '') return 'an empty text'
  const slight = alterations.find((one) => unaltered(one, written) === unaltered(one, shown))
  const lengths = sent === got ? '' : `: ${got} of ${sent} characters`
  if (slight) return `the same except for ${slight}${lengths}`
  if (written.startsWith(shown)) return `its first ${got} of ${sent} characters`
  if (written.endsWith(shown)) return `its last ${got} of ${sent} characters`
  if (bare(written) === bare(shown)) return `the same except for its white space${lengths}`
  if (written !== '' && shown.includes(written)) return `the same with ${got - sent} characters more`
  if (unescaped(shown) === written) return 'the same with escapes in place of characters'
  const lines = linesOf(written).length
  const missing = lines > 1 ? lacking(written, shown) : undefined
  if (missing === 0) return 'its lines in another order'
  if (missing !== undefined) return `${lines - missing} of its ${lines} lines`
  return `another text of ${got} characters in place of ${sent}`
}

/** What no reader sees, or what turns around the text behind it. */
const unseen = /[\p{Cf}\p{Co}\p{NChar}\p{Zl}\p{Zp}\u007f\u00a0\u3000]/gu
const coded = (unit: string) => `\\u{${unit.codePointAt(0)?.toString(16)}}`

const inJson = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').replaceAll(unseen, coded)

/** A longer text is cut. */
const LONG = 90
/** So much of it is left, and so much before the place that it is about. */
const KEPT = 60
const BEFORE = 20

function cut(value: unknown, about: number): string {
  const text = inJson(value)
  if (text.length <= LONG) return text
  const from = Math.max(0, Math.min(about - BEFORE, text.length - KEPT))
  const end = from + KEPT < text.length ? '…' : ''
  return `${from > 0 ? '…' : ''}${text.slice(from, from + KEPT)}${end} (${typeof value === 'string' ? size(value) : text.length} characters)`
}

/** A value in words, cut where it is long; of characters that can't be seen, their code points. */
export const brief = (value: unknown): string => cut(value, 0)

/** Two values in words, each cut where it is long, but not where they first differ. */
export function besides(one: unknown, other: unknown): readonly [string, string] {
  const [first, second] = [inJson(one), inJson(other)]
  let at = 0
  while (at < first.length && first[at] === second[at]) at++
  return [cut(one, at), cut(other, at)]
}

/** What is shown of a field in place of what was written; of a secret, which a report hides, in what it differs. */
export function shownAs(field: string, written: unknown, shown: unknown): string {
  const shownText = besides(written, shown)[1]
  if (typeof written !== 'string' || typeof shown !== 'string') return shownText
  return isSecret(field) ? difference(written, shown) : `${shownText} (${difference(written, shown)})`
}
