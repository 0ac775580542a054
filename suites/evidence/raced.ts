import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifierField, isRecordKind, lifeOf, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import type { RecordSnapshot } from '../scene/around.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { settersAfterCreate } from './census/setters.ts'
import { shownIn } from './census/shown-in.ts'
import type { WrittenField } from './census/state-diff.ts'
import { evidence } from './frame/evidence.ts'
import { saysUnknown } from '../target/profile.ts'
import { givenAnew, shownOf } from './requests/given-anew.ts'
import { naturalField, naturalValue } from './requests/stimuli.ts'
import { ownRecord } from './own-record.ts'
import { variations } from './variations.ts'

/** One value that a change of its own carried, while others were under way; no other change carried that field of that record. */
export interface RacedValue {
  readonly field: string
  readonly whose: SceneRecord
  readonly written: unknown
  /** What the run had written there before, and what a read had last shown. */
  readonly before: readonly unknown[]
  /** What was sent to the other record in the same field. */
  readonly others: unknown
  /** Absent where no read shows the field. */
  readonly shown?: unknown
  readonly exchanges: readonly Exchange[]
}

/** Changes that were under way at one time. */
export interface Raced {
  readonly values: readonly RacedValue[]
  /** What each was answered. */
  readonly answers: readonly Exchange[]
  /** A request that was told meanwhile that a record is not there, and what tells that it was there. */
  readonly missed?: readonly Exchange[]
  /** A change that was taken, and a read after it that says that the record is not there. */
  readonly lost?: readonly [change: Exchange, read: Exchange]
  /** Other fields of its create, which the update of the second record carried; left out where it carried none, or was refused. */
  readonly further?: { readonly fields: readonly WrittenField[]; readonly exchanges: readonly Exchange[] }
}

/** An operation that updates records of a run whole. */
const updates = ({ act }: Operation): boolean => act.whole === true && isRecordKind(act.kind)

/** What sets fields of its kind, no two the same. */
const writersOf = (operation: Operation): readonly Operation[] => {
  const { kind } = operation.act
  return isRecordKind(kind) ? [operation, ...settersAfterCreate(kind)] : []
}

/** Of a stack nothing else is known to set fields: it is sent once more at the same time, with another field. */
const isLonely = ({ act }: Operation): boolean => act.kind === 'compose'

/** An update that leaves the name as it is: who writes back the whole record that it had read undoes another one's name. */
const leavesName = (
  operation: Operation,
  { references }: SceneRecord,
  { caller }: RecordFixture,
): Promise<Exchange> => {
  const body = { ...caller.validBody(operation, references), description: caller.values.name() }
  return caller.call({ operation, references, body, together: true })
}

/** Whether it may leave its first field as it is, and change another one. */
const isPartly = ({ body }: Operation): boolean => (body?.fields.length ?? 0) > 2

/**
 * Changes of different fields, and of two records, under way at once, and a read of the first; and what is shown once all are
 * answered. Those of the second record change some of their fields alone; its update carries what its create lists as well.
 */
export const raced = evidence({
  id: 'raced',
  needs: { ownRecord },
  after: [variations],
  on: updates,
  cost: (operation) =>
    2 * writersOf(operation).length + (writersOf(operation).some(isPartly) ? 4 : 3) + (isLonely(operation) ? 1 : 0),
  async gather({ ownRecord: { own, around, fixture }, operation, caller }): Promise<Raced> {
    const { secondary } = fixture
    if (!secondary?.alive || !own.alive) throw new Inconclusive('there is no second record of the run’s own')
    const writers = writersOf(operation).filter((one) => caller.allows(one))
    if (writers.some(isPartly)) await around.see(secondary)
    // A value that a read shows in another form than it was sent in can't be kept by sending it.
    const standing = (field: string): unknown => {
      const { value } = shownIn(around.last(secondary)?.record, secondary.kind, field)
      return value === secondary.written.get(field) ? value : undefined
    }
    const before = around.last(secondary)
    const further = givenAnew(operation, secondary, before, fixture)
    // What both point at, nothing of either may be kept by.
    const pointed = new Map<string, unknown>()
    // In either order: what reads first, and writes last, undoes the others.
    const changes = [
      ...writers.map((writer) => ({ whose: own, writer })),
      ...writers.toReversed().map((writer) => ({ whose: secondary, writer })),
    ]
    const { one } = lifeOf(own.kind)
    const [sent, [reading]] = await Promise.all([
      Promise.all(
        changes.map(async ({ whose, writer }) => ({
          whose,
          writer,
          exchange: await send(writer, whose, fixture, {
            ...(whose === secondary ? { standing, ...(writer === operation ? { further } : {}) } : {}),
            pointed,
          }),
        })),
      ),
      // It goes out beside them.
      Promise.all(
        caller.allows(one) ? [caller.call({ operation: one, references: own.references, together: true })] : [],
      ),
      // What it writes need not be taken, and is not looked for.
      isLonely(operation) && leavesName(operation, own, fixture),
    ])
    const taken = sent
      .filter(({ exchange }) => caller.success(exchange))
      .flatMap(({ whose, exchange }) => valuesOf(exchange, whose).map((value) => ({ ...value, whose, exchange })))
      // Nothing is promised of what is not listed.
      .filter(({ whose, field }) => whose !== secondary || !(field in further))
    // What stood there is known of what a read has shown since it was last written.
    const stoodAt = ({ whose, field }: { readonly whose: SceneRecord; readonly field: string }): readonly unknown[] =>
      [whose.written.get(field), shownIn(around.last(whose)?.record, whose.kind, field).value].filter(
        (value) => value !== undefined,
      )
    const values = taken.map((one) => ({
      ...one,
      before: stoodAt(one),
      others: taken.find(({ whose, field }) => whose !== one.whose && field === one.field)?.written,
    }))
    for (const { whose, exchange } of sent) if (caller.success(exchange)) around.touch(whose, exchange.asked?.body)
    const seen = new Map<SceneRecord, RecordSnapshot>()
    for (const whose of [own, secondary]) {
      const mine = values.filter((one) => one.whose === whose)
      const holds = ({ record }: RecordSnapshot) =>
        mine.every(({ field, written, before, others }) => {
          const { value } = shownIn(record, whose.kind, field)
          return value === written || (!before.includes(value) && value !== others)
        })
      seen.set(whose, await around.seen(whose, holds, 'changes at one time to show'))
    }
    const isThere = (whose: SceneRecord) => seen.get(whose)?.record !== undefined
    const lost = taken.flatMap(({ whose, exchange }) => {
      const last = seen.get(whose)?.exchange
      return last && !isThere(whose) && saysUnknown(last, caller.profile) ? [[exchange, last] as const] : []
    })[0]
    const known = isThere(own) && reading && saysUnknown(reading, caller.profile) ? [reading] : []
    const missed = [
      ...known,
      ...(await missedAlone(
        sent.filter(({ whose }) => isThere(whose)),
        fixture,
      )),
    ]
    const shownValues = values.map(({ exchange, ...one }) => {
      const snapshot = seen.get(one.whose)
      const shown = shownIn(snapshot?.record, one.whose.kind, one.field)
      return {
        ...one,
        ...('value' in shown ? { shown: shown.value } : {}),
        exchanges: [exchange, ...(snapshot ? [snapshot.exchange] : [])],
      }
    })
    const answers = sent.map(({ exchange }) => exchange)
    const carried = sent.find(({ whose, writer }) => whose === secondary && writer === operation)?.exchange
    const now = seen.get(secondary)
    const isGiven = Object.keys(further).length > 0 && carried && caller.success(carried) && now?.record
    return {
      values: shownValues,
      answers,
      ...(missed.length > 0 ? { missed } : {}),
      ...(lost ? { lost } : {}),
      ...(isGiven
        ? { further: { fields: shownOf(further, before, now, secondary), exchanges: [carried, now.exchange] } }
        : {}),
    }
  },
})

/** What was told that something is not there, and is taken when it is sent alone: what it names was there all the time. */
async function missedAlone(
  sent: readonly { readonly whose: SceneRecord; readonly writer: Operation; readonly exchange: Exchange }[],
  fixture: RecordFixture,
): Promise<readonly Exchange[]> {
  const { caller } = fixture
  const one = sent.find(({ exchange }) => saysUnknown(exchange, caller.profile))
  if (!one) return []
  const again = await send(one.writer, one.whose, fixture, {})
  return caller.success(again) ? [one.exchange, again] : []
}

/** What the requests of one moment have in common, and what one of them carries of its own. */
interface Carried {
  /** What stands in a field, where the first of several is to keep its value: who compares that one alone misses the others. */
  readonly standing?: (field: string) => unknown
  /** What other requests point at by fields that name no record of the run: the same is pointed at. */
  readonly pointed?: Map<string, unknown>
  /** Fields that the operation does not list. */
  readonly further?: Readonly<Record<string, unknown>>
}

function send(
  operation: Operation,
  whose: SceneRecord,
  { caller, parent }: RecordFixture,
  { standing, pointed = new Map<string, unknown>(), further = {} }: Carried,
): Promise<Exchange> {
  const references = { ...parent, ...whose.references }
  const natural = naturalField(operation)
  const telling = natural === null ? {} : { [natural]: naturalValue(natural, caller.values.name()) }
  const body = { ...caller.validBody(operation, references), ...telling, ...further }
  const [first, ...others] = (operation.body?.fields ?? []).filter(({ name }) => !(name in references))
  const stands = first && others.length > 0 ? standing?.(first.name) : undefined
  // Of a choice one value is shown: with another, a target may well empty what goes with that one.
  const isUsual = first?.shown === undefined || stands === first.shown
  const kept = first && stands !== undefined && isUsual ? { [first.name]: stands } : {}
  const shared: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (!name.endsWith('Id') || name in references) continue
    shared[name] = pointed.get(name) ?? value
    pointed.set(name, shared[name])
  }
  return caller.call({ operation, references, body: { ...body, ...shared, ...kept }, together: true })
}

function valuesOf({ asked }: Exchange, { kind }: SceneRecord): readonly { field: string; written: unknown }[] {
  const body = Object.entries(Object(asked?.body) as Readonly<Record<string, unknown>>)
  return body.filter(([field]) => field !== identifierField[kind]).map(([field, written]) => ({ field, written }))
}
