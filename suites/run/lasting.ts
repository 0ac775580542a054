/** Whether records that a lane has made stood until the run deleted them (docs/judgement.md, rules 6 and 14). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { lifeOf } from '../../schemas/registry.ts'
import { livesOn } from '../checks/check.ts'
import { isMissing, noRecord, type Missing } from '../claim/finding.ts'
import { lasted, type Lasted } from '../evidence/lasted.ts'
import { Collected } from '../evidence/frame/gather.ts'
import type { Gathered } from '../evidence/frame/evidence.ts'
import type { Caller } from '../scene/call.ts'
import { isUnknown } from '../scene/find-record.ts'
import { isUnderApplication } from '../scene/foreign-records.ts'
import { Around, isGone, type RecordSnapshot } from '../scene/around.ts'
import type { Gone } from '../scene/lasting.ts'
import { isUnderOwn } from '../scene/lists-before.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Scene } from '../scene/scene.ts'
import { QUIET } from '../target/patience.ts'
import { setUp } from './lane-records.ts'
import type { TrialLane } from './late-trials.ts'
import type { Planned } from './plan.ts'

/** So long new records are watched at most, in milliseconds. */
const LONGEST = 2500
/** Longer than a record went unread that is gone, in milliseconds: what counts the time may count in steps. */
const MORE = 250
const WHY = 'records to last'

/** Looks once more at what reads have shown to be another, while it still stands, for as long as a write may take. */
export async function lookAtStrays({ kind, scene, caller }: TrialLane): Promise<void> {
  const { strays } = caller.creates
  const isOpen = ({ id }: SceneRecord) => strays.suspects(kind, id).length > 0
  for (const record of scene.shown(kind))
    if (record.alive && strays.of(kind).length === 0 && isOpen(record))
      await new Around(caller, record, [], []).seen(record, () => !isOpen(record), WHY)
}

/**
 * Looks at what became of a lane's records, all of which are deleted, and deletes what that takes.
 * @returns what judges it, once all lanes are through: then it is known whether another result tells who changed what
 */
export async function judgeLasting(
  lane: TrialLane,
  turns: readonly Planned[],
  judge: (planned: Planned, gathered: Gathered) => void,
): Promise<(() => void) | undefined> {
  const planned = turns.find(
    (one) => !one.kept && one.checks.some((check) => livesOn(check, 'late') && lasted.on(one.operation)),
  )
  if (!planned) return undefined
  const { kind, scene, caller } = lane
  try {
    const found = await look(lane)
    if (caller.creates.inherited.wantsMore(kind)) await makeOneMore(lane)
    return () =>
      judge(planned, new Collected(new Map([[lasted, isMissing(found) ? found : withOthers(found, kind, caller)]])))
  } finally {
    for (const left of await scene.close()) caller.leave(left)
  }
}

/** One more new record, whose first read is heard of; what stands under an application gets one. */
async function makeOneMore({ kind, scene, found }: TrialLane): Promise<void> {
  const parent = isUnderApplication(kind) ? (await scene.make('application', found)).record : null
  await scene.make(kind, parent ? { ...found, ...parent.references, serviceId: parent.id } : found)
}

function withOthers(found: Lasted, kind: RecordKind, { creates }: Caller): Lasted {
  const [stray] = creates.strays.of(kind)
  const inherited = creates.inherited.of(kind)
  const others = inherited ? { inherited } : {}
  return { ...found, ...others, ...(stray ? { stray: { ...stray, isToldElsewhere: creates.told.tellsChange } } : {}) }
}

async function look(lane: TrialLane): Promise<Lasted | Missing> {
  const { kind, scene, caller } = lane
  const records = scene.shown(kind)
  if (records.length === 0) return noRecord()
  const { lasting, identified } = caller.creates
  const hasStood = lasting.hasStood(records)
  const several = lostAmong(lane)
  if (several) return { hasStood, ...several }
  // Where identifiers are used again, the delete of another may have named this one.
  const [first] = identified.reused ? [] : lasting.gone(records)
  if (!first || !(await stayedAway(first, caller))) return { hasStood }
  const again = await watch(lane, first, Math.min(LONGEST, Math.max(QUIET, first.unseenMs + MORE)))
  return { hasStood, gone: first.exchanges, ...again }
}

/** Two records that are gone, where a third was there before and after: then it was no new start that lost all there was. */
function lostAmong({ kind, caller: { creates } }: TrialLane): Pick<Lasted, 'gone' | 'again'> | undefined {
  // What stands under another may have gone with it.
  const isCertain = !creates.identified.reused && !isUnderApplication(kind)
  const [first, second] = isCertain ? creates.lasting.lost(kind) : []
  if (!first || !second || !creates.lasting.hasOutlived(kind, [first.at, second.at])) return undefined
  return { gone: first.exchanges, again: second.exchanges }
}

const isShown = ({ record }: RecordSnapshot) => record !== undefined

/** A read may be answered from an older copy: so long as a write may take, it is asked again. */
async function stayedAway({ record }: Gone, caller: Caller): Promise<boolean> {
  return isMissed(await new Around(caller, record, [], []).seen(record, isShown, WHY), caller)
}

/** Whether a read shows nothing, or says that nobody has the identifier. */
const isMissed = (seen: RecordSnapshot, caller: Caller): boolean =>
  isGone(seen) && (caller.success(seen.exchange) || isUnknown(caller, seen.exchange))

/**
 * New records, of which nothing is asked for as long as one was not read that is gone; no lane writes meanwhile. Where they stand,
 * the one that is gone is deleted, for a careless delete of what is not there takes others; then one of each kind of which the run
 * deleted a record while this one went.
 */
async function watch(
  { kind, scene, caller, found }: TrialLane,
  { record: { references }, meanwhile }: Gone,
  ms: number,
): Promise<Pick<Lasted, 'again' | 'by' | 'other'>> {
  const { around } = (await setUp(kind, scene, caller, found, { withGone: false })).fixture
  if (!around) return {}
  return caller.alone(async () => {
    const there: { record: SceneRecord; was: RecordSnapshot }[] = []
    for (const record of [around.own, ...around.others].filter((one) => one.kind === kind)) {
      const was = await around.see(record)
      if (isShown(was)) there.push({ record, was })
    }
    const firstMissed = async () => {
      for (const { record, was } of there) {
        const is = await around.seen(record, isShown, WHY)
        if (isMissed(is, caller)) return [was.exchange, is.exchange]
      }
      return undefined
    }
    await caller.patience.rest(ms, WHY)
    const again = await firstMissed()
    if (again) return { again }
    const by = await caller.call({ operation: lifeOf(kind).remove, references, madeUp: references })
    const taken = await firstMissed()
    if (taken) return { again: taken, by }
    for (const other of meanwhile) {
      const removed = await removeOne(other, scene, found)
      const takenToo = removed && (await firstMissed())
      if (takenToo) return { again: takenToo, by: removed, other }
    }
    return {}
  })
}

/** Makes a record, and deletes it. @returns the response to the delete; undefined where none was made, or none is gone */
async function removeOne(kind: RecordKind, scene: Scene, found: References): Promise<Exchange | undefined> {
  const above = isUnderOwn(kind) ? (await scene.make('application', found)).record : null
  const under = above ? { ...above.references, serviceId: above.id } : {}
  const { record } = await scene.make(kind, { ...found, ...under })
  const removed = record ? await scene.remove(record) : undefined
  return record?.alive === false ? removed : undefined
}
