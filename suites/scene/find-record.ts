/** Which record a create made: found in its response or by lookup, and confirmed by a read. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn, objectsIn, type Candidate } from '../../fixtures/payload/find.ts'
import { isOfAnother } from '../../fixtures/payload/owners.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf } from '../../schemas/registry.ts'
import { isEmpty } from '../values/nothing.ts'
import { saysAway } from '../../fixtures/http/presence.ts'
import { isTransient } from '../target/not-now.ts'
import { isNowhere, saysUnknown, shows } from '../target/profile.ts'
import { isAnsweredGone } from '../values/says-gone.ts'
import type { Caller } from './call.ts'
import { appName, candidatesIn, showsAnother } from './create.ts'
import type { SceneRecord } from './made.ts'

interface Found {
  readonly record: SceneRecord | null
  /** The read that did not know the one identifier that the create answered, or that showed another for one that is listed. */
  readonly unread?: Exchange
}

/** What is known of a record that a create made. */
interface Known {
  /** '' where it was given none. */
  readonly name: string
  readonly parents: References
  /** What was listed before, where the request carried no text of the run's own. */
  readonly before: Exchange | undefined
}

/** Texts of a body that this run made up: nobody else's record has them. */
export const ownTexts = (body: unknown, run: string): readonly string[] =>
  textsIn(body).filter((text) => text.includes(run))

/** What the target file's lookup lists; null where it names none. */
export const listedBy = (caller: Caller, kind: RecordKind, parents: References): Promise<Exchange | null> =>
  caller.options.target.lookup[kind] === undefined ? Promise.resolve(null) : caller.sure.lookup(kind, parents)

/** The record that a create made: its identifier in the response, or by lookup, confirmed by `one`. */
export async function findRecord(
  caller: Caller,
  kind: RecordKind,
  made: Exchange,
  { name, parents, before }: Known,
  reads: Exchange[] = [],
): Promise<Found & { sole: string | undefined }> {
  const field = identifierField[kind]
  const candidates = candidatesIn(made, field, name)
  const sole = candidates.find((candidate) => candidate.sole)?.id
  const confirmed = await confirmRecord(caller, kind, name, made, candidates, reads)
  const marks = [...new Set([name, ...ownTexts(made.asked?.body, caller.options.run)])].filter((mark) => mark !== '')
  if (confirmed.record || (marks.length === 0 && !before)) return { ...confirmed, sole }
  // What was made just now may be listed later. Where the create named an identifier, the reads of it have waited for as long.
  const isListed = (seen: Exchange | null) =>
    seen === null || sole !== undefined || marks.length === 0 || marks.some((one) => shows(seen, one))
  const wait = { why: 'a created record to be listed', teaches: null }
  const listing = await caller.patience.eventually(() => caller.sure.lookup(kind, parents), isListed, wait)
  if (!listing?.response?.json.ok) return { ...confirmed, sole }
  let unread = confirmed.unread
  for (const mark of marks.filter((one) => shows(listing, one))) {
    const listed = identifiersIn(valueIn(listing), field, mark).map((one) => ({ ...one, listing }))
    const found = await confirmRecord(caller, kind, mark, made, listed, reads)
    if (found.record) return { record: { ...found.record, name: name === '' ? mark : name }, sole }
    unread = found.unread ?? unread
  }
  const added = before && (await addedSince(caller, kind, parents, before, listing))
  const record = added ? recordOf(kind, name, added.id, made, added.shown) : null
  return { record, ...(unread ? { unread } : {}), sole }
}

export const valueIn = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)

/**
 * The one record that a listing shows and an earlier one did not, while a third is as the second: where others make
 * records too, nobody can say whose it is.
 */
async function addedSince(
  caller: Caller,
  kind: RecordKind,
  parents: References,
  before: Exchange,
  after: Exchange,
): Promise<{ id: string; shown: Exchange } | null> {
  const [id, ...more] = addedTo(caller, kind, before, after, caller.creates.made) ?? []
  if (id === undefined || more.length > 0) return null
  const third = await caller.sure.lookup(kind, parents)
  if (!third || addedTo(caller, kind, after, third)?.length !== 0) return null
  const { one } = lifeOf(kind)
  if (!caller.allows(one)) return null
  const shown = await caller.sure.call({ operation: one, references: { [identifierField[kind]]: id } })
  return caller.success(shown) && shows(shown, id) ? { id, shown } : null
}

/**
 * The identifiers that a listing shows and an earlier one did not, of records without a text of the run's own; null: can't be told.
 * @param made records that are known by their identifiers: they count as shown before
 */
function addedTo(
  caller: Caller,
  kind: RecordKind,
  before: Exchange,
  after: Exchange,
  made: Iterable<string> = [],
): readonly string[] | null {
  if (!caller.success(before) || !caller.success(after)) return null
  const known = new Set([...namelessIn(caller, kind, before), ...made])
  return namelessIn(caller, kind, after).filter((id) => !known.has(id))
}

/** Listed records that show another parent than these: no create under these has made them. */
function elsewhere(kind: RecordKind, parents: References, listing: Exchange): ReadonlySet<string> {
  const names = Object.values(identifierField).filter((name) => name !== identifierField[kind] && name in parents)
  const objects = objectsIn(valueIn(listing)).filter((one) =>
    names.some((name) => typeof one[name] === 'string' && one[name] !== parents[name]),
  )
  return new Set(objects.flatMap((one) => asText(one[identifierField[kind]])))
}

/** Whether all that is listed since is the run's own; a record that another lane is just making is found a moment later. */
export async function isOfRun(
  caller: Caller,
  kind: RecordKind,
  parents: References,
  before: Exchange,
  listed: Exchange,
): Promise<boolean> {
  const made = new Set([...caller.creates.made, ...elsewhere(kind, parents, listed)])
  const added = addedTo(caller, kind, before, listed, made)
  if (!added || added.length === 0) return added !== null
  const again = await caller.sure.lookup(kind, parents)
  const still = again && addedTo(caller, kind, before, again, caller.creates.made)
  return still?.every((id) => !added.includes(id)) === true
}

/**
 * The identifiers of listed records without a text of the run's own, each once. What bears one is another of its records; what belongs
 * to that, such as a port, bears its identifier too.
 */
export function namelessIn(caller: Caller, kind: RecordKind, listing: Exchange): readonly string[] {
  const field = identifierField[kind]
  const all = objectsIn(valueIn(listing))
  const isOwn = (one: (typeof all)[number]) => ownTexts(one, caller.options.run).length > 0
  const own = new Set(all.filter(isOwn).flatMap((one) => asText(one[field])))
  return [...new Set(all.flatMap((one) => asText(one[field])).filter((id) => !own.has(id)))]
}

const asText = (value: unknown): readonly string[] =>
  typeof value === 'string' || typeof value === 'number' ? [String(value)] : []

export function recordOf(
  kind: RecordKind,
  name: string,
  id: string,
  made: Exchange,
  shown: Exchange | null,
): SceneRecord {
  const references = { [identifierField[kind]]: id, ...appName(...(shown ? [shown] : []), made) }
  return { kind, name, id, references, made, shown, written: new Map(), alive: true }
}

/**
 * The candidate whose record is surely ours: it shows the unique name, or, where none is shown or none was given, it is
 * the one identifier that the create answered with, or all that the create answered.
 */
export async function confirmRecord(
  caller: Caller,
  kind: RecordKind,
  name: string,
  made: Exchange,
  candidates: readonly (Candidate & { readonly listing?: Exchange })[],
  reads: Exchange[] = [],
): Promise<Found> {
  const { one } = lifeOf(kind)
  const field = identifierField[kind]
  const read = async (id: string, patience: 'once' | 'settle') => {
    if (!caller.allows(one)) return made
    const ask = () => caller.sure.call({ operation: one, references: { [identifierField[kind]]: id } })
    const there = (exchange: Exchange) => caller.success(exchange) && shows(exchange, id)
    return patience === 'once' ? ask() : caller.patience.eventually(ask, there, { why: 'a created record to be read' })
  }
  let unread: Exchange | undefined
  /** The record, if this candidate's is ours; whether it is there, and another's. */
  const tried = async ({ id, sole, alone, listing }: (typeof candidates)[number], patience: 'once' | 'settle') => {
    const shown = await read(id, patience)
    if (shown !== made) reads.push(shown)
    if (sole) unread = denies(caller, shown, kind, id) || staysAway(shown) ? shown : undefined
    else if (listing && states(listing, kind, id) && caller.success(shown) && showsAnother(shown, field, id))
      unread ??= shown
    if (!caller.success(shown)) return { record: null, isAnothers: false }
    // Under another identifier it is the response to another read, and this one may be anybody's.
    const isNamed = name !== '' && shows(shown, name) && !isOfAnother(valueIn(shown), field, name, id)
    const named = isNamed && !showsAnother(shown, field, id)
    // What was given no name is called by nothing else: all that the create said of it is what a read calls its own.
    const ours = named || (name === '' && alone === true && shown !== made && states(shown, kind, id))
    if (!ours && !(sole && shows(shown, id))) return { record: null, isAnothers: !sole && shows(shown, id) }
    return { record: recordOf(kind, name, id, made, shown === made ? null : shown), isAnothers: false }
  }
  const left: (typeof candidates)[number][] = []
  // All once, then the likeliest for as long as a write may take to be seen.
  for (const candidate of candidates.slice(0, 4)) {
    const { record, isAnothers } = await tried(candidate, 'once')
    if (record) return { record }
    if (!isAnothers) left.push(candidate)
  }
  for (const candidate of left.slice(0, 1)) {
    const { record } = await tried(candidate, 'settle')
    if (record) return { record }
  }
  return { record: null, ...(unread ? { unread } : {}) }
}

/** Whether a listing states this identifier under its exact name. */
const states = (listing: Exchange, kind: RecordKind, id: string): boolean =>
  objectsIn(valueIn(listing)).some((one) => asText(one[identifierField[kind]]).includes(id))

/**
 * Whether a read does not show the record of this identifier, however it says so; what says 'not now', or speaks of
 * rights, or of a read that is not there, says nothing of the record.
 */
export function denies(caller: Caller, shown: Exchange, kind: RecordKind, id: string): boolean {
  const { profile } = caller
  if (isUnknown(caller, shown)) return true
  // A success that shows nothing at all speaks of no record, whatever unknown identifiers are answered; nor does an empty list.
  if (caller.success(shown))
    return (
      showsAnother(shown, identifierField[kind], id) || (shown.response?.json.ok === true && isEmpty(valueIn(shown)))
    )
  return !isTransient(shown) && !profile.isRefusal(shown) && !isNowhere(shown, profile)
}

/** Whether a read that was asked for as long as a write may take says to the end that it is not the time (rule 21). */
const staysAway = ({ response }: Exchange): boolean => response !== null && saysAway(response)

/** Whether a response is how this target speaks of identifiers that nobody has. */
export const isUnknown = (caller: Caller, exchange: Exchange): boolean => saysUnknown(exchange, caller.profile)

/** Whether an error says that a record of the run is no more: as of one that never was or was deleted, or by a 404 of the read that showed it. */
export const isNoMore = (caller: Caller, exchange: Exchange, { shown }: Pick<SceneRecord, 'shown'>): boolean =>
  isUnknown(caller, exchange) ||
  isAnsweredGone(exchange) ||
  (exchange.response?.status === 404 && exchange.operation === shown?.operation)
