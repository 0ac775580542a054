import { objectsIn, without } from '../../fixtures/payload/find.ts'
import { ODD_TEXT } from '../../fixtures/payload/payload.ts'
import { isObject } from '../../schemas/json-object.ts'
import type { ListedField } from '../../schemas/registry.ts'

export type Value = string | boolean

/** Names of fields that merely wrap a value; and how the name of a field ends whose text is a whole setting. */
const wrapping = /^(?:result|response|payload|body|data|items?|settings?|json|values?|contents?|config(?:uration)?)$/i
const ending =
  /(?:result|body|data|value|text|raw|string|yaml|toml|setting|contents?|config(?:uration)?|file|env(?:ironment)?)$/i

/**
 * Whether a text stands where a whole setting does. A target may show a configuration parsed. The only text in it is then a part
 * of the configuration, and would replace all of it when it is written back.
 */
function isWhole(value: unknown, text: Value, field: ListedField | undefined): boolean {
  if (typeof text === 'string' && field?.name === 'env' && text.trim() !== '' && !text.includes('=')) return false
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, one]) =>
    one === text ? ending.test(name) : wrapping.test(name) && isWhole(one, text, field),
  )
}

/**
 * The setting's own value in a response of any shape: the response itself, the value of the field's name, or the only value there.
 * @param envelope where every response of this target says the same, which is no setting's (`Profile`)
 */
export function settingValue(
  whole: unknown,
  field: ListedField | undefined,
  envelope: ReadonlySet<string> = new Set(),
): Value | undefined {
  const response = without(whole, envelope)
  const fits = (value: unknown): value is Value => typeof value === (field?.type === 'boolean' ? 'boolean' : 'string')
  if (fits(response)) return response
  const objects = objectsIn(response)
  const named = objects.map((object) => object[field?.name ?? '']).find(fits)
  if (named !== undefined) return named
  const [only, ...more] = objects.flatMap((object) => Object.values(object)).filter(fits)
  if (only === undefined || more.length > 0) return undefined
  return typeof only === 'boolean' || isWhole(response, only, field) ? only : undefined
}

/**
 * Another value of a setting, which does no harm while it stands: a text keeps what was there, and gets lines that mean
 * nothing. The environment gets a variable, since a host may drop comments there.
 * @param mark a unique name that stands in it
 */
export function otherValue(value: Value, field: ListedField | undefined, mark: string, variable = 'TOUCHSTONE'): Value {
  if (typeof value === 'boolean') return !value
  return field?.name === 'env' ? `${value}\n${variable}=${mark}\n` : `${value}\n# ${mark}\n`
}

/** Lines of the long values: a column of MySQL keeps 65,535 bytes of the first; where that is refused, a page cuts off the second. */
export const LINES = { most: 2200, fewer: 140 } as const
/**
 * Two values for a census, different from each other and from what is there: a long one that says each line twice, and one of unusual
 * characters whose last line has no end, for a host may read lines by their ends. A variable's value holds no more than an equals
 * sign: hosts may quote it. Its name has letters of both cases. The long value has two variables, for who makes one line of all is
 * seen by no single one.
 */
export function censusValues(
  value: Value,
  field: ListedField | undefined,
  marks: readonly string[],
  count: number = LINES.fewer,
): readonly Value[] {
  if (typeof value === 'boolean') return [!value, value]
  const [one = '', two = ''] = marks
  const env = field?.name === 'env'
  const long = Array.from({ length: count }, (_, line) => `${one}-${line >> 1}`)
  const odd = env ? `${two}=${two}==` : `${two}${ODD_TEXT}`
  const first = otherValue(value, field, long.join(env ? '-' : '\n# '))
  return [
    env ? `${String(first)}TOUCHSTONE_TOO=${one}\n` : first,
    String(otherValue(value, field, odd, 'Touchstone_2')).replace(/\n$/, ''),
  ]
}

const lines = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .split(/\s*\r?\n/)

/** Whether two texts differ by white space at line ends alone; of an environment, by the order of its lines too. */
export function alikeTexts(field: string, written: string, shown: string): boolean {
  const ordered = (text: string) =>
    field === 'env'
      ? lines(text)
          .filter((line) => line !== '')
          .toSorted()
      : lines(text)
  return ordered(written).join('\n') === ordered(shown).join('\n')
}

const isComment = (line: string) => /^\s*#/.test(line)

/** The lines of a configuration that are comments, and the words of all others, in an order of their own. */
function parted(text: string): { readonly comments: readonly string[]; readonly words: string } {
  const all = lines(text)
  return {
    comments: all.filter(isComment).map((line) => line.trim()),
    words: wordsOf(all.filter((line) => !isComment(line)).join('\n')),
  }
}

const wordsOf = (text: string) => [...text.matchAll(/[\p{L}\p{N}_.-]+/gu)].map(String).toSorted().join(' ')

/**
 * Whether a configuration is shown as one that was read and written anew: all its comments are gone, and the words of
 * its other lines are the same in any layout. Of a text without comments that can't be told from one that was kept.
 */
export function isWrittenAnew(written: string, shown: string): boolean {
  const [given, kept] = [parted(written), parted(shown)]
  return given.comments.length > 0 && kept.comments.length === 0 && given.words === kept.words
}
