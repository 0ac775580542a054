/** Texts of requests, taken apart once: to put one together costs k6 less than to look for what is to be filled in. */

/** A text as it is, or what fills in the name and the identifier of a journey's own record. */
export type Template = string | ((name: string, id: string) => string)

const NAME = '{name}'
const ID = '{id}'

// Each keeps what it needs and no more: each virtual user has them all.
const named =
  (pieces: readonly string[]): Template =>
  (name) =>
    pieces.join(name)
const identified =
  (before: string, after: string): Template =>
  (_, id) =>
    before + id + after
const both =
  (text: string): Template =>
  (name, id) =>
    text.split(NAME).join(name).split(ID).join(id)

/** Each text once: many steps have the same. */
const templates = new Map<string, Template>()

export function templateOf(text: string): Template {
  const before = templates.get(text)
  if (before !== undefined) return before
  const made = cut(text)
  templates.set(text, made)
  return made
}

function cut(text: string): Template {
  const pieces = text.split(ID)
  const [before = '', after = ''] = pieces
  if (!text.includes(NAME))
    return pieces.length === 1 ? text : pieces.length === 2 ? identified(before, after) : both(text)
  return pieces.length === 1 ? named(text.split(NAME)) : both(text)
}
