/** Patterns over names, as users write them: `*` stands for any text. */
import { escapeRegExp } from './escape-reg-exp.ts'

/** Whether a text is what the pattern says; everything but `*` is literal. */
export function glob(pattern: string): (text: string) => boolean {
  const literal = pattern.split('*').map((part) => escapeRegExp(part))
  const expression = new RegExp(`^${literal.join('.*')}$`)
  return (text) => expression.test(text)
}

const group = (operation: string) => operation.slice(0, operation.indexOf('.'))

/** Whether a pattern means this operation: a group's name stands for everything in it. */
export function operationsOf(pattern: string): (id: string) => boolean {
  const match = glob(pattern)
  return (id) => match(id) || match(group(id))
}
