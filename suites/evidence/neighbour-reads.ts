import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, readsRecord, recordKinds, type Operation } from '../../schemas/registry.ts'
import { stillGone, type RecordFixture } from '../scene/record-fixture.ts'
import { isChild, type SceneRecord } from '../scene/made.ts'
import { strangeTo, withStranger } from '../scene/strangers.ts'
import { shows } from '../target/profile.ts'
import { isUnderApplication, kindsBeside } from '../scene/foreign-records.ts'
import { census } from './census.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { FORMS_EACH, nearInTurns } from './requests/near.ts'
import { typeOf } from './census/shown-in.ts'
import { compare, isAlike, isSecret } from '../values/compare.ts'
import { listedOtherwise } from '../values/listed-otherwise.ts'
import type { RecordSnapshot } from '../scene/around.ts'
import { ownRecord } from './own-record.ts'

/** The records that reads are told apart by. */
export interface NeighbourReads {
  /** Texts and numbers that stand on one record alone. */
  readonly own: readonly string[]
  readonly other: readonly string[]
  /** What the operation answered of the neighbour. */
  readonly ofOther: Exchange | null
  /** What it answered of identifiers of other kinds. */
  readonly strangers: readonly Stranger[]
  /** What it answered of texts that only a careless query takes for the identifier. */
  readonly ofNear: readonly Exchange[]
  /** Ports and mounts that stand under other records: the field of their identifier, and that. */
  readonly underOthers?: readonly { readonly kind: RecordKind; readonly field: string; readonly id: string }[]
  readonly field: string
  readonly id: string
  readonly otherId: string
  /** One that this run made and deleted. */
  readonly goneId?: string
  /** The texts that the run gave them, by identifier and field: as they were made, and as they were written last. */
  readonly given?: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  /** What `one` showed of them last, by identifier: values that the run had written, and that are no secrets. */
  readonly shown?: ReadonlyMap<string, ReadonlyMap<string, unknown>>
}

/** A record of another kind, and what a read answered to its identifier. */
export interface Stranger {
  readonly kind: RecordKind
  readonly id: string
  /** Texts that stand on it, and on no record of the operation's own kind. */
  readonly marks: readonly string[]
  readonly exchange: Exchange
}

/** The read asked of the record's neighbour too, and by the identifiers of records of other kinds. */
export const neighbourReads = evidence({
  id: 'neighbour-reads',
  needs: { ownRecord, control },
  after: [census],
  on: ({ method, act }) => method === 'GET' && isRecordKind(act.kind),
  cost: (operation) => 1 + (readsRecord(operation) ? FORMS_EACH + strangers(operation) : 0),
  async gather({ ownRecord: { own, fixture, around }, operation }): Promise<NeighbourReads> {
    const underOthers = isUnderApplication(own.kind) ? [] : around.others.filter((one) => isOfAnother(one, own))
    const known = underOthers.map(({ kind, id }) => ({ kind, field: identifierField[kind], id }))
    if (operation.act.verb !== 'lists') return { ...(await readsOf(operation, fixture, own)), underOthers: known }
    const records = [own, fixture.secondary ?? own]
    const shown = new Map(records.map((record) => [record.id, shownOf(record, around.last(record))]))
    return { ...(await readsOf(operation, fixture, own, shown)), underOthers: known, shown }
  },
})

const isOfAnother = (one: SceneRecord, own: SceneRecord): boolean =>
  one.alive && isUnderApplication(one.kind) && !isChild(one, own)

/** Of how many other kinds a read is given an identifier. */
function strangers({ act: { kind } }: Operation): number {
  const alike = isRecordKind(kind) ? strangeTo(kind).length : 0
  // Beside an application stands what belongs to one, and beside all others that are alike one of these.
  return kind === 'application' || alike === 0 ? alike + Math.min(1, kindsBeside(kind).length) : alike
}

/** What stands on a record and on no other: its names, and all texts that the run made up for it. */
function marksOf(record: SceneRecord, run: string): readonly string[] {
  const texts = [...record.written.values(), ...Object.values(record.references)].filter(
    (value) => typeof value === 'string' && (value.includes(run) || value === record.references['appName']),
  )
  return [...new Set([...texts.map(String), ...(record.name === '' ? [] : [record.name])])]
}

/** The texts of the run's that a record was given, by field. */
function givenTo({ made, written }: SceneRecord, run: string): ReadonlyMap<string, readonly string[]> {
  const first = Object.entries(Object(made.asked?.body) as Readonly<Record<string, unknown>>)
  const given = new Map<string, readonly string[]>()
  for (const [field, value] of [...first, ...written])
    if (typeof value === 'string' && value.includes(run)) given.set(field, [...(given.get(field) ?? []), value])
  return given
}

/** What a read showed of a record as the run had written it. */
function shownOf({ written }: SceneRecord, seen: RecordSnapshot | undefined): ReadonlyMap<string, unknown> {
  const record = seen?.record ?? {}
  const known = [...written].filter(
    ([name, value]) => name in record && !isSecret(name) && isAlike(compare(name, typeOf(value), value, record[name])),
  )
  return new Map(known.map(([name]) => [name, record[name]]))
}

async function readsOf(
  operation: Operation,
  fixture: RecordFixture,
  own: SceneRecord,
  shown: NeighbourReads['shown'] = new Map(),
): Promise<NeighbourReads> {
  const { caller, secondary, kind } = fixture
  const field = identifierField[kind]
  const ask = (references: References) =>
    caller.call({ operation, references: { ...fixture.parent, ...references }, madeUp: references })
  const marks = (record: SceneRecord | null) => (record ? marksOf(record, caller.options.run) : [])
  const shared = new Set(marks(secondary).filter((mark) => marks(own).includes(mark)))
  const alone = (record: SceneRecord | null) => marks(record).filter((mark) => !shared.has(mark))
  const goneId = stillGone(fixture.gone, caller)?.[field]
  const agrees = ({ response }: Exchange) =>
    !response?.json.ok || listedOtherwise(response.json.value, field, shown) === undefined
  /** A list, once it shows what there is as it is, and shows no more what there was. */
  const list = () =>
    caller.patience.eventually(
      () => ask(own.references),
      (exchange) =>
        [own.id, secondary?.id ?? own.id].every((id) => shows(exchange, id)) &&
        !shows(exchange, goneId ?? '\0') &&
        agrees(exchange),
      { why: 'a list to show what there is' },
    )
  const turn = caller.options.seed + recordKinds.indexOf(kind)
  const ofOther = () => (secondary ? ask(secondary.references) : fixture.strayed)
  return {
    field,
    id: own.id,
    otherId: secondary?.id ?? '',
    ...(goneId === undefined ? {} : { goneId }),
    own: alone(own),
    other: alone(secondary),
    given: new Map([own, secondary ?? own].map((record) => [record.id, givenTo(record, caller.options.run)])),
    ofOther: await (operation.act.verb === 'lists' ? list() : ofOther()),
    ofNear: readsRecord(operation) ? await allOf(nearInTurns(own.id, turn).map((id) => ask({ [field]: id }))) : [],
    strangers: readsRecord(operation) ? await strangersOf(fixture, own, (id) => ask({ [field]: id })) : [],
  }
}

/** Asks by the identifier of the record of another kind that stands beside its own, and of one of each kind like its own. */
async function strangersOf(fixture: RecordFixture, own: SceneRecord, ask: (id: string) => Promise<Exchange>) {
  const { caller, foreignRecord } = fixture
  // The appName may be common to both.
  const ours = new Set(
    [own, fixture.secondary].flatMap((record) => (record ? marksOf(record, caller.options.run) : [])),
  )
  const askOf = async (record: SceneRecord): Promise<Stranger> => ({
    kind: record.kind,
    id: record.id,
    marks: marksOf(record, caller.options.run).filter((mark) => !ours.has(mark)),
    exchange: await ask(record.id),
  })
  const others = strangeTo(own.kind).filter((kind) => kind !== foreignRecord?.kind)
  const asked = [
    foreignRecord ? askOf(foreignRecord) : null,
    ...others.map((kind) => withStranger(kind, fixture, askOf)),
  ]
  return (await allOf(asked.map((one) => Promise.resolve(one)))).flatMap((one) => one ?? [])
}
