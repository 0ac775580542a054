/** Creates whose records no text of the run's own tells: the target file's lookup lists what is there before each of them. */
import { isNaming } from '../../../fixtures/payload/payload.ts'
import { isRecordKind, type Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import { isUnderOwn } from '../../scene/lists-before.ts'

const namesOf = ({ body }: Operation): readonly string[] =>
  (body?.fields ?? []).map(({ name }) => name).filter((name) => isNaming(name))

const isLookedUp = ({ act }: Operation, { lookup }: Pick<Target, 'lookup'>): boolean =>
  act.verb === 'makes' && isRecordKind(act.kind) && lookup[act.kind] !== undefined

/** Whether every request of a create is preceded by a list. */
export const isListedFirst = (operation: Operation, target: Pick<Target, 'lookup'>): boolean =>
  isLookedUp(operation, target) && namesOf(operation).length === 0

/**
 * How many lists precede so many requests of a create, at most while those that make something are sent together: under a record
 * of the run's own, one list serves until something was made.
 */
export function listsBefore(operation: Operation, target: Pick<Target, 'lookup'>, requests: number): number {
  if (!isListedFirst(operation, target)) return 0
  return isRecordKind(operation.act.kind) && isUnderOwn(operation.act.kind) ? Math.min(1, requests) : requests
}

/** Whether a create with a wrong value of this field, or of its whole body, is preceded by a list. */
export function isListedFirstWithout(field: string, operation: Operation, target: Pick<Target, 'lookup'>): boolean {
  if (!isLookedUp(operation, target)) return false
  const known = new Set(operation.body?.fields.map(({ name }) => name))
  return known.has(field) ? namesOf(operation).every((name) => name === field) : true
}
