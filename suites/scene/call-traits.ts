/** What can be told of a call without sending it, or once it was sent. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/find.ts'
import { mayEnd, readOfSetting, settingWrites } from '../../schemas/order.ts'
import { operations, readsRecord, type Operation } from '../../schemas/registry.ts'

/** Whether a second time is not the same as once. */
export const onceOnly = (operation: Operation): boolean =>
  operation.act.verb === 'makes' || operation.act.verb === 'deletes' || mayEnd(operation)

const names = new Map<Operation, readonly string[]>()

/** The parameters and fields that an operation lists. Every request asks for them. */
export function namesOf(operation: Operation): readonly string[] {
  const known = names.get(operation)
  if (known) return known
  const all = [...operation.query, ...(operation.body?.fields ?? [])].map(({ name }) => name)
  names.set(operation, all)
  return all
}

/** Whether a request carried texts that a read could show if they were stored. */
export const carries = ({ asked }: Exchange, { effect }: Operation): boolean =>
  textsIn([asked?.body, effect === 'read' ? null : asked?.query]).length > 0

/** Reads of a record or a setting itself: what they show is looked at again and again. */
const looks: ReadonlySet<Operation> = new Set([
  ...operations.filter(readsRecord),
  ...settingWrites.flatMap((write) => readOfSetting(write) ?? []),
])

/** What a call does to what was read before it: nothing, as a plain look; puts one value back; or perhaps changes it. */
export function sortOf(call: {
  readonly operation: Operation
  readonly restores?: true
}): 'read' | 'restores' | 'other' {
  const isPlain = Object.keys(call).every((name) => name === 'operation' || name === 'references')
  return looks.has(call.operation) && isPlain ? 'read' : call.restores ? 'restores' : 'other'
}
