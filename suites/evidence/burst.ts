/**
 * What only numbers show (docs/judgement.md, rule 15): many records of a kind made at once and alive together, with reads and
 * unauthorised reads among the creates.
 */
import { escapeRegExp } from '../../schemas/escape-reg-exp.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { oddOf } from '../../fixtures/payload/odd-creates.ts'
import { does, identifierField, isCreate, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import { saysUnknown, shows } from '../target/profile.ts'
import { tellsGone } from '../values/says-gone.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { nameIn, soleId } from '../scene/create.ts'
import { Inconclusive } from '../claim/finding.ts'
import { demandDeletable } from './deletable.ts'
import { duplicateName } from './duplicate-name.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { listsBefore } from './requests/listings.ts'

/** Creates submitted at once; how many are under way together is the width of a burst. */
export const BURST = 15
/** After so many creates a read goes out, and an unauthorised one. */
const ASKED_AT = 8

/** A create when the oldest is deleted, if identifiers are counted: what it made is found, deleted and looked for. */
const ANEW = 3

/** Requests that a burst takes while nothing fails: creates, a read, a delete and a look after it of each, and reads of what was there. */
export const BURST_REQUESTS = 4 * BURST + ANEW + 3

/** A create of a burst that was answered with success. */
export interface BurstMade {
  /** By which it is told from all others. */
  readonly name: string
  /** Its identifier, once found; null where it was not. */
  readonly id: string | null
  readonly created: Exchange
  /** Reads by its identifier while all were alive; the last one is what is left to say after waiting for it. */
  readonly reads: readonly Exchange[]
  /** Its delete, sent while the others were deleted, and a read after it; null where there was none. */
  readonly deleted: { readonly exchange: Exchange; readonly after: Exchange } | null
}

export interface Burst {
  /** Every create that was sent, whatever it was answered; of those that are odd, which a limit may refuse, the ones that were taken. */
  readonly creates: readonly Exchange[]
  readonly made: readonly BurstMade[]
  /** Deletes that know nothing of a record which a read has shown: the delete of another took it. */
  readonly missed: readonly Exchange[]
  /** Reads of records that were there before, sent among the creates. */
  readonly reads: readonly { readonly name: string; readonly exchange: Exchange }[]
  /** Unauthorised reads of the lane's own record, sent among the creates. */
  readonly refusals: readonly Exchange[]
  /** The lane's own record, read once more when all had been made; null where reads are not allowed. */
  readonly own: { readonly name: string; readonly exchange: Exchange } | null
  /** The list of the kind while all were alive; null where no operation lists it. */
  readonly list: Exchange | null
  /** A create after the oldest of them was deleted, and its identifier; null where either did not succeed, or shows none. */
  readonly anew: { readonly id: string; readonly created: Exchange; readonly others: readonly BurstMade[] } | null
  /** The names of all records of this kind that the lane had alive meanwhile. */
  readonly names: readonly string[]
}

export const burst = evidence({
  id: 'burst',
  needs: { ownRecord },
  after: [duplicateName],
  on: isCreate,
  cost: (operation, { target }) =>
    BURST_REQUESTS +
    (operations.some(does('lists', operation.act.kind)) ? 1 : 0) +
    listsBefore(operation, target, BURST),
  async gather({ ownRecord: { fixture }, operation }) {
    demandDeletable(operation, fixture)
    const made = await make(operation, fixture)
    if (made) return made
    throw new Inconclusive('records of this kind can’t be found again, so no burst was sent')
  },
})

const answered = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
  results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))

/**
 * Makes the burst, reads all of it while all is alive, and deletes it, also where the run is stopped in the middle.
 * @returns undefined where there is no record of which it is known how to find it: what can't be found can't be deleted
 */
async function make(by: Operation, fixture: RecordFixture): Promise<Burst | undefined> {
  const { kind, caller, scene, own, secondary, parent } = fixture
  if (!own) return undefined
  // Where creates answer with the one identifier, all that is made can be deleted, though one was not found before.
  if (scene.closed(by) && soleId(fixture.kind, own.made, own.name) !== own.id) return undefined
  const { one } = lifeOf(kind)
  const readable = caller.allows(one)
  const others = secondary?.alive ? [own, secondary] : [own]
  const creates: ReturnType<typeof create>[] = []
  const reads: Promise<Burst['reads'][number]>[] = []
  const refusals: Promise<Exchange>[] = []
  const read = async ({ name, references }: SceneRecord) => ({
    name,
    exchange: await caller.call({ operation: one, references, together: true }),
  })
  // Submitted in one go; what lies beyond the width of a burst waits for its turn.
  for (let count = 1; count <= BURST; count++) {
    creates.push(create(by, fixture, count))
    if (!readable || count !== ASKED_AT) continue
    reads.push(read(others.at(-1) ?? own))
    refusals.push(caller.call({ operation: one, references: own.references, credential: 'no-header', together: true }))
  }
  const [sent, shown, refused] = await Promise.all([
    Promise.allSettled(creates),
    Promise.allSettled(reads),
    Promise.allSettled(refusals),
  ])
  // Whatever became of the rest: what was made is found, read while all is alive, and deleted.
  const done = answered(sent)
  // A read may be answered from an older copy, of before it was made.
  const isThere = ({ exchange }: Burst['reads'][number]) => caller.success(exchange) && shows(exchange, own.id)
  const reread = () =>
    caller.patience.eventually(() => read(own), isThere, { why: 'a record to be there beside a burst' })
  const after = Promise.allSettled(readable ? [reread()] : [])
  const finding = done
    .filter(({ exchange }) => caller.success(exchange))
    .map(async ({ exchange, name, plain }) => {
      const seen: Exchange[] = []
      const record = await scene.adopt(by, kind, exchange, name, parent, seen)
      const id = record?.id ?? soleId(fixture.kind, exchange, name)
      // A create may tell of others too: reads by their identifiers, which were tried as well, rightly show them.
      const reads = seen.filter(({ asked }) => asked?.query?.[identifierField[kind]] === id)
      return { record, name: plain, id, created: exchange, reads }
    })
  const found = answered(await Promise.allSettled(finding))
  const last = await after
  const lister = operations.find(does('lists', kind))
  const ids = found.flatMap(({ id }) => id ?? [])
  // A list may be answered from an older copy.
  const allListed = (list: Exchange) => !caller.success(list) || ids.every((id) => shows(list, id))
  const list = (operation: Operation) =>
    caller.patience.eventually(() => caller.call({ operation }), allListed, { why: 'records of a burst to be listed' })
  const listing = lister && caller.allows(lister) ? await Promise.allSettled([list(lister)]) : []
  const standing = found.flatMap(({ record }) => record ?? [])
  const next = await createAnew(by, fixture, standing)
  const alive = standing.filter((record) => record.alive)
  const { deleted, missed } = await deleteAll(next?.record ? [...alive, next.record] : alive, fixture)
  for (const each of [...sent, ...shown, ...refused, ...last, ...listing])
    if (each.status === 'rejected') throw each.reason
  const records = found.map(({ record, ...each }) => ({
    record,
    made: { ...each, deleted: (record && deleted.get(record)) ?? null },
  }))
  const made = records.map((one) => one.made)
  const beside = records.flatMap((one) => (one.record && alive.includes(one.record) ? [one.made] : []))
  return {
    creates: done.filter(({ isOdd, exchange }) => !isOdd || caller.success(exchange)).map(({ exchange }) => exchange),
    made,
    missed,
    reads: answered(shown),
    refusals: answered(refused),
    own: answered(last)[0] ?? null,
    list: answered(listing)[0] ?? null,
    anew: next && { id: next.id, created: next.created, others: beside },
    names: [...new Set([...others.map(({ name }) => name), ...made.map(({ name }) => name)])],
  }
}

/** Whether identifiers differ by their numbers alone: those that are drawn at random say nothing of how many there are. */
const areCounted = (all: readonly SceneRecord[]): boolean =>
  new Set(all.map(({ id }) => String(id).replaceAll(/\d+/g, '#'))).size === 1

const numberIn = ({ id }: SceneRecord): number => Number(/\d+(?!.*\d)/.exec(id)?.[0])

/**
 * Deletes the oldest and creates one more while the others live: who counts what is there gives it the identifier of one of them.
 * Null where either did not succeed, no identifier is shown, or identifiers are drawn.
 */
async function createAnew(by: Operation, { kind, caller, scene, parent }: RecordFixture, all: readonly SceneRecord[]) {
  if (!areCounted(all)) return null
  // Of creates under way together, the first to be answered may be the last to be counted.
  const [oldest, ...others] = all.toSorted((one, other) => numberIn(one) - numberIn(other))
  if (!oldest || others.length === 0) return null
  await scene.remove(oldest, {}, caller.sure)
  if (oldest.alive) return null
  const { exchange: created, name } = await scene.send(by, kind, parent)
  if (!caller.success(created)) return null
  const id = soleId(kind, created, name)
  const record = await scene.adopt(by, kind, created, name, parent, [])
  return id === null ? null : { id, created, record }
}

/**
 * Deletes all at once, looks whether they are gone, and deletes once more what is not. The oldest goes first: who fills its place
 * with the last one may forget where that stands now.
 */
async function deleteAll(alive: readonly SceneRecord[], { kind, caller, scene }: RecordFixture) {
  const { one } = lifeOf(kind)
  const deleted = new Map<SceneRecord, NonNullable<BurstMade['deleted']>>()
  const missed: Exchange[] = []
  const sent = await Promise.allSettled(
    alive.map(async (record) => ({ record, exchange: await scene.remove(record, {}, caller.sure) })),
  )
  const seen = async ({ record, exchange }: { readonly record: SceneRecord; readonly exchange: Exchange }) => {
    if (record.alive && record.shown && !exchange.resent && saysUnknown(exchange, caller.profile))
      missed.push(record.shown, exchange)
    if (record.alive) return scene.dispose(record)
    if (!caller.allows(one)) return
    const ask = () => caller.sure.call({ operation: one, references: record.references })
    const gone = (seen: Exchange) => !caller.success(seen) || !shows(seen, record.id) || tellsGone(seen)
    const after = await caller.patience.eventually(ask, gone, { why: 'records of a burst to be gone' })
    deleted.set(record, { exchange, after })
    if (!gone(after)) await scene.dispose(record)
  }
  await Promise.allSettled(answered(sent).map(seen))
  return { deleted, missed }
}

/** Sends one create. Its identifier is in the journal at once, though all are confirmed only when all are alive. */
async function create(by: Operation, fixture: RecordFixture, count: number) {
  const { kind, caller, scene, parent } = fixture
  const valid = caller.validBody(by, parent) ?? {}
  const { own } = fixture
  const isIdentified = own !== null && soleId(kind, own.made, own.name) === own.id
  const odd = oddOf(by, valid, count, caller.values, isIdentified)
  const sent = await scene.send(by, kind, parent, { together: true, body: { ...valid, ...odd } })
  const id = caller.success(sent.exchange) ? soleId(fixture.kind, sent.exchange, sent.name) : null
  if (id !== null) caller.journal.write({ event: 'created', kind, name: sent.name, id })
  // An odd name holds the plain one, by which the record is told however the rest of it is shown.
  return { ...sent, plain: nameIn(valid), isOdd: Object.keys(odd).length > 0 }
}

/** Which of these names a response shows; one that only begins another's is not shown by the other. */
export function namesShown(exchange: Exchange, names: readonly string[]): readonly string[] {
  const { response } = exchange
  const text = response?.json.ok ? JSON.stringify(response.json.value) : (response?.text ?? '')
  return names.filter((name) => {
    if (name === '') return false
    if (/^\d+$/.test(name)) return shows(exchange, name)
    // Without the slash before a path, which JSON may write in two ways.
    return new RegExp(`${escapeRegExp(name.replace(/^\//, ''))}(?!\\d)`, 'i').test(text)
  })
}
