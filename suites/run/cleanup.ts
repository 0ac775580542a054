/** Deletes what interrupted runs left on their target, by what their journals say. */
import { isDeepStrictEqual } from 'node:util'
import { connect } from '../../fixtures/http/client.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn } from '../../fixtures/payload/find.ts'
import { isOfAnother } from '../../fixtures/payload/owners.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { begun, type Entry, type Journal } from '../../fixtures/journal.ts'
import { isRecordKind, findOperation, identifierField, lifeOf } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Leftover } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { calibrate } from '../target/calibrate.ts'
import { Caller } from '../scene/call.ts'
import { newCreates } from '../scene/creates.ts'
import { Gate } from '../scene/gate.ts'
import { Patience } from '../target/patience.ts'
import { invitedIn, listsUsers, removeInvited, usersIn, valueOf } from '../evidence/subjects/invited-users.ts'
import { stopFirst } from '../scene/prepare.ts'
import { onceReleased } from '../scene/dispose.ts'
import { isUnknown } from '../scene/find-record.ts'
import { shows } from '../target/profile.ts'

/** What the journal says was made and is not known to be gone, the last made first, and the settings not put back. */
export interface Unfinished {
  /** `under`: what a record stands under, whose create was never answered. */
  readonly records: readonly (Leftover & { readonly under?: References })[]
  readonly settings: readonly { readonly operation: string; readonly body: unknown }[]
  /** What the addresses begin with of people whom runs invited, and who may be users since. */
  readonly invited: readonly string[]
}

/** How many things are still to be done. */
export const countOf = ({ records, settings, invited }: Unfinished): number =>
  records.length + settings.length + invited.length

export interface CleanedUp {
  readonly deleted: readonly Leftover[]
  readonly restored: readonly string[]
  /** How many users were removed. */
  readonly removed: number
  readonly leftovers: readonly Leftover[]
}

const NEVER_ANSWERED = 'its create got no response'
const NOT_SHOWN = 'its create answered success, but did not show its identifier'

/** Reads from the lines of a journal what is still to be done. */
export function unfinished(entries: readonly Entry[]): Unfinished {
  const made = new Map<string, Leftover>()
  // Records whose names a target makes itself have none here: several creates wait under one key.
  const pending = new Map<string, Unfinished['records'][number][]>()
  const written = new Map<string, unknown>()
  const invited = new Set<string>()
  for (const { event, kind, name, id, before, under } of entries) {
    const key = `${kind} ${name}`
    const waiting = pending.get(key) ?? []
    const further = under ? { under } : {}
    if (event === 'create') pending.set(key, [...waiting, { kind, name, id: null, why: NEVER_ANSWERED, ...further }])
    if (event === 'answered') {
      const { under: parents } = waiting.at(-1) ?? {}
      const known = parents ? { under: parents } : {}
      pending.set(key, [{ kind, name, id: null, why: NOT_SHOWN, ...known }, ...waiting.slice(0, -1)])
    }
    if (event === 'unmade' || event === 'created') pending.set(key, waiting.slice(0, -1))
    if (event === 'created' && id !== undefined)
      made.set(`${kind} ${id}`, { kind, name, id, why: 'it was never deleted' })
    if (event === 'deleted' && id !== undefined) made.delete(`${kind} ${id}`)
    // What stood there before the first write is what has to be put back.
    if (event === 'write' && !written.has(name)) written.set(name, before)
    // What was put back may be what the run itself had written.
    if (event === 'restored' && (before === undefined || isDeepStrictEqual(before, written.get(name))))
      written.delete(name)
    if (event === 'invite') invited.add(name)
    if (event === 'uninvited') invited.delete(name)
  }
  return {
    records: [...made.values(), ...[...pending.values()].flat()].toReversed(),
    settings: [...written].map(([operation, body]) => ({ operation, body })),
    invited: [...invited],
  }
}

/**
 * Deletes the records and puts back the settings.
 * @throws NoVerdict where the target can't be reached or refuses the token
 */
export async function cleanUp(todo: Unfinished, options: RunOptions, journal: Journal): Promise<CleanedUp> {
  const client = connect(options, () => undefined)
  try {
    const { profile, found } = await calibrate(client, options)
    journal.write(begun(options))
    const deleted: Leftover[] = []
    const leftovers: Leftover[] = []
    const leave = (left: Leftover) => void leftovers.push(left)
    const patience = new Patience(options.settleMs)
    const caller = new Caller(
      { options, client, profile, journal, patience, creates: newCreates(options), gate: new Gate(), leave },
      'cleanup',
    )
    const before = Object.values(found).map((id) => [id, ''] as const)
    const known = new Map<unknown, string>([...before, ...todo.records.map(({ id, name }) => [id, name] as const)])
    for (const record of todo.records) {
      const gone = isRecordKind(record.kind)
        ? await remove(caller, record.kind, record, found, known)
        : 'it is of no known kind'
      if (gone === null) deleted.push(record)
      else leave({ kind: record.kind, name: record.name, id: record.id, why: gone })
    }
    const restored: string[] = []
    for (const { operation, body } of todo.settings) {
      const write = findOperation(operation)
      const response = write && (await caller.call({ operation: write, body }))
      if (!write || !response || !caller.success(response)) {
        const why = `writing it back was answered with ${response?.response?.status ?? 'nothing'}`
        leave({ kind: write?.act.kind ?? 'setting', name: operation, id: null, why })
        continue
      }
      journal.write({ event: 'restored', kind: write.act.kind, name: operation, before: body })
      restored.push(operation)
    }
    let removed = 0
    for (const begins of todo.invited) removed += await uninvite(caller, begins)
    return { deleted, restored, removed, leftovers }
  } finally {
    await client.close()
  }
}

/** Removes those users whose addresses begin so. */
async function uninvite(caller: Caller, begins: string): Promise<number> {
  const list = await caller.call({ operation: listsUsers })
  if (!caller.success(list)) {
    const why = `${listsUsers.id} was answered with ${list.response?.status ?? 'nothing'}`
    caller.leave({ kind: 'user', name: begins, id: null, why })
    return 0
  }
  const standing = usersIn(valueOf(list))
  const invited = invitedIn(standing, begins)
  const removed = await removeInvited(caller, invited, standing)
  if (removed === invited.length) caller.journal.write({ event: 'uninvited', kind: 'user', name: begins })
  return removed
}

/** Deletes one record; null once it is gone, else why it is not. */
async function remove(
  caller: Caller,
  kind: RecordKind,
  record: Unfinished['records'][number],
  parents: References,
  known: ReadonlyMap<unknown, string>,
): Promise<string | null> {
  const life = lifeOf(kind)
  const found = record.id === null ? await search(caller, kind, record, parents, known) : record.id
  if (found === 'unmade') {
    caller.journal.write({ event: 'unmade', kind, name: record.name })
    return null
  }
  if (found === null) return `${record.why}, and nothing shows whether it is there`
  const id = typeof found === 'string' ? found : found.id
  if (record.id === null) caller.journal.write({ event: 'created', kind, name: record.name, id })
  const references = { [identifierField[kind]]: id }
  const send = () => caller.call({ operation: life.remove, references })
  const response = await send()
  if (!caller.success(response)) {
    // An error may mean that it is gone already.
    const shown = await caller.call({ operation: life.one, references })
    const stands = caller.success(shown) && shows(shown, id)
    const later = stands ? await deletedLater(response, caller, { kind, references, alive: true }, send) : null
    if (later && !caller.success(later)) return `its delete was answered with ${later.response?.status ?? 'nothing'}`
    if (!shown.response) return 'the target did not answer'
  }
  caller.journal.write({ event: 'deleted', kind, name: record.name, id })
  return null
}

/** The delete of what is still there once more: when it is stopped, and when nothing holds it. */
async function deletedLater(
  refused: Exchange,
  caller: Caller,
  record: Parameters<typeof stopFirst>[1],
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const last = (await stopFirst(caller, record)) ? await send() : refused
  return onceReleased(last, record.kind, caller, send)
}

/**
 * A record whose create was never answered, where some list tells; null: none does. A record without a name of ours
 * can't be told from somebody else's: it is not there only where the list shows nobody's.
 * @param known names of the run's other records, by their identifiers, and those of what was there before it
 */
async function search(
  caller: Caller,
  kind: RecordKind,
  { name, under = {} }: Unfinished['records'][number],
  parents: References,
  known: ReadonlyMap<unknown, string>,
): Promise<{ id: string } | 'unmade' | null> {
  const listing = await caller.lookup(kind, { ...parents, ...under })
  // What stood under something that is gone is gone with it.
  if (listing && 'applicationId' in under && isUnknown(caller, listing)) return 'unmade'
  if (!listing?.response?.json.ok || !caller.success(listing)) return null
  const listed = identifiersIn(listing.response.json.value, identifierField[kind], name)
  if (name === '') return listed.every(({ id }) => known.has(id)) ? 'unmade' : null
  if (!shows(listing, name)) return 'unmade'
  // A second one of that name may have been made, or only the first, which is known.
  const others = listed.filter(({ id }) => !known.has(id))
  for (const { id } of others.slice(0, 4)) {
    const shown = await caller.call({ operation: lifeOf(kind).one, references: { [identifierField[kind]]: id } })
    const isNamed = caller.success(shown) && shows(shown, name)
    if (isNamed && !isOfAnother(valueOf(shown), identifierField[kind], name, id)) return { id }
  }
  return listed.some(({ id }) => known.get(id) === name) ? 'unmade' : null
}
