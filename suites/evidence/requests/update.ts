/** An update of a record as a client sends it: the name that it has, and what an update naturally takes besides. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { SceneRecord } from '../../scene/made.ts'

/** What an update wrote, and the response to it. */
export interface Update {
  readonly exchange: Exchange
  readonly field: string
  readonly text: string
}

/** What updates a record of a kind whole. */
const updateOf = (kind: Operation['act']['kind']) =>
  operations.find(({ act }) => act.kind === kind && act.whole === true)

/** What an update of a record naturally takes besides its name. */
const besideName: Readonly<Record<string, string>> = { name: 'description', registryName: 'imagePrefix' }

/** Writes a text on a record, and leaves its name as it is; null where nothing does so, or it may not be sent. */
export async function update({ kind, name, references, written }: SceneRecord, caller: Caller): Promise<Update | null> {
  const operation = updateOf(kind)
  const { takes = '' } = operation?.act ?? {}
  const field = besideName[takes]
  if (!operation || field === undefined || !caller.allows(operation)) return null
  const text = caller.values.name()
  const body = { ...caller.validBody(operation, references), [takes]: written.get(takes) ?? name, [field]: text }
  const exchange = await caller.call({ operation, references, body })
  if (caller.success(exchange)) written.set(field, text)
  return { exchange, field, text }
}
