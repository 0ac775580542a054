import type { References } from '../../fixtures/payload/payload.ts'

/** The same JSON value in an unusual, legal form: much white space in it (`vast`: more than a megabyte), or one more field that nests deeply; or its text without its end. */
export type Form = 'padded' | 'vast' | 'nested' | 'cut'

/** White space that makes a body large without changing what it says, in characters. */
const PADDING = { padded: 128 * 1024, vast: 1280 * 1024 } as const
/** Levels of arrays in a nested body. */
const DEPTH = 200
/** Text outside ASCII, some of it outside the basic plane. */
const INNERMOST = 'ä€\u{1F600}'

/** The text of a body in this form; nothing where it has none, or is no object. */
export function formed(body: unknown, form: Form | undefined): { rawBody?: string } {
  if (form === undefined || typeof body !== 'object' || body === null) return {}
  if (form === 'cut') return { rawBody: JSON.stringify(body).slice(0, -1) }
  if (form !== 'nested') return { rawBody: `{${' '.repeat(PADDING[form])}${JSON.stringify(body).slice(1)}` }
  const nested: unknown = JSON.parse(`${'['.repeat(DEPTH)}"${INNERMOST}"${']'.repeat(DEPTH)}`)
  return { rawBody: JSON.stringify({ ...body, touchstone: nested }) }
}

/** The same fields, with what is made up in the place of what the target file may say of them. */
export function withMadeUp<F extends Readonly<Record<string, unknown>> | undefined>(fields: F, madeUp: References): F {
  if (fields === undefined || Object.keys(madeUp).length === 0) return fields
  return { ...fields, ...Object.fromEntries(Object.entries(madeUp).filter(([name]) => name in fields)) }
}
