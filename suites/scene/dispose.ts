/** Deletes that are asked for again: what runs is stopped first, and what a lock or a job holds is waited for. */
import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import { retryAfter } from '../../fixtures/http/transport.ts'
import { pauseAfter } from '../../fixtures/pauses.ts'
import { lifeOf } from '../../schemas/registry.ts'
import { saysNotNow } from '../target/not-now.ts'
import { shows } from '../target/profile.ts'
import type { Caller } from './call.ts'
import { isNoMore, isUnknown } from './find-record.ts'
import { isUnderOwn } from './lists-before.ts'
import { isChild, type SceneRecord } from './made.ts'
import { stopFirst } from './prepare.ts'

/** So often a record is deleted whose delete draws no response. */
const DELETES = 4
/** So many times `--settle` a record may be held: by default for 10 s, about as long as a small deploy takes. */
const TIMES = 5
/** After so many that could not be deleted, and none that could, no more are made; or at once where these say why. */
const ENOUGH = 2
const forGood: ReadonlySet<number> = new Set([401, 403, 405, 501])
const PAUSES = { first: 250, growth: 2, longest: 2000 } as const

/**
 * Sends a request again until its record is held no more, as late as the target says (Retry-After).
 * @param refused its first response
 * @param sort what such requests have in common: where one was waited for in vain, no other is
 * @param times of `--settle` at most
 * @returns the last response
 */
export async function onceReleased(
  refused: Exchange,
  sort: string,
  { creates: { held }, patience }: Caller,
  send: () => Promise<Exchange>,
  times = TIMES,
): Promise<Exchange> {
  const started = Date.now()
  let last = refused
  for (let tries = 0; saysNotNow(last) && !held.has(sort); tries++) {
    const asked = last.response ? (retryAfter(last.response) ?? 0) : 0
    const pause = Math.max(asked, pauseAfter(tries, PAUSES))
    if (Date.now() - started + pause > times * patience.whole) held.add(sort)
    else {
      await patience.rest(pause, 'a record that is held to be released')
      last = await send()
    }
  }
  return last
}

/**
 * What can't be deleted is made no more.
 * @param refused the last response to its delete
 */
function close({ kind }: SceneRecord, refused: Exchange, { closed, deletable, undeleted }: Caller['creates']): void {
  const { create, remove } = lifeOf(kind)
  const times = (undeleted.get(kind) ?? 0) + 1
  undeleted.set(kind, times)
  const isForGood = refused.response !== null && forGood.has(refused.response.status)
  if (deletable.has(kind) || closed.has(create) || (times < ENOUGH && !isForGood)) return
  closed.set(create, {
    record: null,
    exchange: refused,
    reason: `${remove.id} deleted nothing that the run made, so ${create.id} is sent no more`,
    supply: `a token that may send ${remove.id}, or what it needs as sample["${remove.id}"]`,
    exchanges: [refused],
    undeleted: true,
  })
}

/** What holds the records of a lane. */
interface LaneRecords {
  readonly alive: readonly SceneRecord[]
  dispose(record: SceneRecord): Promise<void>
}

/** Deletes what was made under a record, which a target may want first; whether there was any. */
export async function emptied(record: SceneRecord, scene: LaneRecords): Promise<boolean> {
  const under = isUnderOwn(record.kind) ? [] : scene.alive.filter((one) => isUnderOwn(one.kind) && isChild(one, record))
  for (const one of under) await scene.dispose(one)
  return under.length > 0
}

/**
 * Deletes a record for good, or finds that it is gone already.
 * @param remove sends its delete
 * @param look whether an error to that means that it is gone
 * @param empty deletes what stands under it; whether there was any
 */
export async function dispose(
  record: SceneRecord,
  caller: Caller,
  remove: () => Promise<Exchange>,
  { look, empty }: { look: (removed: Exchange) => Promise<void>; empty: () => Promise<boolean> },
): Promise<void> {
  for (let tries = 1; record.alive && tries <= DELETES; tries++) {
    const removed = await remove()
    if (record.alive) await look(removed)
    // A connection that was reset says nothing of the next one; a response, or a time that ran out, does.
    const isStopped = removed.response !== null && tries === 1 && (await stopFirst(caller, record))
    const isEmptied = removed.response !== null && !isStopped && record.alive && tries <= 2 && (await empty())
    const isTold = removed.response !== null && !isStopped && !isEmptied
    if (!isTold && !isTimeout(removed)) continue
    const last = record.alive ? await onceReleased(removed, record.kind, caller, remove) : removed
    if (record.alive && last !== removed) await look(last)
    if (record.alive) close(record, last, caller.creates)
    return
  }
}

/**
 * An error to a delete may mean that the record is gone already; where nothing reads it, what it says has to do.
 * @param removed the response to its delete
 */
export async function isGoneNow(record: SceneRecord, caller: Caller, removed?: Exchange): Promise<boolean> {
  const { one } = lifeOf(record.kind)
  if (!caller.allows(one)) return removed !== undefined && isNoMore(caller, removed, record)
  const ask = () => caller.call({ operation: one, references: record.references })
  const isOver = (seen: Exchange) => isNoMore(caller, seen, record) || (caller.success(seen) && !shows(seen, record.id))
  // A read that knows what the delete does not may come from an older copy.
  const isOld = removed !== undefined && isUnknown(caller, removed)
  return isOver(isOld ? await caller.patience.eventually(ask, isOver, { why: 'a record to be gone' }) : await ask())
}
