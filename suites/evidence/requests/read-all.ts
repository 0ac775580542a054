/** Reads of a record besides the one that shows it: what these keep may outlive the record. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { identifierField, operations, readsRecord, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { valueIn } from '../../scene/find-record.ts'

/** Whether an operation reads something that belongs to a record, which it names by its identifier. */
export const readsOf = (operation: Operation, kind: SceneRecord['kind']): boolean =>
  operation.effect === 'read' &&
  operation.act.kind === kind &&
  !readsRecord(operation) &&
  operation.query.some(({ name, required }) => required && name === identifierField[kind])

/** Reads all of that once, so that whoever keeps what was read has it when the record is deleted. */
export async function readAll({ kind, references }: SceneRecord, caller: Caller): Promise<void> {
  const reads = operations.filter((one) => readsOf(one, kind) && caller.allows(one))
  await Promise.all(reads.map((operation) => caller.call({ operation, references })))
}

/** A name of this run's records that a success shows; undefined: it shows none. */
export function nameShown(exchange: Exchange, caller: Caller): string | undefined {
  if (!caller.success(exchange)) return undefined
  const text = JSON.stringify(valueIn(exchange) ?? exchange.response?.text ?? '')
  return new RegExp(`\\bts-${caller.options.run}-[\\w-]*\\d`).exec(text)?.[0]
}
