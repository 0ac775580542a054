/** The one state that is shown: changeStatus sets it (specification, States and transitions). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../../schemas/operation.ts'
import { recordKinds, type Operation } from '../../../schemas/registry.ts'
import { statusIn, type Around, type RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { Census, Drift, Updated } from './state-diff.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { censusOfChange } from './of-record.ts'
import { QUIET } from '../../target/patience.ts'
import { update } from '../requests/update.ts'
import { drifts, stays } from './onlookers.ts'

const FIELD = 'applicationStatus'
const IDLE = 'idle'
/**
 * Other values are not shown: these are tried, in turns over the kinds, where only a move away from `idle` lets a move back to it be
 * seen. The first that is taken serves.
 */
export function statusesAway(kind: RecordKind, seed: number): readonly string[] {
  const [running, done] = ['running', 'done']
  return [...((seed + recordKinds.indexOf(kind)) % 2 === 0 ? [done, running] : [running, done]), 'error']
}

/** What a start began may end at any moment, and set the status by itself: how often idle is written again, before that is no excuse. */
const AGAIN = 2

/** So often an update has to set it back. */
const TWICE = 2

/** What the neighbours of a record showed before its status was set to a value, and while it stood at it. */
export interface Away {
  readonly value: string
  readonly before: ReadonlyMap<SceneRecord, RecordSnapshot>
  readonly away: ReadonlyMap<SceneRecord, RecordSnapshot>
}

/** What an update of the record takes while its status stands elsewhere: the update, and a look. */
export const UPDATED_REQUESTS = 2

/** The other records of its kind, each as a read shows it. */
export async function neighboursOf(around: Around, how?: 'lately'): Promise<ReadonlyMap<SceneRecord, RecordSnapshot>> {
  const neighbours = around.others.filter((one) => one.alive && one.kind === around.own.kind)
  return new Map(await Promise.all(neighbours.map(async (one) => [one, await around.see(one, how)] as const)))
}

/** Moves the record away from `idle` where it is there, and back; `before` is what the status was in between. */
export async function censusOfStatus(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Readonly<Record<string, unknown>>,
): Promise<Census & { readonly moved?: Away }> {
  const { own } = around
  const set = (value: string) => caller.call({ operation, body: { ...body, [FIELD]: value } })
  let moved: Away | undefined
  let updated: Updated | null = null
  // What the valid request changed already would be changed once more alike, and not be noticed.
  const was = around.last(own)
  const now = await around.seen(own, stays(own, was), 'a record to keep all but its status', { how: 'lately' })
  const bare = drifts(own, was, now, new Set())
  let onOthers: readonly Drift[] = []
  if (statusIn(now) === IDLE) {
    const known = new Map(around.others.map((one) => [one, around.last(one)]))
    const before = await neighboursOf(around, 'lately')
    onOthers = [...before].flatMap(([one, is]) => drifts(one, known.get(one), is, new Set()).drifts)
    for (const value of statusesAway(own.kind, caller.options.seed)) {
      const exchange = await set(value)
      if (!caller.success(exchange)) continue
      const hasMoved = (snapshot: RecordSnapshot) => statusIn(snapshot) !== IDLE
      const { patience } = caller
      const wait = { why: 'a status to show', within: patience.delay }
      const seen = await patience.eventually(() => around.see(own), hasMoved, wait)
      if (!hasMoved(seen)) continue
      await caller.quiet()
      if (statusIn(seen) !== value) break
      moved = { value, before, away: await neighboursOf(around) }
      updated = await afterUpdate(around, caller, value, set)
      break
    }
  }
  const write = () =>
    censusOfChange(operation, caller, around, { control: undefined, body, further: {}, mustTake: false, bare })
  const withOthers = (found: Census): Census => ({ ...found, others: [...onOthers, ...found.others] })
  const first = withOthers(await write())
  if (first.undecided || !isElsewhere(first)) return { ...first, ...(moved ? { moved } : {}), updated }
  for (let again = 0; again < AGAIN; again += 1) {
    const census = withOthers(await write())
    if (!isElsewhere(census)) return { ...census, undecided: moving }
  }
  return first
}

/**
 * Updates the record while it stands at a status. Where that is idle again after each of two updates, it is set once more and nothing is
 * sent: a target may put back by itself what does not fit what runs.
 */
export async function afterUpdate(
  around: Around,
  caller: Caller,
  value: string,
  set: (value: string) => Promise<Exchange>,
): Promise<Updated | null> {
  const isSet = (snapshot: RecordSnapshot) => statusIn(snapshot) === value
  const look = () => around.seen(around.own, isSet, 'a status to stay when its record is updated')
  const exchanges: Exchange[] = []
  const isSetAgain = async () => {
    const [write, seen] = [await set(value), await look()]
    exchanges.push(write, seen.exchange)
    return caller.success(write) && isSet(seen)
  }
  for (let tries = 1; tries <= TWICE; tries++) {
    if (tries > 1 && !(await isSetAgain())) return null
    const sent = await update(around.own, caller)
    if (!sent || !caller.success(sent.exchange)) return null
    const seen = await look()
    exchanges.push(sent.exchange, seen.exchange)
    if (statusIn(seen) !== IDLE) return { set: value, shown: statusIn(seen), exchanges }
  }
  if (!(await isSetAgain())) return null
  await caller.patience.rest(QUIET, 'a status to be put back by itself')
  return isSet(await around.see(around.own)) ? { set: value, shown: IDLE, exchanges } : null
}

/** The write was taken, and the status is another one. */
const isElsewhere = ({ writtenFields }: Census) =>
  writtenFields.some(({ field, written, ...rest }) => field === FIELD && 'shown' in rest && rest.shown !== written)

/** Why a status that was set shows nothing. */
export const moving = {
  reason:
    'applicationStatus was idle only when it had been set again: what was started before may have moved it meanwhile',
  supply: 'a run without --allow deploy, in which nothing is started',
}
