/** The census of records: what a write carries shows on its subject, and nothing else changes. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { backwards, subjectField } from '../../../fixtures/payload/payload.ts'
import type { FieldType } from '../../../schemas/operation.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { statusIn, type Around, type RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { compare, isSecret } from '../../values/compare.ts'
import { answeredOtherwise } from './own-response.ts'
import { contested } from './contested.ts'
import { suspected } from './dressing.ts'
import { lostSince } from './lost.ts'
import { drifts, lostBefore, none, onlookers, stays, type Compared, type Onlookers, type Telling } from './onlookers.ts'
import { tokensOf } from './tokens-of.ts'
import { readBy, readOf, readOfNeighbour } from './other-read.ts'
import { shownAs, shownIn, typeOf } from './shown-in.ts'
import type { WrittenField, Census } from './state-diff.ts'
import { saysGone } from '../../values/says-gone.ts'
import { isChild, type SceneRecord } from '../../scene/made.ts'
import { saysNotNow } from '../../target/not-now.ts'

interface Said {
  readonly name: string
  readonly type: FieldType
}

/** What an operation writes on its subject: the fields that it lists, and those that the target file says it takes. */
function saidBy(operation: Operation, caller: Caller): readonly Said[] {
  const listed = operation.body?.fields ?? []
  const subject = subjectField(operation)
  const own = listed.filter(({ name }) => name !== subject && !(name === 'appName' && operation.act.verb !== 'makes'))
  const sample = Object.entries(caller.options.target.sample[operation.id] ?? {})
    .filter(([name, value]) => typeof value !== 'object' && !listed.some((field) => field.name === name))
    .map(([name, value]) => ({ name, type: typeOf(value) }))
  return [...own, ...sample]
}

/** Whether a secret is shown that the run had written before: then it is no mask, and not the new one. */
const isOld = (field: string, shown: unknown, earlier: ReadonlySet<unknown>): boolean =>
  isSecret(field) && typeof shown === 'string' && shown !== '' && earlier.has(shown)

function writtenBy(
  said: readonly Said[],
  body: Fields,
  around: Around,
  before: RecordSnapshot | undefined,
  now: RecordSnapshot,
) {
  const { kind } = around.own
  return said.map(({ name, type }): WrittenField => {
    const [was, is] = [shownIn(before?.record, kind, name), shownIn(now.record, kind, name)]
    return {
      field: name,
      type,
      written: body[name],
      ...('value' in was ? { before: was.value } : {}),
      ...('value' in is ? { shown: is.value } : {}),
    }
  })
}

type Fields = Readonly<Record<string, unknown>>
/** What of a write tells it from all others: texts that the run made up, numbers, and identifiers of what it points at. */
function tellingOf(said: readonly Said[], body: Fields, { options: { run } }: Caller): Telling {
  const entries = said.flatMap(({ name }): readonly (readonly [string, string | number])[] => {
    const value = body[name]
    if (typeof value === 'number') return [[name, value]]
    return typeof value === 'string' && (value.includes(run) || name.endsWith('Id')) ? [[name, value]] : []
  })
  return new Map(entries)
}

function census(
  writtenFields: readonly WrittenField[],
  kept: Compared,
  others: Compared,
  exchanges: readonly Exchange[],
): Census {
  return {
    writtenFields,
    kept: kept.drifts,
    others: others.drifts,
    compared: { kept: kept.compared, others: others.compared },
    exchanges,
  }
}

/** What a change is sent, and what is known of it. */
interface Sent {
  readonly control: Exchange | undefined
  readonly body: Fields
  /** Fields beyond those that are listed, which the record may take. */
  readonly further: Fields
  /** Whether nothing is odd about the values, so that what took others should take them. */
  readonly mustTake: boolean
  /** What a request has changed that named the record alone. */
  readonly bare: Compared
  /** Whether a doubt is tried once more. */
  readonly again?: boolean
  /** What became of the other records, if a look at them came before. */
  readonly others?: Onlookers
}

/** Of a create: what it carried shows on the record that it made, and those made before are as they were. */
export async function censusOfMaking(operation: Operation, caller: Caller, around: Around): Promise<Census> {
  const { own } = around
  // What was prepared since shows what other requests have written.
  const first = own.ready && around.first(own)
  const now = first ?? (await around.see(own))
  const others = await onlookers(around)
  const written = first ? (Object(own.made.asked?.body) as Fields) : Object.fromEntries(own.written)
  const writtenFields = writtenBy(saidBy(operation, caller), written, around, undefined, now)
  const { refusedBackwards } = own
  return {
    ...census(writtenFields, none, others, [own.made, now.exchange, ...others.exchanges]),
    ...(refusedBackwards ? { refusedBackwards } : {}),
    last: now,
  }
}

/** Of a read that was sent already: nothing is another than before it. */
export async function censusOfReading(around: Around): Promise<Census> {
  const { own } = around
  const before = around.last(own)
  const now = await around.seen(own, stays(own, before), 'a record to be as it was')
  const others = await onlookers(around)
  const kept = drifts(own, before, now, new Set())
  return { ...census([], kept, others, [now.exchange, ...others.exchanges]), last: now }
}

/** Of a delete that was sent already: its subject is gone, the others are not. */
export async function censusOfDeleting(around: Around): Promise<Census> {
  const { own } = around
  const now = await around.seen(
    own,
    ({ record }) => record === undefined || saysGone(record),
    'a deleted record to be gone',
    { how: 'lately' },
  )
  // What belongs to it may go with it.
  const counts = (record: SceneRecord) => !isChild(record, own)
  const before = await lostBefore(around, counts)
  const since = await onlookers(around, new Map(), counts)
  const others = {
    drifts: [...since.drifts, ...before.drifts],
    compared: since.compared + before.compared,
    exchanges: [...since.exchanges, ...before.exchanges],
  }
  return { ...census([], none, others, [now.exchange, ...others.exchanges]), last: now }
}

/**
 * Of a change. What carries values is sent once more, with values that were not sent before; of what carries none, the
 * request that was sent already is looked at.
 */
export async function censusOfChange(
  operation: Operation,
  caller: Caller,
  around: Around,
  sent: Sent,
): Promise<Census> {
  const { own } = around
  const said = saidBy(operation, caller)
  const before = around.last(own)
  const first: unknown = sent.control && caller.success(sent.control) ? sent.control.asked?.body : undefined
  for (const [name, value] of Object.entries(Object(first) as Fields)) own.written.set(name, value)
  const body = { ...sent.body, ...sent.further }
  const bodies = caller.taken.of(own)
  const writes = said.length > 0 || Object.keys(sent.further).length > 0
  const ask = (fields: Fields) => caller.call({ operation, references: own.references, body: fields })
  // A read that was answered once may be answered so ever after: of a fresh record nobody has asked it yet.
  const other = sent.again ? readOf(operation, caller) : undefined
  if (other) await caller.call({ operation: other, references: own.references })
  const isNew = writes || !sent.control
  const asked = isNew ? await ask(backwards(body)) : sent.control
  // What it is answered now says nothing of its form.
  const turned = isNew && saysNotNow(asked) ? await ask(backwards(body)) : asked
  // Who reads values by their places takes the same fields as they are listed.
  const isDoubted = writes && sent.mustTake && !saysNotNow(turned) && !caller.success(turned)
  const listed = isDoubted ? await ask(body) : turned
  const request = caller.success(listed) ? listed : turned
  const refusedBackwards = request === turned ? {} : { refusedBackwards: turned }
  if (!caller.success(request)) {
    const now = await around.see(own)
    const lost = now.record ? [] : await lostSince(sent.control, around, caller)
    const others = await onlookers(around)
    const exchanges = [sent.control ?? [], request, now.exchange, ...others.exchanges].flat()
    const kept = { drifts: lost, compared: lost.length }
    return { ...census([], kept, others, exchanges), undecided: refused(operation) }
  }
  const earlier = new Set(own.written.values())
  for (const { name } of said) own.written.set(name, body[name])
  for (const [name, value] of Object.entries(sent.further)) own.written.set(name, value)
  const expected = [...said, ...Object.keys(sent.further).map((name) => ({ name, type: typeOf(body[name]) }))]
  const asWritten = ({ record }: RecordSnapshot) =>
    expected.every(({ name, type }) => {
      const { value } = shownIn(record, own.kind, name)
      if (value === body[name] || value === undefined) return true
      return !isOld(name, value, earlier) && !['other', 'other type'].includes(compare(name, type, body[name], value))
    })
  const changed = new Set([...expected.map(({ name }) => name), ...expected.map(({ name }) => shownAs[name] ?? name)])
  const keeps = stays(own, before, changed)
  const holds = (snapshot: RecordSnapshot) => asWritten(snapshot) && keeps(snapshot)
  // A field that is not shown may be one that no read shows, or one that an older copy lacks.
  const shown = ({ record }: RecordSnapshot) => expected.every(({ name }) => 'value' in shownIn(record, own.kind, name))
  const now = await around.seen(own, holds, 'a change to show', { complete: shown, how: 'lately' })
  const last = drifts(own, before, now, changed)
  const hidden = suspected(around, operation, now, changed)
  const kept = {
    drifts: [...sent.bare.drifts, ...last.drifts, ...hidden],
    compared: sent.bare.compared + last.compared + hidden.length,
  }
  // A status may move by whatever lists nothing but its subject.
  const mayMove = said.length === 0
  const [from, to] = [before, now].map(statusIn)
  const moved = mayMove ? { from, to } : undefined
  const others = sent.others ?? (await onlookers(around, tellingOf(expected, body, caller), undefined, moved))
  const read = await readBy(operation, caller, around, body)
  const neighbours = await readOfNeighbour(operation, caller, around, body)
  const rival = await contested(operation, caller, around, body)
  // What another read is there to show need not stand on the record.
  const shownOn = writtenBy(said, body, around, before, now).map((one) =>
    one.shown !== one.written && isOld(one.field, one.shown, earlier) ? { ...one, old: true as const } : one,
  )
  const writtenFields = [...shownOn.filter((one) => read.length === 0 || 'shown' in one), ...read]
  const exchanges = [request, now.exchange, ...others.exchanges, ...neighbours.exchanges, ...rival.exchanges]
  // What a deploy answers may be a record of the deploy.
  const answered = operation.effect === 'resource' ? answeredOtherwise(own, request, before, now, body, bodies) : []
  const further = writtenBy(expected.slice(said.length), body, around, before, now)
  return {
    ...refusedBackwards,
    ...(await tokensOf(operation, around, before)),
    answered,
    earlier: bodies,
    ...census(
      writtenFields,
      kept,
      { ...others, drifts: [...others.drifts, ...neighbours.drifts, ...rival.drifts] },
      exchanges,
    ),
    ...(further.length > 0 ? { further } : {}),
    last: now,
  }
}

const refused = ({ id }: Operation) => ({
  reason: `${id} was answered with an error, so nothing shows what it writes`,
  supply: `what it needs to succeed, as sample["${id}"] or identifiers in the target file`,
})
