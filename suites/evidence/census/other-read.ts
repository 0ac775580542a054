/** What a write carries and another read than `one` shows. */
import type { HttpResponse, Exchange } from '../../../fixtures/http/exchange.ts'
import { textsIn } from '../../../fixtures/payload/find.ts'
import { recordIn } from '../../../fixtures/payload/record.ts'
import { isObject } from '../../../schemas/json-object.ts'
import { does, identifierField, operations, type Operation } from '../../../schemas/registry.ts'
import type { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { Profile } from '../../target/profile.ts'
import type { Carried, Drift } from './state-diff.ts'
import type { SceneRecord } from '../../scene/made.ts'

type Fields = Readonly<Record<string, unknown>>

/** The read besides `one` that shows what an operation writes, if it may be asked. */
export function readOf({ act }: Operation, caller: Caller): Operation | undefined {
  if (act.verb !== 'changes' || act.aspect === undefined) return undefined
  const read = operations.find(does('reads', act.kind, act.aspect))
  return read && caller.allows(read) ? read : undefined
}

/** Whether an answer is nothing but a null or an empty text, however wrapped: then nothing was kept. */
const isBlank = (json: HttpResponse['json'] | undefined, { envelope }: Profile): boolean =>
  json?.ok === true && /^(?:\{"\w+":)*(?:null|"")\}*$/.test(JSON.stringify(unwrapped(json.value, envelope)))

/** An answer without those of its members in which every answer of the target says the same. */
function unwrapped(value: unknown, envelope: ReadonlySet<string>): unknown {
  if (!isObject(value)) return value
  const wrapping = new Set([...envelope].map((path) => path.replace(/\..*/s, '')))
  return Object.fromEntries(Object.entries(value).filter(([name]) => !wrapping.has(name)))
}

/** What another read than `one` shows of a field. */
export async function readBy(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Fields,
): Promise<readonly Carried[]> {
  const read = readOf(operation, caller)
  if (!read) return []
  const field = 'proxyConfig'
  const written = String(body[field])
  const { own } = around
  const there = (exchange: Exchange) => textOf(exchange, caller, own).includes(written)
  const ask = () => caller.call({ operation: read, references: own.references })
  const exchange = await caller.patience.eventually(ask, (one) => !caller.success(one) || there(one), {
    why: `${read.id} to show what was written`,
  })
  if (!caller.success(exchange)) return []
  const texts = textOf(exchange, caller, own)
  // Around a configuration that is shown as an object there may stand times and identifiers: none of them is its text.
  const whole = exchange.response?.json.ok && typeof exchange.response.json.value === 'string'
  // Of a configuration that was cut, its first line may be all that is left.
  const [head = written] = written.split('\n', 1)
  const other = whole ? texts[0] : texts.find((text) => text.includes('\n') || text.includes(head))
  const shown = there(exchange) ? written : isBlank(exchange.response?.json, caller.profile) ? null : other
  return [{ field: `${field} by ${read.name}`, type: 'string', written, ...(shown === undefined ? {} : { shown }) }]
}

/**
 * What another read than `one` shows of a neighbour, where that is the text which its like was given just now: no two texts
 * of this run are the same, so the target keeps one for both.
 */
export async function readOfNeighbour(
  operation: Operation,
  caller: Caller,
  { own, others }: Around,
  body: Fields,
): Promise<{ readonly drifts: readonly Drift[]; readonly exchanges: readonly Exchange[] }> {
  const read = readOf(operation, caller)
  const other = others.find(({ alive, kind }) => alive && kind === own.kind)
  if (!read || !other) return { drifts: [], exchanges: [] }
  const field = 'proxyConfig'
  const written = String(body[field])
  const exchange = await caller.call({ operation: read, references: other.references })
  if (!textOf(exchange, caller, other).includes(written)) return { drifts: [], exchanges: [] }
  const drift: Drift = {
    whose: other.kind,
    field: `${field} by ${read.name}`,
    before: 'a text of its own',
    after: written,
  }
  return { drifts: [drift], exchanges: [exchange] }
}

/** The texts that an answer shows, the longest first; a record's own field before all others. */
function textOf(exchange: Exchange, caller: Caller, own: SceneRecord): readonly string[] {
  const value = caller.success(exchange) && exchange.response?.json.ok ? exchange.response.json.value : undefined
  const field = recordIn(value, identifierField[own.kind], own.id)?.['proxyConfig']
  const texts = [...textsIn(value)].sort((a, b) => b.length - a.length)
  return typeof field === 'string' ? [field, ...texts] : texts
}
