import type { References } from '../../fixtures/payload/payload.ts'

/**
 * The same JSON value in an unusual, legal form: white space around it and within (`padded`: much, `vast`: more than a megabyte), or
 * one more field that nests deeply; or its text without its end.
 */
export type Form = 'spaced' | 'padded' | 'vast' | 'nested' | 'cut'

/** White space that makes a body large without changing what it says, in characters. */
const PADDING = { padded: 128 * 1024, vast: 1280 * 1024 } as const
/** All that RFC 8259 calls white space: some editors end a file with a line end, and some logs begin with one. */
const AROUND = '\r\n\t '
/** Levels of arrays in a nested body. */
const DEPTH = 200
/** Text outside ASCII, some of it outside the basic plane. */
const INNERMOST = 'ä€\u{1F600}'

/** The text of a body in this form; nothing where it has none, or is no object. */
export function formed(body: unknown, form: Form | undefined): { rawBody?: string } {
  if (form === undefined || typeof body !== 'object' || body === null) return {}
  if (form === 'cut') return { rawBody: JSON.stringify(body).slice(0, -1) }
  if (form === 'spaced') return { rawBody: `${AROUND}${JSON.stringify(body, null, '\t')}${AROUND}` }
  if (form !== 'nested')
    return { rawBody: `${AROUND}{${' '.repeat(PADDING[form])}${JSON.stringify(body).slice(1)}${AROUND}` }
  const nested: unknown = JSON.parse(`${'['.repeat(DEPTH)}"${INNERMOST}"${']'.repeat(DEPTH)}`)
  return { rawBody: JSON.stringify({ ...body, touchstone: nested }) }
}

/** The same fields, with what is made up in the place of what the target file may say of them. */
export function withMadeUp<F extends Readonly<Record<string, unknown>> | undefined>(fields: F, madeUp: References): F {
  if (fields === undefined || Object.keys(madeUp).length === 0) return fields
  return { ...fields, ...Object.fromEntries(Object.entries(madeUp).filter(([name]) => name in fields)) }
}

/** Longer texts have no place in an address, in characters. */
const ROOM = 512

/** The fields of a body as parameters of a query. Lists and objects have no usual form there, and are left out. */
export function asQuery(body: unknown): Readonly<Record<string, string>> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(Object(body))
  const plain = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  const texts = fields.map(([name, value]) => [name, plain(value)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== '' && text.length <= ROOM))
}
