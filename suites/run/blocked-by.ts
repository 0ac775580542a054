/** Why an operation is not tried where its lane has no record. */
import type { RecordKind } from '../../schemas/operation.ts'
import { isCreate, lifeOf, type Operation } from '../../schemas/registry.ts'
import { Blocked } from '../claim/finding.ts'
import type { Caller } from '../scene/call.ts'
import type { CreateOutcome } from '../scene/made.ts'

/**
 * Without a record of its own, an operation is tried only where that can touch nobody's: reads, and where all is allowed. Where
 * creates show nothing of what they made, one leftover of a kind is enough.
 */
export function blockedBy(
  kind: RecordKind,
  operation: Operation,
  creation: CreateOutcome,
  caller: Caller,
): Blocked | undefined {
  const reason = creation.record ? '' : creation.reason
  if (operation.act.verb === 'makes') {
    if (!creation.exchange) return new Blocked(reason, madeBy('application'))
    const lost = !isCreate(operation) && caller.creates.closed.has(lifeOf(kind).create)
    return lost ? new Blocked(reason, madeBy(kind)) : undefined
  }
  if (operation.effect === 'read' || caller.destructive) return undefined
  const own = creation.record || creation.exchange?.operation !== lifeOf('application').create.id
  return new Blocked(reason, madeBy(own ? kind : 'application'))
}

const madeBy = (kind: RecordKind) => `${lifeOf(kind).create.id} records/made`
