import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { SceneRecord } from '../scene/made.ts'
import { shows } from '../target/profile.ts'
import { beside, census } from './census.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { ownRecord } from './subject.ts'

/** The records that reads are told apart by. */
export interface NeighbourReads {
  /** Texts and numbers that stand on one record alone. */
  readonly own: readonly string[]
  readonly other: readonly string[]
  readonly foreign: readonly string[]
  /** What the operation answered of the neighbour, and of an identifier of another kind. */
  readonly ofOther: Exchange | null
  readonly ofForeign: Exchange | null
  /** What it answered of texts that only a careless query takes for the identifier. */
  readonly ofNear: readonly Exchange[]
  readonly field: string
  readonly id: string
  readonly otherId: string
  /** One that this run made and deleted. */
  readonly goneId?: string
  /** The texts that the run gave them, by identifier and field: as they were made, and as they were written last. */
  readonly given?: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/** The read asked of the record's neighbour too, and by the identifier of a record of another kind. */
export const neighbourReads = evidence({
  id: 'neighbour-reads',
  needs: { ownRecord, control },
  after: [census],
  on: ({ method, act }) => method === 'GET' && isRecordKind(act.kind),
  cost: (operation) => 1 + (readsRecord(operation) ? near('').length + Math.min(1, beside(operation.act.kind)) : 0),
  gather: ({ ownRecord: { own, fixture }, operation }) => readsOf(operation, fixture, own),
})

/** Texts that are no identifier: a query finds the record by them where it looks for a pattern, or is put together as text. */
const near = (id: string): readonly string[] => [`${id.slice(0, -1)}%`, `${id}' AND 'a'='a`]

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

async function readsOf(operation: Operation, fixture: RecordFixture, own: SceneRecord): Promise<NeighbourReads> {
  const { caller, secondary, foreignRecord, kind } = fixture
  const field = identifierField[kind]
  const ask = (references: References) =>
    caller.call({ operation, references: { ...fixture.parent, ...references }, madeUp: references })
  const marks = (record: SceneRecord | null) => (record ? marksOf(record, caller.options.run) : [])
  const shared = new Set(marks(secondary).filter((mark) => marks(own).includes(mark)))
  const alone = (record: SceneRecord | null) => marks(record).filter((mark) => !shared.has(mark))
  const goneId = fixture.gone?.[field]
  /** A list, once it shows what there is and shows no more what there was. */
  const list = () =>
    caller.patience.eventually(
      () => ask(own.references),
      (exchange) =>
        [own.id, secondary?.id ?? own.id].every((id) => shows(exchange, id)) && !shows(exchange, goneId ?? '\0'),
      { why: 'a list to show what there is' },
    )
  const ofOther = () => (secondary ? ask(secondary.references) : fixture.strayed)
  return {
    field,
    id: own.id,
    otherId: secondary?.id ?? '',
    ...(goneId === undefined ? {} : { goneId }),
    own: alone(own),
    other: alone(secondary),
    // The appName may be common to both.
    foreign: marks(foreignRecord).filter((mark) => !marks(own).includes(mark)),
    given: new Map([own, secondary ?? own].map((record) => [record.id, givenTo(record, caller.options.run)])),
    ofOther: await (operation.act.verb === 'lists' ? list() : ofOther()),
    ofNear: readsRecord(operation) ? await allOf(near(own.id).map((id) => ask({ [field]: id }))) : [],
    ofForeign: foreignRecord && readsRecord(operation) ? await ask({ [field]: foreignRecord.id }) : null,
  }
}
