/** The records around a write: what this run wrote on them stays, and what it wrote elsewhere does not come to stand on them. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { identifierField } from '../../../schemas/registry.ts'
import { isGone, statusIn, type Around, type RecordSnapshot } from '../../scene/around.ts'
import { isFar } from '../../scene/foreign-records.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { QUIET } from '../../target/patience.ts'
import { compare, isPutAway, isSecret } from '../../values/compare.ts'
import { isStatus, statusField } from '../../values/status.ts'
import { shownFor, shownIn, typeOf } from './shown-in.ts'
import type { Drift } from './state-diff.ts'

/** By which a record is called: what was last shown of these stays, whoever wrote it. */
export const names = ['name', 'registryName', 'appName']

export interface Compared {
  readonly drifts: readonly Drift[]
  readonly compared: number
}

export const none: Compared = { drifts: [], compared: 0 }

/**
 * What the run has written in a field of a record: under its own name, or under another that records call so too, which nothing but
 * a later change carries; none or one.
 */
const writtenOf =
  ({ kind, written }: SceneRecord) =>
  (field: string): readonly unknown[] =>
    [...written].flatMap(([name, value]) => (name === field || shownFor(kind, name) === field ? [value] : [])).slice(-1)

/** What this run wrote on a record, or is its name, and was shown: it has to stay. */
export function drifts(
  record: SceneRecord,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
  but: ReadonlySet<string>,
): Compared {
  if (!was?.record || (!is.record && is.isSilent)) return none
  const whose = record.kind
  if (!is.record) return { drifts: [{ whose, field: identifierField[record.kind], before: record.id }], compared: 1 }
  const [before, after] = [was.record, is.record]
  const kept = new Set([...names, identifierField[record.kind], ...record.written.keys()])
  const writtenAs = writtenOf(record)
  const compared = [...kept].filter((field) => {
    if (!(field in before) || but.has(field) || isStatus(field)) return false
    if (names.includes(field) || !record.written.has(field)) return true
    return writtenAs(field).some((value) => compare(field, typeOf(before[field]), value, before[field]) === 'same')
  })
  const found = compared.filter((field) => {
    const is = JSON.stringify(after[field])
    // A write that was taken a moment ago may have come to be seen only now.
    return is !== JSON.stringify(before[field]) && !writtenAs(field).some((value) => is === JSON.stringify(value))
  })
  return {
    drifts: found.map((field) => ({
      whose,
      field,
      before: before[field],
      ...(field in after ? { after: after[field] } : {}),
    })),
    compared: compared.length,
  }
}

/** Whether a record shows a secret as the run wrote it. */
const isOpen = ({ written }: SceneRecord, is: RecordSnapshot | undefined): boolean =>
  [...written].some(
    ([field, value]) => isSecret(field) && typeof value === 'string' && value !== '' && is?.record?.[field] === value,
  )

/**
 * Drifts without secrets that were put away, where no other record shows its own any longer: a target may show secrets once,
 * or for a while (docs/judgement.md, rule 7).
 */
export function withoutPutAway(found: readonly Drift[], around: Around): readonly Drift[] {
  const isAway = ({ field, after }: Drift): boolean => isPutAway(field, after)
  if (!found.some(isAway)) return found
  const open = [around.own, ...around.others].some((record) => record.alive && isOpen(record, around.last(record)))
  return open ? found : found.filter((drift) => !isAway(drift))
}

/** Drifts without secrets, where no record shows one as it was written any longer: a target may keep no more than a digest. */
export function withoutVeiled(found: readonly Drift[], around: Around): readonly Drift[] {
  const open = [around.own, ...around.others].some((record) => record.alive && isOpen(record, around.last(record)))
  return open ? found : found.filter(({ field }) => !isSecret(field))
}

/** Whether a snapshot shows no drift: for a while, reads may be answered from an older copy. */
export const stays =
  (record: SceneRecord, was: RecordSnapshot | undefined, but: ReadonlySet<string> = new Set()) =>
  (is: RecordSnapshot): boolean =>
    !(was?.record && !is.record) && drifts(record, was, is, but).drifts.length === 0

/** What a write carried, each value its own: texts and numbers that no other write of this run carries. */
export type Telling = ReadonlyMap<string, string | number>

/**
 * Values of the write that have come to stand, in the very same field, on a record which it did not name. All writes of a run point at the
 * same: what points is compared with what the record first showed.
 */
function spread(
  record: SceneRecord,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
  fields: Telling,
  made: RecordSnapshot | undefined,
): readonly Drift[] {
  if (!was?.record || !is.record) return []
  const [before, after] = [was.record, is.record]
  return [...fields].flatMap(([field, written]) => {
    const earlier = (field.endsWith('Id') && made?.record) || before
    const [first, last] = [earlier, after].map((view) => shownIn(view, record.kind, field).value)
    if (last !== written || first === written || record.written.get(field) === written) return []
    return [{ whose: record.kind, field, before: first ?? null, after: last }]
  })
}

/** How the status of the record that was acted on moved. */
export interface Moved {
  readonly from: unknown
  readonly to: unknown
}

/**
 * A status that never moved before, and moved along with that of the record which was named (docs/judgement.md, rule 7). A job
 * may have moved one of them further than the other: both are looked at until they stand alike.
 */
async function followed(
  around: Around,
  record: SceneRecord,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
  moved: Moved | undefined,
): Promise<readonly Drift[]> {
  const before = statusIn(was)
  const hasStirred = before !== undefined && statusIn(around.first(record)) === before && statusIn(is) !== before
  if (!moved || record.kind !== around.own.kind || !hasStirred || statusIn(is) === undefined) return []
  const see = async () => (await Promise.all([around.own, record].map((one) => around.see(one)))).map(statusIn)
  const wait = { why: 'a status to move', within: QUIET, teaches: null }
  const [own, after] =
    moved.to === statusIn(is)
      ? [moved.to, moved.to]
      : await around.patience.eventually(see, ([one, other]) => one === other, wait)
  if (own !== after || own === moved.from || own === before) return []
  return [{ whose: record.kind, field: statusField(is.record), before, after }]
}

/** What changed on other records, once for each field. */
export interface Onlookers extends Compared {
  readonly exchanges: readonly Exchange[]
}

/**
 * Looks at all others, and holds them against how they were.
 * @param written what the write carried, for the other records of its kind
 * @param counts which of them are looked at
 * @param moved how the status moved of the record that was acted on, where others of its kind may not move along
 */
export async function onlookers(
  around: Around,
  written: Telling = new Map(),
  counts: (record: SceneRecord) => boolean = (record) => !isFar(record, around.own),
  moved?: Moved,
): Promise<Onlookers> {
  const seen = await Promise.all(
    around.others
      .filter((record) => record.alive && counts(record))
      .map(async (record) => {
        const was = around.last(record)
        const given: Telling = record.kind === around.own.kind ? written : new Map()
        const stayed = stays(record, was)
        const spreads = (is: RecordSnapshot) => spread(record, was, is, given, around.first(record))
        const holds = (is: RecordSnapshot) => stayed(is) && spreads(is).length === 0
        const is = await around.seen(record, holds, 'other records to be as they were')
        const { drifts: lost, compared } = drifts(record, was, is, new Set())
        const fields = new Set(lost.map(({ field }) => field))
        const added = spreads(is).filter(({ field }) => !fields.has(field))
        const along = await followed(around, record, was, is, moved)
        return { drifts: [...lost, ...added, ...along], compared, exchange: is.exchange }
      }),
  )
  return {
    drifts: withoutPutAway(
      seen.flatMap((one) => one.drifts),
      around,
    ),
    compared: seen.reduce((sum, one) => sum + one.compared, 0),
    exchanges: seen.flatMap((one) => (one.drifts.length > 0 ? [one.exchange] : [])),
  }
}

/**
 * Records that a read showed once, that nobody deleted, and that are gone since an earlier look: some delete took them along,
 * and which one shows when each is tried again on records that are all there.
 */
export async function lostBefore(around: Around, counts: (record: SceneRecord) => boolean): Promise<Onlookers> {
  const isLost = (is: RecordSnapshot | undefined) => is !== undefined && isGone(is)
  const lost = around.others.filter(
    (record) => record.alive && counts(record) && around.first(record)?.record && isLost(around.last(record)),
  )
  const seen = await Promise.all(lost.map(async (record) => ({ record, is: await around.see(record) })))
  const still = seen.filter(({ is }) => isGone(is))
  return {
    drifts: still.map(({ record: { kind, id } }) => ({ whose: kind, field: identifierField[kind], before: id })),
    compared: still.length,
    exchanges: still.map(({ is }) => is.exchange),
  }
}
