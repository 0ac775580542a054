/** What an identifier looks like, in a word or two: the specification leaves its form open. */

const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['UUID', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['ULID', /^[0-7][\dA-HJKMNP-TV-Z]{25}$/],
  ['digits', /^\d+$/],
  ['hexadecimal digits', /^[\da-f]+$/],
  ['letters and digits', /^[\da-z]+$/i],
  ['letters, digits, - and _', /^[\w-]+$/],
]

export function identifierForm(value: unknown): string {
  if (typeof value !== 'string') return `a ${value === null ? 'null' : typeof value}`
  const name = forms.find(([, form]) => form.test(value))?.[0] ?? 'other text'
  return name === 'UUID' || name === 'ULID' ? name : `${value.length} ${name}`
}
