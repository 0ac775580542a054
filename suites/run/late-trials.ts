/** Tries operations again of which a job may have changed records after the response (docs/judgement.md, rule 14). */
import { typeOf, shownIn } from '../evidence/census/shown-in.ts'
import { drifts, none, stays, withoutVeiled, type Compared } from '../evidence/census/onlookers.ts'
import type { Drift } from '../evidence/census/state-diff.ts'
import type { Later } from '../evidence/later.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'
import { Inconclusive, noRecord, type Missing } from '../claim/finding.ts'
import { statusIn, type Around, type RecordSnapshot } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import { isUnknown } from '../scene/find-record.ts'
import { isFar } from '../scene/foreign-records.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Scene } from '../scene/scene.ts'
import { QUIET } from '../target/patience.ts'
import { compare, isAlike, isPutAway } from '../values/compare.ts'
import { statusField } from '../values/status.ts'
import { followUp, rewrite } from './follow-up.ts'
import { setUpAgain, start } from './lane-records.ts'

/** What a lane has that tries operations again. */
export interface TrialLane {
  readonly kind: RecordKind
  readonly scene: Scene
  readonly caller: Caller
  readonly found: References
}

const WHY = 'what was begun to go on'

/**
 * Each operation on a new record that has values in all fields: a look at once, and another when its job must be through.
 * Nothing changes by itself before, for nothing is sent for as long; no other lane writes meanwhile.
 * @param before the operations of the lane that came before one of them
 */
export async function tryLater(
  operations: readonly Operation[],
  before: (operation: Operation) => readonly Operation[],
  { kind, scene, caller, found }: TrialLane,
): Promise<ReadonlyMap<Operation, Later | Missing>> {
  const trials: { readonly operation: Operation; readonly fixture: RecordFixture | null }[] = []
  for (const operation of operations) {
    const fixture = await setUpAgain(kind, scene, caller, found, before(operation))
    if (operation.act.aspect === 'stop' && fixture?.own) await start(operation, fixture.own, caller)
    trials.push({ operation, fixture })
  }
  if (trials.length > 0) await caller.patience.rest(QUIET, WHY)
  const all = new Map<Operation, Later | Missing>()
  for (const { operation, fixture } of trials) {
    const around = fixture?.own ? fixture.around : undefined
    all.set(operation, fixture && around ? await caller.alone(() => trial(operation, fixture, around)) : noRecord())
  }
  return all
}

async function trial(operation: Operation, fixture: RecordFixture, around: Around): Promise<Later | Missing> {
  const { caller } = fixture
  const { own } = around
  // What may be emptied or spread has to be there, with values that nothing else has: jobs of others may have gone on.
  await rewrite(fixture)
  const others = around.others.filter((one) => one.alive && !isFar(one, own) && !caller.lateChanges.hasBegun(one.id))
  const were = new Map(await Promise.all(others.map(async (one) => [one, await around.see(one)] as const)))
  await around.see(own)
  const sent = await recordSubject(operation, fixture).send({})
  if (!caller.success(sent))
    return new Inconclusive(`${operation.id} was refused when it was tried again`, undefined, [sent])
  const update = await followUp(fixture)
  const was = await around.see(own)
  await caller.patience.rest(QUIET, WHY)
  const isKept = (is: RecordSnapshot) => stays(own, was)(is) && unlike(own, is, update.written).length === 0
  const is = await around.seen(own, isKept, 'a record to be as it was')
  const lost = ofSnapshot(own, was, is, caller)
  const fields = new Set(lost.drifts.map(({ field }) => field))
  const undone = unlike(own, is, update.written).filter(({ field }) => !fields.has(field))
  const theirs: Compared[] = []
  const exchanges = [sent, ...update.exchanges, was.exchange, is.exchange]
  for (const other of others) {
    const before = were.get(other)
    const moved = (seen: RecordSnapshot) => movedStatus(around, other, before, seen)
    const holds = (seen: RecordSnapshot) => stays(other, before)(seen) && moved(seen).length === 0
    const now = await around.seen(other, holds, 'other records to be as they were')
    const found = ofSnapshot(other, before, now, caller)
    const drifted = [...found.drifts, ...moved(now)]
    theirs.push({ drifts: drifted, compared: found.compared })
    if (drifted.length > 0) exchanges.push(...[before?.exchange ?? [], now.exchange].flat())
  }
  return {
    own: { drifts: [...withoutVeiled(lost.drifts, around), ...undone], isSeen: lost.compared > 0 },
    others: {
      drifts: withoutVeiled(
        theirs.flatMap((one) => one.drifts),
        around,
      ),
      isSeen: theirs.some(({ compared }) => compared > 0),
    },
    exchanges,
  }
}

/** What changed on a record, secrets that are put away and white space aside; an error that is not for unknown identifiers says nothing. */
function ofSnapshot(
  record: SceneRecord,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
  caller: Caller,
): Compared {
  if (!is.record && !caller.success(is.exchange) && !isUnknown(caller, is.exchange)) return none
  const found = drifts(record, was, is, new Set())
  const isChange = ({ field, before, ...drift }: Drift) =>
    !isPutAway(field, drift.after) &&
    !('after' in drift && isAlike(compare(field, typeOf(before), before, drift.after)))
  return { ...found, drifts: found.drifts.filter(isChange) }
}

/** Of an update that was taken after the operation, what is shown otherwise, though this target shows such fields as written. */
function unlike(
  { kind }: SceneRecord,
  { record }: RecordSnapshot,
  update: Readonly<Record<string, unknown>>,
): readonly Drift[] {
  if (!record) return []
  return Object.entries(update).flatMap(([field, written]) => {
    const shown = shownIn(record, kind, field)
    if ('value' in shown && isAlike(compare(field, typeOf(written), written, shown.value))) return []
    return [{ whose: kind, field, before: written, ...('value' in shown ? { after: shown.value } : {}) }]
  })
}

/** The status of another record of the kind, of which nothing was begun and which never moved before. */
function movedStatus(
  around: Around,
  record: SceneRecord,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
): readonly Drift[] {
  if (record.kind !== around.own.kind || !is.record) return []
  const [first, before, after] = [around.first(record), was, is].map(statusIn)
  if (before === undefined || first !== before || after === before) return []
  return [{ whose: `another ${record.kind}`, field: statusField(is.record), before, after }]
}
