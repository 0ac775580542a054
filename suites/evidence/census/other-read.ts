/** What a write carries and another read than `one` shows. */
import type { HttpResponse, Exchange } from '../../../fixtures/http/exchange.ts'
import { textsIn } from '../../../fixtures/payload/texts-in.ts'
import { recordIn } from '../../../fixtures/payload/record.ts'
import { isObject } from '../../../schemas/json-object.ts'
import { does, identifierField, operations, type Operation } from '../../../schemas/registry.ts'
import type { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { Profile } from '../../target/profile.ts'
import type { WrittenField, Drift } from './state-diff.ts'
import type { SceneRecord } from '../../scene/made.ts'

type Fields = Readonly<Record<string, unknown>>

/** The read besides `one` that shows what an operation writes. */
export const otherReadOf = ({ act }: Operation): Operation | undefined =>
  act.verb === 'changes' && act.aspect !== undefined ? operations.find(does('reads', act.kind, act.aspect)) : undefined

/** The same, if it may be asked. */
export function readOf(operation: Operation, caller: Caller): Operation | undefined {
  const read = otherReadOf(operation)
  return read && caller.allows(read) ? read : undefined
}

/**
 * Whether a response is nothing but a null, an empty text or an empty object, however wrapped: then nothing was kept, for what the run
 * writes holds more than comments. What stands around every response may leave an empty object behind.
 */
const isBlank = (json: HttpResponse['json'] | undefined, { envelope }: Profile): boolean =>
  json?.ok === true &&
  (/^(?:\{"\w+":)*(?:\{\}|\[\])\}*$/.test(JSON.stringify(json.value)) ||
    /^(?:\{"\w+":)*(?:null|"")\}*$/.test(JSON.stringify(unwrapped(json.value, envelope))))

/** Whether a response names the record, and shows nothing in its field. */
function isEmptyOn({ response }: Exchange, own: SceneRecord): boolean {
  const value = response?.json.ok ? response.json.value : undefined
  const shown = recordIn(value, identifierField[own.kind], own.id)?.['proxyConfig']
  return shown === null || shown === '' || (typeof shown === 'object' && Object.keys(shown).length === 0)
}

/** A response without those of its members in which every response of the target says the same. */
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
): Promise<readonly WrittenField[]> {
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
  const isEmpty = isBlank(exchange.response?.json, caller.profile) || isEmptyOn(exchange, own)
  const shown = there(exchange) ? written : isEmpty ? null : other
  return [{ field: `${field} by ${read.name}`, type: 'string', written, ...(shown === undefined ? {} : { shown }) }]
}

/** The requests that this takes: the write of the neighbour's text, and a read of either record. */
export const BOTH_TEXTS = 3

/**
 * What another read than `one` shows of two records of which each was given a text of its own: no two texts of this run are the
 * same, so who shows one for both keeps one for both, if only among records that have any.
 * @param body what the lane's own record was given just now
 */
export async function readOfNeighbour(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Fields,
): Promise<{ readonly drifts: readonly Drift[]; readonly exchanges: readonly Exchange[] }> {
  const { own, others } = around
  const read = readOf(operation, caller)
  const other = others.find(({ alive, kind }) => alive && kind === own.kind)
  if (!read || !other) return { drifts: [], exchanges: [] }
  const field = 'proxyConfig'
  const written = String(body[field])
  const given = caller.validBody(operation, other.references)
  const ofOther = await caller.call({ operation, references: other.references, ...(given ? { body: given } : {}) })
  const isGiven = caller.success(ofOther)
  if (isGiven) around.touch(other, given)
  const texts = { own: written, other: isGiven ? String(Object(given)[field]) : null }
  /** The drift where a record is shown with the text that another one was given, and without its own. */
  const shownOf = async (record: SceneRecord, its: string | null, anothers: string) => {
    const isShown = (exchange: Exchange) => {
      const shown = textOf(exchange, caller, record)
      return shown.includes(anothers) && !(its !== null && shown.includes(its))
    }
    const exchange = await caller.patience.eventually(
      () => caller.call({ operation: read, references: record.references }),
      (seen) => !isShown(seen),
      { why: 'each of two texts to show on its own record' },
    )
    const drift = {
      whose: record.kind,
      field: `${field} by ${read.name}`,
      before: 'a text of its own',
      after: anothers,
    }
    return isShown(exchange) ? [{ drift, exchange }] : []
  }
  const found = [
    ...(await shownOf(other, texts.other, texts.own)),
    ...(texts.other === null ? [] : await shownOf(own, texts.own, texts.other)),
  ]
  const exchanges = found.length > 0 && isGiven ? [ofOther] : []
  return { drifts: found.map(({ drift }) => drift), exchanges: [...exchanges, ...found.map((one) => one.exchange)] }
}

/** The texts that a response shows, the longest first; a record's own field before all others. */
export function textOf(exchange: Exchange, caller: Caller, own: Pick<SceneRecord, 'kind' | 'id'>): readonly string[] {
  const value = caller.success(exchange) && exchange.response?.json.ok ? exchange.response.json.value : undefined
  const field = recordIn(value, identifierField[own.kind], own.id)?.['proxyConfig']
  const texts = [...textsIn(value)].sort((a, b) => b.length - a.length)
  return typeof field === 'string' ? [field, ...texts] : texts
}
