/** Deletes that are asked for again: what runs is stopped first, and what a lock or a job holds is waited for. */
import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import { retryAfter } from '../../fixtures/http/transport.ts'
import { pauseAfter } from '../../fixtures/pauses.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { saysNotNow } from '../target/not-now.ts'
import type { Caller } from './call.ts'
import type { SceneRecord } from './made.ts'
import { stopFirst } from './prepare.ts'

/** So often a record is deleted whose delete draws no response. */
const DELETES = 4
/** So many times `--settle` a record may be held: by default for 10 s, about as long as a small deploy takes. */
const TIMES = 5
const PAUSES = { first: 250, growth: 2, longest: 2000 } as const

/**
 * Sends a delete again until its record is held no more, as late as the target says (Retry-After).
 * @param refused its first response; where one of that kind was waited for in vain, no other is
 * @returns the last response
 */
export async function onceReleased(
  refused: Exchange,
  kind: RecordKind,
  { creates: { held }, patience }: Caller,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const started = Date.now()
  let last = refused
  for (let tries = 0; saysNotNow(last) && !held.has(kind); tries++) {
    const asked = last.response ? (retryAfter(last.response) ?? 0) : 0
    const pause = Math.max(asked, pauseAfter(tries, PAUSES))
    if (Date.now() - started + pause > TIMES * patience.whole) held.add(kind)
    else {
      await patience.rest(pause, 'a record that is held to be released')
      last = await send()
    }
  }
  return last
}

/**
 * Deletes a record for good, or finds that it is gone already.
 * @param remove sends its delete @param look whether an error to that means that it is gone
 */
export async function dispose(
  record: SceneRecord,
  caller: Caller,
  remove: () => Promise<Exchange>,
  look: (removed: Exchange) => Promise<void>,
): Promise<void> {
  for (let tries = 1; record.alive && tries <= DELETES; tries++) {
    const removed = await remove()
    if (record.alive) await look(removed)
    // A connection that was reset says nothing of the next one; a response, or a time that ran out, does.
    const isTold = removed.response !== null && (tries > 1 || !(await stopFirst(caller, record)))
    if (!isTold && !isTimeout(removed)) continue
    if (record.alive && saysNotNow(removed)) await look(await onceReleased(removed, record.kind, caller, remove))
    return
  }
}
