/** Records that are deleted while a job is at work on them: a job that saves its record in the end brings it back. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import type { SceneRecord } from '../scene/made.ts'
import { saysGone } from '../values/says-gone.ts'
import type { TrialLane } from './late-trials.ts'

/** A record that the target deleted right after it began to work on it. */
export interface DeletedAtWork {
  readonly operation: Operation
  readonly parent: References
  readonly record: SceneRecord
  readonly exchanges: readonly [begun: Exchange, removed: Exchange]
  /** When that was, in milliseconds of the clock. */
  readonly at: number
}

/**
 * Begins a job on a record that nothing else needs, and deletes it at once.
 * @returns null where either was refused: what still stands is deleted with all others
 */
export async function deleteAtWork(
  operation: Operation,
  { kind, scene, caller }: Pick<TrialLane, 'kind' | 'scene' | 'caller'>,
  parent: References,
): Promise<DeletedAtWork | null> {
  const { one, remove } = lifeOf(kind)
  // Where identifiers are used again, another record may come to stand under this one.
  if (![one, remove, operation].every((each) => caller.allows(each)) || caller.creates.identified.reused) return null
  const { record } = await scene.make(kind, parent)
  if (!record) return null
  const begun = await caller.call({ operation, references: { ...parent, ...record.references } })
  if (!caller.success(begun)) return null
  const removed = await scene.remove(record)
  return record.alive ? null : { operation, parent, record, exchanges: [begun, removed], at: Date.now() }
}

const WHY = 'a deleted record to come back'

/** Reads a deleted record. @param isIt whether what is read is what is looked for @param within how long, in milliseconds */
export function readUntil(
  { kind, id, references }: SceneRecord,
  caller: Caller,
  isIt: (isThere: boolean) => boolean,
  within: number,
  why = WHY,
): Promise<{ readonly read: Exchange; readonly isThere: boolean }> {
  const look = async () => {
    const read = await caller.call({ operation: lifeOf(kind).one, references, madeUp: references })
    const shown = caller.success(read) && read.response?.json.ok ? read.response.json.value : undefined
    const record = recordIn(shown, identifierField[kind], id)
    return { read, isThere: record !== undefined && valueOf(record, identifierField[kind]) === id && !saysGone(record) }
  }
  return caller.patience.eventually(look, ({ isThere }) => isIt(isThere), { why, within, teaches: null })
}

/** What was deleted is the run's to delete once more, by a later `cleanup`, too, if the run is killed before. */
export function standsAgain(record: SceneRecord, { journal }: Caller): void {
  const { kind, name, id } = record
  record.alive = true
  journal.write({ event: 'created', kind, name, id })
}

/**
 * Looks whether it is there again, and if so, once more with another one. What came back is deleted when the lane's scene is closed.
 * @param jobMs how long a job may take, in milliseconds
 * @returns the requests about the second one, and the read that shows it again; undefined where either stays away
 */
export async function cameBack(
  { operation, parent, record, at }: DeletedAtWork,
  lane: TrialLane,
  jobMs: number,
): Promise<readonly Exchange[] | undefined> {
  const { caller } = lane
  const left = at + jobMs - Date.now()
  if (left > 0) await caller.patience.rest(left, 'what was begun to go on')
  const first = await readUntil(record, caller, () => true, 0)
  if (!first.isThere) return undefined
  standsAgain(record, caller)
  const again = await deleteAtWork(operation, lane, parent)
  if (!again) return undefined
  // A read that comes soon may be answered from an older copy.
  const gone = await readUntil(again.record, caller, (isThere) => !isThere, caller.patience.whole)
  if (gone.isThere) {
    standsAgain(again.record, caller)
    return undefined
  }
  const last = await readUntil(again.record, caller, (isThere) => isThere, 2 * jobMs)
  if (!last.isThere) return undefined
  standsAgain(again.record, caller)
  return [...again.exchanges, gone.read, last.read]
}
