/** Calls that records need after their create, as a target file names them. */
import { UsageError } from '../../fixtures/errors.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { nearest } from '../../schemas/nearest.ts'
import { findOperation, identifierField, isRecordKind, operations } from '../../schemas/registry.ts'
import type { Preparation } from '../../schemas/target.ts'

/**
 * What a record is prepared by changes records of its kind, by their identifier, and names no other.
 * @throws UsageError where a call could be about anything else
 */
export function checkPrepare(kind: string, calls: readonly Preparation[], place: string): void {
  const fail = (what: string): never => {
    throw new UsageError(`${place}, prepare: ${what}`)
  }
  if (!isRecordKind(kind)) return fail(`there is no kind '${kind}'; ${nearest(kind, Object.keys(identifierField))}`)
  const field = identifierField[kind]
  const able = operations.filter(
    ({ act, body }) => act.verb === 'changes' && act.kind === kind && body?.fields.some(({ name }) => name === field),
  )
  const names: readonly string[] = able.map(({ id }) => id)
  for (const { operation: id, body = {} } of calls) {
    if (!findOperation(id)) fail(`there is no operation '${id}'; ${nearest(id, names)}`)
    if (!names.includes(id)) fail(`${id} changes no ${kind} by its ${field}; one of ${names.join(', ')} does`)
    for (const name of Object.keys(body).filter((one) => one === field || isNaming(one)))
      fail(`the body of ${id} names a ${name}; leave it out, because Touchstone tells its own records by it`)
  }
}
