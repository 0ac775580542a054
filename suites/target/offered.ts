/** Which operations a target offers, and a run may send to. */
import { escapeRegExp } from '../../fixtures/payload/escape-reg-exp.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** `*` stands for any text; everything else is literal. */
export function glob(pattern: string): (text: string) => boolean {
  const literal = pattern.split('*').map((part) => escapeRegExp(part))
  const expression = new RegExp(`^${literal.join('.*')}$`)
  return (text) => expression.test(text)
}

const group = (operation: string) => operation.slice(0, operation.indexOf('.'))

/** A group's name stands for everything in it. */
export function operationsOf(pattern: string): (id: string) => boolean {
  const match = glob(pattern)
  return (id) => match(id) || match(group(id))
}

/** Why a run may send nothing at all to an operation; null: it may. */
export function forbidden(operation: Operation, options: Pick<RunOptions, 'allow' | 'target'>): string | null {
  if (options.target.omit.some((pattern) => operationsOf(pattern)(operation.id)))
    return 'the target file says that the target does not offer it (omit)'
  const { effect } = operation
  if (effect === 'read' || effect === 'resource' || options.allow.includes(effect)) return null
  return `it needs --allow ${effect}`
}
