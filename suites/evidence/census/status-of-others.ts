/** Whether the status that one record is given reaches its neighbours too. */
import type { Operation } from '../../../schemas/registry.ts'
import { statusIn, type Around, type RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { Census, Drift } from './state-diff.ts'
import { afterUpdate, moving, neighboursOf, statusesAway, type Away } from './of-status.ts'
import type { SceneRecord } from '../../scene/made.ts'

const FIELD = 'applicationStatus'
const IDLE = 'idle'

/** Requests that it takes at most: two writes that are taken and two that are not, and looks at the record and a neighbour. */
export const STATUS_REQUESTS = 8

/**
 * Moves the record away and back, and adds to its census who moved along both times: once, a neighbour may have moved by
 * itself, for what was started before.
 */
export async function withStatusOfOthers(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Readonly<Record<string, unknown>>,
  { moved, ...census }: Census & { readonly moved?: Away },
): Promise<Census> {
  const neighbours = around.others.filter((one) => one.alive && one.kind === around.own.kind)
  // What moves the record by itself does not move others along, away and back.
  if ((census.undecided && census.undecided !== moving) || neighbours.length === 0) return census
  const alongOf = ({ value, before, away }: Away, back: ReadonlyMap<SceneRecord, RecordSnapshot>): readonly Drift[] =>
    [...before].flatMap(([one, first]) =>
      statusIn(first) !== value && statusIn(away.get(one)) === value && statusIn(back.get(one)) === IDLE
        ? [{ whose: one.kind, field: FIELD, before: statusIn(first), after: statusIn(away.get(one)) }]
        : [],
    )
  // Away and back was seen already; only neighbours that showed other values first can tell.
  if (moved && [...moved.before.values()].every((first) => statusIn(first) !== moved.value)) {
    await caller.quiet()
    return { ...census, others: [...census.others, ...alongOf(moved, await neighboursOf(around, 'lately'))] }
  }
  const write = (value: string) => caller.call({ operation, body: { ...body, [FIELD]: value } })
  const { patience } = caller
  const shows = async (value: string) => {
    const holds = (snapshot: RecordSnapshot) => statusIn(snapshot) === value
    const wait = { why: 'a status to show', within: patience.delay }
    return holds(await patience.eventually(() => around.see(around.own), holds, wait))
  }
  const before = await neighboursOf(around, 'lately')
  const seen = new Set([...before.values()].map(statusIn))
  for (const value of statusesAway(around.own.kind, caller.options.seed)) {
    if (seen.has(value)) continue
    if (!caller.success(await write(value)) || !(await shows(value))) continue
    await caller.quiet()
    const away = await neighboursOf(around)
    const updated = census.updated ?? (await afterUpdate(around, caller, value, write))
    if (!caller.success(await write(IDLE))) return { ...census, updated }
    await caller.quiet()
    const back = await neighboursOf(around)
    return { ...census, updated, others: [...census.others, ...alongOf({ value, before, away }, back)] }
  }
  return census
}
