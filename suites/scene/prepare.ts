/** What the target file says that a record of a kind needs after its create before it can be used. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { findOperation, lifeOf } from '../../schemas/registry.ts'
import { inWords } from '../claim/finding.ts'
import type { Caller } from './call.ts'
import type { CreateFailure, SceneRecord } from './made.ts'

/**
 * Makes the calls on a record that the run made, in their order, and sees it again.
 * @returns why it can't be used; null: it can
 */
export async function prepared(record: SceneRecord, made: Exchange, caller: Caller): Promise<CreateFailure | null> {
  const { kind, references } = record
  const calls = caller.options.target.prepare?.[kind] ?? []
  const failed = (why: string, ...exchanges: readonly Exchange[]): CreateFailure => ({
    record: null,
    exchange: made,
    reason: `prepare names ${why}; so no ${kind} is ready`,
    supply: `prepare.${kind} in the target file: calls that the target takes`,
    exchanges: [made, ...exchanges],
  })
  for (const { operation: id, body: further } of calls) {
    const operation = findOperation(id)
    if (!operation) return failed(`${id}, which does not exist`)
    const forbidden = caller.forbids(operation)
    if (forbidden !== null) return failed(`${id}, to which nothing is sent: ${forbidden}`)
    // What the call is about, and what the record is called, is the record's own, whatever the target file says.
    const listed = (operation.body?.fields ?? []).map(({ name }) => name)
    const own = { ...Object.fromEntries([...record.written].filter(([name]) => isNaming(name))), ...references }
    const kept = Object.fromEntries(Object.entries(own).filter(([name]) => listed.includes(name)))
    const body = { ...caller.validBody(operation, references), ...further, ...kept }
    const exchange = await caller.call({ operation, references, ...(operation.body ? { body } : {}) })
    if (!caller.success(exchange)) return failed(`${id}, which was answered ${inWords(exchange)}`, exchange)
    for (const [field, value] of Object.entries(body)) if (!(field in references)) record.written.set(field, value)
  }
  const { one } = lifeOf(kind)
  if (calls.length === 0 || !record.shown || !caller.allows(one)) return null
  await caller.quiet()
  const shown = await caller.call({ operation: one, references })
  if (caller.success(shown)) record.ready = shown
  return null
}
