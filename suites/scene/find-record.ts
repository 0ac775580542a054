/** Which record a create made: found in its answer or by lookup, and confirmed by a read. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn, type Candidate } from '../../fixtures/payload/find.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf } from '../../schemas/registry.ts'
import { isNowhere, isTransient, sameSort, shows, sortOf } from '../target/profile.ts'
import type { Caller } from './call.ts'
import { appName, showsAnother } from './create.ts'
import type { SceneRecord } from './made.ts'

interface Found {
  readonly record: SceneRecord | null
  /** The read that did not know the one identifier that the create answered. */
  readonly unread?: Exchange
}

/** The record that a create made: its identifier in the answer, or by lookup, confirmed by `one`. */
export async function findRecord(
  caller: Caller,
  kind: RecordKind,
  name: string,
  made: Exchange,
  parents: References,
  reads: Exchange[] = [],
): Promise<Found & { sole: string | undefined }> {
  const field = identifierField[kind]
  const candidates = identifiersIn(made.response?.json.ok ? made.response.json.value : undefined, field, name)
  const sole = candidates.find((candidate) => candidate.sole)?.id
  const confirmed = await confirmRecord(caller, kind, name, made, candidates, reads)
  if (confirmed.record || name === '') return { ...confirmed, sole }
  const listing = await caller.sure.lookup(kind, parents)
  const bearing = listing?.response?.json.ok && shows(listing, name) ? listing.response.json.value : undefined
  if (bearing === undefined) return { ...confirmed, sole }
  const again = await confirmRecord(caller, kind, name, made, identifiersIn(bearing, field, name), reads)
  return { ...confirmed, ...again, sole }
}

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
 * the one identifier that the create answered with.
 */
export async function confirmRecord(
  caller: Caller,
  kind: RecordKind,
  name: string,
  made: Exchange,
  candidates: readonly Candidate[],
  reads: Exchange[] = [],
): Promise<Found> {
  const { one } = lifeOf(kind)
  const read = async (id: string, patience: 'once' | 'settle') => {
    if (!caller.allows(one)) return made
    const ask = () => caller.sure.call({ operation: one, references: { [identifierField[kind]]: id } })
    const there = (exchange: Exchange) => caller.success(exchange) && shows(exchange, id)
    return patience === 'once' ? ask() : caller.patience.eventually(ask, there, { why: 'a created record to be read' })
  }
  // All once, then the likeliest for as long as a write may take to be seen.
  const rounds = candidates.slice(0, 4).map((candidate) => ({ candidate, patience: 'once' as const }))
  const patient = candidates.slice(0, 1).map((candidate) => ({ candidate, patience: 'settle' as const }))
  let unread: Exchange | undefined
  for (const { candidate, patience } of [...rounds, ...patient]) {
    const { id, sole } = candidate
    const shown = await read(id, patience)
    if (shown !== made) reads.push(shown)
    unread = sole && denies(caller, shown, kind, id) ? shown : undefined
    if (!caller.success(shown)) continue
    // Under another identifier it is the answer to another read, and this one may be anybody's.
    const ours = name !== '' && shows(shown, name) && !showsAnother(shown, identifierField[kind], id)
    if (!ours && !(sole && shows(shown, id))) continue
    return { record: recordOf(kind, name, id, made, shown === made ? null : shown) }
  }
  return { record: null, ...(unread ? { unread } : {}) }
}

/**
 * Whether a read does not show the record of this identifier, however it says so; what says 'not now', or speaks of
 * rights, or of a read that is not there, says nothing of the record.
 */
function denies(caller: Caller, shown: Exchange, kind: RecordKind, id: string): boolean {
  const { profile } = caller
  if (isUnknown(caller, shown)) return true
  if (caller.success(shown)) return showsAnother(shown, identifierField[kind], id)
  return !isTransient(shown) && !profile.isRefusal(shown) && !isNowhere(shown, profile)
}

/** Whether an answer is how this target speaks of identifiers that nobody has. */
export function isUnknown(caller: Caller, exchange: Exchange): boolean {
  const own = sortOf(exchange)
  return caller.profile.unknownIds.some((one) => sameSort(one, own))
}
