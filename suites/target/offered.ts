/** Which operations a target offers, and a run may send to. */
import { operationsOf } from '../../schemas/pattern.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** Why a run may send nothing at all to an operation; null: it may. */
export function forbidden(operation: Operation, options: Pick<RunOptions, 'allow' | 'target'>): string | null {
  if (options.target.omit.some((pattern) => operationsOf(pattern)(operation.id))) return 'the target file omits it'
  const { effect } = operation
  if (effect === 'read' || effect === 'resource' || options.allow.includes(effect)) return null
  return `it needs --allow ${effect}`
}
