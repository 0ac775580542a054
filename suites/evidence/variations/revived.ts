/** Whether a change or a delete of what nobody has makes it, or brings back what was deleted (docs/judgement.md, rule 6). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { recordIn } from '../../../fixtures/payload/record.ts'
import { valueOf } from '../../../fixtures/payload/find.ts'
import { identifierField, lifeOf, type Operation } from '../../../schemas/registry.ts'
import type { RecordFixture } from '../../scene/record-fixture.ts'
import type { Tried } from './variation.ts'

/**
 * Reads what such requests were about. What is shown is deleted again, for a run leaves nothing behind; then one more request tells
 * whether it makes a record anew.
 * @param sent the requests that were taken
 * @returns the last request and the read that showed its record; nothing: none was seen to come
 */
export async function revived(
  operation: Operation,
  { caller, kind }: RecordFixture,
  sent: readonly Exchange[],
  send: () => Promise<Pick<Tried, 'exchange'> | null>,
): Promise<Pick<Tried, 'revived'>> {
  const { one, remove } = lifeOf(kind)
  const field = identifierField[kind]
  const deletes = operation.act.verb === 'deletes'
  if ((operation.act.verb !== 'changes' && !deletes) || !caller.allows(one)) return {}
  const named = ({ asked }: Exchange) => String(valueOf(asked?.body, field))
  const ask = (what: Operation, id: string) =>
    caller.call({ operation: what, references: { [field]: id }, madeUp: { [field]: id } })
  const shows = (id: string) => (exchange: Exchange) => {
    const { response } = exchange
    const value = response?.json.ok && caller.success(exchange) ? response.json.value : undefined
    return recordIn(value, field, id) !== undefined
  }
  const away = async (id: string) => {
    await ask(remove, id)
    const isGone = (exchange: Exchange) => !shows(id)(exchange)
    const seen = await caller.patience.eventually(() => ask(one, id), isGone, { why: 'a deleted record to be gone' })
    return isGone(seen)
  }
  const ids = [...new Set(sent.map(named))]
  const reads = await Promise.all(ids.map(async (id) => ({ id, seen: await ask(one, id) })))
  const back = reads.filter(({ id, seen }) => shows(id)(seen))
  const cleared = await Promise.all(back.map(({ id }) => away(id)))
  // Of two deletes the second may take away again what the first brought back: the next one tells.
  if ((back.length === 0 && !deletes) || cleared.includes(false)) return {}
  const again = await send()
  if (!again) return {}
  const id = named(again.exchange)
  const seen = await caller.patience.eventually(() => ask(one, id), shows(id), { why: 'a record to come back' })
  if (!shows(id)(seen)) return {}
  await away(id)
  return { revived: [again.exchange, seen] }
}
