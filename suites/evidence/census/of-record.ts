/** The census of records: what a write carries shows on its subject, and nothing else changes. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { FieldType } from '../../../schemas/operation.ts'
import { identifierField, type Operation } from '../../../schemas/registry.ts'
import type { Around, Sighting } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { Carried, Census, Drift } from './state-diff.ts'
import { compare, isSecret } from '../../values/compare.ts'
import { lostSince } from './lost.ts'
import { readBy } from './other-read.ts'
import { saysGone } from '../../values/says-gone.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { isChild } from '../../scene/foreign-records.ts'

/** Where what a field carries is shown under another name, or by another read than `one`. */
export const shownAs: Readonly<Record<string, string>> = {
  targetEnvironmentId: 'environmentId',
  password: 'databasePassword',
}
/** By which a record is called: what was last shown of these stays, whoever wrote it. */
const names = ['name', 'registryName', 'appName']

interface Said {
  readonly name: string
  readonly type: FieldType
}

const typeOf = (value: unknown): FieldType =>
  typeof value === 'boolean' ? 'boolean' : Number.isInteger(value) ? 'integer' : 'string'

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

/** The field as the record shows it, under its own name or the one by which the record calls it. */
export function shownIn(record: Sighting['record'], kind: string, field: string): { value?: unknown } {
  if (record === undefined) return {}
  if (field in record) return { value: record[field] }
  const other = kind === 'registry' ? undefined : shownAs[field]
  return other !== undefined && other in record ? { value: record[other] } : {}
}

/** Whether a secret is shown that the run had written before: then it is no mask, and not the new one. */
const isOld = (field: string, shown: unknown, earlier: ReadonlySet<unknown>): boolean =>
  isSecret(field) && typeof shown === 'string' && shown !== '' && earlier.has(shown)

function carriedBy(said: readonly Said[], body: Fields, around: Around, before: Sighting | undefined, now: Sighting) {
  const { kind } = around.own
  return said.map(({ name, type }): Carried => {
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
type Compared = { readonly drifts: readonly Drift[]; readonly compared: number }

/** What this run wrote on a record, or is its name, and was shown: it has to stay. */
function drifts(record: SceneRecord, was: Sighting | undefined, is: Sighting, but: ReadonlySet<string>): Compared {
  if (!was?.record || (!is.record && is.isSilent)) return { drifts: [], compared: 0 }
  const whose = record.kind
  if (!is.record) return { drifts: [{ whose, field: identifierField[record.kind], before: record.id }], compared: 1 }
  const [before, after] = [was.record, is.record]
  const kept = new Set([...names, identifierField[record.kind], ...record.written.keys()])
  const compared = [...kept].filter((field) => {
    if (!(field in before) || but.has(field) || field === 'applicationStatus') return false
    if (names.includes(field)) return true
    return (
      !record.written.has(field) ||
      compare(field, typeOf(before[field]), record.written.get(field), before[field]) === 'same'
    )
  })
  const found = compared.filter((field) => {
    const same = JSON.stringify(after[field]) === JSON.stringify(before[field])
    // A write that was taken a moment ago may have come to be seen only now.
    return !same && JSON.stringify(after[field]) !== JSON.stringify(record.written.get(field))
  })
  return {
    drifts: found.map((field) => ({
      whose,
      field,
      before: before[field],
      ...(field in after ? { after: after[field] } : {}),
    })),
    compared: compared.length,
  }
}

/** Whether a sighting shows no drift: for a while, reads may be answered from an older copy. */
const stays =
  (record: SceneRecord, was: Sighting | undefined, but: ReadonlySet<string> = new Set()) =>
  (is: Sighting): boolean =>
    !(was?.record && !is.record) && drifts(record, was, is, but).drifts.length === 0

/** Looks at all others, and holds them against how they were. */
export async function onlookers(
  around: Around,
  counts: (record: SceneRecord) => boolean = () => true,
): Promise<Compared & { exchanges: readonly Exchange[] }> {
  const seen = await Promise.all(
    around.others
      .filter((record) => record.alive && counts(record))
      .map(async (record) => {
        const was = around.last(record)
        const is = await around.seen(record, stays(record, was), 'other records to be as they were')
        return { ...drifts(record, was, is, new Set()), exchange: is.exchange }
      }),
  )
  return {
    drifts: seen.flatMap((one) => one.drifts),
    compared: seen.reduce((sum, one) => sum + one.compared, 0),
    exchanges: seen.flatMap((one) => (one.drifts.length > 0 ? [one.exchange] : [])),
  }
}

const none: Compared = { drifts: [], compared: 0 }

function census(carried: readonly Carried[], kept: Compared, others: Compared, exchanges: readonly Exchange[]): Census {
  return {
    carried,
    kept: kept.drifts,
    others: others.drifts,
    compared: { kept: kept.compared, others: others.compared },
    exchanges,
  }
}

/** Of a create: what it carried shows on the record that it made, and those made before are as they were. */
export async function censusOfMaking(operation: Operation, caller: Caller, around: Around): Promise<Census> {
  const { own } = around
  // What was prepared since shows what other requests have written.
  const first = own.ready && around.first(own)
  const now = first ?? (await around.see(own))
  const others = await onlookers(around)
  const written = first ? (Object(own.made.asked?.body) as Fields) : Object.fromEntries(own.written)
  const carried = carriedBy(saidBy(operation, caller), written, around, undefined, now)
  return { ...census(carried, none, others, [own.made, now.exchange, ...others.exchanges]), last: now }
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
  )
  // What belongs to it may go with it.
  const others = await onlookers(around, (record) => !isChild(record, own))
  return { ...census([], none, others, [now.exchange, ...others.exchanges]), last: now }
}

/**
 * Of a change. What carries values is sent once more, with values that were not sent before; of what carries none, the
 * request that was sent already is looked at.
 * @param further fields beyond those that are listed, which the record may take
 */
export async function censusOfChange(
  operation: Operation,
  caller: Caller,
  around: Around,
  sent: { readonly control: Exchange | undefined; readonly body: Fields; readonly further: Fields },
): Promise<Census> {
  const { own } = around
  const said = saidBy(operation, caller)
  const bare = await sinceBare(around, sent)
  const before = around.last(own)
  const first: unknown = sent.control && caller.success(sent.control) ? sent.control.asked?.body : undefined
  for (const [name, value] of Object.entries(Object(first) as Fields)) own.written.set(name, value)
  const body = { ...sent.body, ...sent.further }
  const writes = said.length > 0 || Object.keys(sent.further).length > 0
  const request =
    writes || !sent.control ? await caller.call({ operation, references: own.references, body }) : sent.control
  if (!caller.success(request)) {
    const now = await around.see(own)
    const lost = now.record ? [] : await lostSince(sent.control, around, caller)
    const others = await onlookers(around)
    const exchanges = [sent.control ?? [], request, now.exchange, ...others.exchanges].flat()
    const kept = { drifts: lost, compared: lost.length }
    return { ...census([], kept, others, exchanges), untold: refused(operation) }
  }
  const earlier = new Set(own.written.values())
  for (const { name } of said) own.written.set(name, body[name])
  for (const [name, value] of Object.entries(sent.further)) own.written.set(name, value)
  const expected = [...said, ...Object.keys(sent.further).map((name) => ({ name, type: typeOf(body[name]) }))]
  const asWritten = ({ record }: Sighting) =>
    expected.every(({ name, type }) => {
      const { value } = shownIn(record, own.kind, name)
      if (value === body[name] || value === undefined) return true
      return !isOld(name, value, earlier) && !['other', 'other type'].includes(compare(name, type, body[name], value))
    })
  const changed = new Set([...expected.map(({ name }) => name), ...expected.map(({ name }) => shownAs[name] ?? name)])
  const keeps = stays(own, before, changed)
  const holds = (sighting: Sighting) => asWritten(sighting) && keeps(sighting)
  // A field that is not shown may be one that no read shows, or one that an older copy lacks.
  const shown = ({ record }: Sighting) => expected.every(({ name }) => 'value' in shownIn(record, own.kind, name))
  const now = await around.seen(own, holds, 'a change to show', shown)
  const last = drifts(own, before, now, changed)
  const kept = { drifts: [...bare.drifts, ...last.drifts], compared: bare.compared + last.compared }
  const others = await onlookers(around)
  const read = await readBy(operation, caller, around, body)
  // What another read is there to show need not stand on the record.
  const shownOn = carriedBy(said, body, around, before, now).map((one) =>
    one.shown !== one.written && isOld(one.field, one.shown, earlier) ? { ...one, old: true as const } : one,
  )
  const carried = [...shownOn.filter((one) => read.length === 0 || 'shown' in one), ...read]
  const further = carriedBy(expected.slice(said.length), body, around, before, now)
  return {
    ...census(carried, kept, others, [request, now.exchange, ...others.exchanges]),
    ...(further.length > 0 ? { further } : {}),
    last: now,
  }
}

/** What a request has changed that named the record alone, of an update that takes more: seen before it is sent more. */
async function sinceBare(around: Around, { further }: { readonly further: Fields }): Promise<Compared> {
  const { own } = around
  const was = around.last(own)
  if (Object.keys(further).length === 0 || !was) return none
  return drifts(own, was, await around.seen(own, stays(own, was), 'a record to be as it was'), new Set())
}

const refused = ({ id }: Operation) => ({
  reason: `${id} was answered with an error, so nothing shows what it writes`,
  supply: `what it needs to succeed, as sample["${id}"] or identifiers in the target file`,
})
