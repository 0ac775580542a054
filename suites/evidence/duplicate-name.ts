/** A create under the name that a living record has: it may be refused, or make another, and must do nothing to the first. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import {
  does,
  identifierField,
  isCreate,
  isRecordKind,
  lifeOf,
  operations,
  recordKinds,
  type Operation,
} from '../../schemas/registry.ts'
import type { Around } from '../scene/around.ts'
import type { Caller } from '../scene/call.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { soleId } from '../scene/create.ts'
import { swept } from '../scene/swept.ts'
import { Inconclusive } from '../claim/finding.ts'
import { isUnknown } from '../scene/find-record.ts'
import { shows } from '../target/profile.ts'
import { isPutAway, isSecret } from '../values/compare.ts'
import { control } from './control.ts'
import { demandDeletable } from './deletable.ts'
import { evidence } from './frame/evidence.ts'
import { configOf, configure, type Configured } from './requests/same-config.ts'
import type { RecordBeside } from './requests/record-beside.ts'
import { isAskedOfKinds, outlasted, STRANGER, strangerOf, type Outlasted } from './requests/same-name.ts'
import { ownRecord } from './own-record.ts'
import { renameBeside, renameCost, type RenamedAlong } from './requests/rename.ts'
import { updateAll, updatesOf, type Update } from './requests/update.ts'
import { variations } from './variations.ts'
import { listsBefore } from './requests/listings.ts'

export interface DuplicateName {
  readonly create: Exchange
  /** The list of the kind while both are alive, and their identifiers; null where nothing lists it, or there is one alone. */
  readonly both?: { readonly list: Exchange; readonly ids: readonly string[] } | null
  /** What a read shows of a record of another kind under the same name, when the second is deleted; null where there is none. */
  readonly beside?: Outlasted | null
  /** What was written on the second: an update, a new password, its status. */
  readonly updates?: readonly Update[]
  /** Another name of the second, and a read that shows it on the first as well; null: none does. */
  readonly renamed?: RenamedAlong | null
  /** A text of the second's proxy configuration, which the first's shows as well; null: it does not. */
  readonly config?: Configured | null
  /** The identifier that it answered; null where it shows none. */
  readonly id: string | null
  /** A read under the identifier of the second record, which shows the first. */
  readonly strayed?: Exchange
  /** The last read of the second record, to which it is unknown, though its create answered its identifier. */
  readonly unkept?: Exchange
  /** The record that has the name. */
  readonly first: RecordBeside & {
    /** A read after the second of the name was updated and deleted; null where none was made or deleted. */
    readonly survived: Exchange | null
  }
}

export const duplicateName = evidence({
  id: 'duplicate-name',
  needs: { ownRecord, control },
  after: [variations],
  on: isCreate,
  // A create, found, updated and deleted, one more where the name is taken, and the first read beside it and after it.
  cost: (operation, { target }) =>
    6 +
    updatesOf(operation.act.kind) +
    (isRecordKind(operation.act.kind) ? renameCost(operation.act.kind) : 0) +
    STRANGER +
    listsBefore(operation, target, 1) +
    (listing(operation.act.kind) === undefined ? 0 : 1) +
    (configOf(operation.act.kind) === undefined ? 0 : 2),
  async gather({ ownRecord: { fixture, around }, operation }) {
    const twice = await makeTwice(operation, fixture, around)
    if (twice) return twice
    throw new Inconclusive(
      'two records of one name could not be distinguished',
      'a create that answers with the identifier',
    )
  },
})

/** Besides names, by what a careless server may take one record for another. */
const alsoTaken: ReadonlySet<string> = new Set([
  'publishedPort',
  'targetPort',
  'registryUrl',
  'username',
  'databaseName',
  'databaseUser',
])
/** The same in every second kind: where they differ, what is written over the first shows by them. */
const passwords: ReadonlySet<string> = new Set(['databasePassword', 'databaseRootPassword'])

const listing = (kind: Operation['act']['kind']) => operations.find(does('lists', kind))

/** The list while both are alive; null where nothing lists them. */
async function listed(ids: readonly string[], kind: RecordKind, caller: Caller) {
  const operation = listing(kind)
  if (!operation || !caller.allows(operation)) return null
  const list = await caller.patience.eventually(
    () => caller.call({ operation }),
    (exchange) => !caller.success(exchange) || ids.every((id) => shows(exchange, id)),
    { why: 'two records of one name to be listed' },
  )
  return { list, ids }
}

type Shown = Readonly<Record<string, unknown>>

/** A field that was written on the first and that a later read shows otherwise; undefined: none. */
export const changedField = (written: ReadonlyMap<string, unknown>, before: Shown, after: Shown): string | undefined =>
  [...written].find(([field, value]) => {
    // A secret may be enciphered anew by each read, or be shown once.
    const isCompared = !isSecret(field) || (before[field] === value && !isPutAway(field, after[field]))
    return isCompared && !isDeepStrictEqual(before[field], after[field])
  })?.[0]

/** The record that has the name: the lane's own that may be spoilt, where its create told which it is; else one is made. */
async function firstOf({ kind, caller, scene, parent, secondary }: RecordFixture, around: Around) {
  const second = secondary?.alive && caller.allows(lifeOf(kind).one) ? secondary : null
  const isSole = second && soleId(kind, second.made, second.name) === second.id
  // The state diff has seen it in this turn, where it was taken; else this is the first look.
  const snapshot = isSole ? (around.last(second) ?? (await around.see(second))) : null
  if (second && snapshot?.record) return { record: second, before: snapshot.exchange, discard: () => Promise.resolve() }
  const { record } = await scene.make(kind, parent)
  return record && { record, before: record.ready ?? record.shown, discard: () => scene.dispose(record) }
}

/**
 * Makes a second record of one name, and deletes it.
 * @returns undefined where creates do not show the one identifier by which two of a name are told apart
 */
async function makeTwice(by: Operation, fixture: RecordFixture, around: Around): Promise<DuplicateName | undefined> {
  const { kind, caller, scene, parent } = fixture
  demandDeletable(by, fixture)
  const found = await firstOf(fixture, around)
  if (!found) return undefined
  const { record: first, before, discard } = found
  if (before === null || soleId(kind, first.made, first.name) !== first.id) {
    await discard()
    return undefined
  }
  const like = async (holds: (field: string) => boolean, more: Shown = {}) => {
    const same = [...first.written].filter(([field]) => holds(field))
    const body = { ...caller.validBody(by, parent), ...Object.fromEntries(same), ...more }
    const { exchange, name } = await scene.send(by, kind, parent, { body })
    return { exchange, name, id: caller.success(exchange) ? soleId(kind, exchange, name) : null }
  }
  const isSame = (caller.options.seed + recordKinds.indexOf(kind)) % 2 === 0
  const {
    exchange: create,
    name,
    id,
  } = await like((field) => isNaming(field) || alsoTaken.has(field) || (isSame && passwords.has(field)))
  // A name that is taken may be refused; a user of a database or a registry may still have two records.
  const takes = (some: (field: string) => boolean) => [...first.written.keys()].some(some)
  const calls = (field: string) => isNaming(field) && field !== 'appName'
  let other = { exchange: create, name, id }
  // Often the appName alone has to be one of its own: one that the first's begins with, as a careless query may look.
  const appName = first.written.get('appName')
  if (!caller.success(create) && takes(calls) && typeof appName === 'string')
    other = await like((field) => calls(field) || alsoTaken.has(field), { appName: appName.slice(0, -1) })
  if (!caller.success(other.exchange) && takes((field) => alsoTaken.has(field)))
    other = await like((field) => alsoTaken.has(field) && field !== 'publishedPort')
  const isSecond = other.id !== null && other.id !== first.id
  const reads: Exchange[] = []
  const second = isSecond ? await scene.adopt(by, kind, other.exchange, other.name, parent, reads) : null
  if (caller.success(create) && id === null && !(await swept(scene, kind, name, create)))
    caller.leave({
      kind,
      name,
      id,
      why: `${by.id} showed no identifier that distinguishes it from the other record of that name`,
    })
  const { written } = first
  const known = { field: identifierField[kind], id: first.id, written, before }
  const shown = ({ response }: Exchange) =>
    response?.json.ok ? recordIn(response.json.value, known.field, known.id) : undefined
  const was = shown(before)
  // Under the identifier of the second one, the first is shown.
  const strayed = isSecond && !second ? reads.findLast((read) => caller.success(read) && shown(read)) : undefined
  const last = reads.at(-1)
  const unkept = isSecond && !second && last && isUnknown(caller, last) ? last : undefined
  const isStray = strayed !== undefined && other.id !== null && !shows(strayed, other.id)
  // Reads may come from an older copy for a while.
  const isAsBefore = (is: Shown | undefined): is is Shown =>
    was !== undefined && is !== undefined && changedField(written, was, is) === undefined
  const why = 'a record to be as it was beside its duplicate'
  const { exchange: after } = await around.seen(first, ({ record }) => isAsBefore(record), why)
  const both = second && id !== null ? await listed([first.id, id], kind, caller) : null
  const isAsked = second && isAskedOfKinds(kind, caller.options.seed)
  const stranger = isAsked
    ? await strangerOf(fixture, second.name, valueOf(other.exchange.asked?.body, 'appName'))
    : null
  const renamed = second ? await renameBeside(second, first, around, caller) : null
  const updates = second ? await updateAll(second, caller) : []
  const config = second ? await configure(second, first, caller) : null
  if (second) await scene.dispose(second)
  if (second && !second.alive) await caller.quiet()
  const isUpdated = (is: Shown) => updates.some(({ field, value }) => is[field] === value)
  const isUntouched = ({ record }: { readonly record?: Shown | undefined }) => isAsBefore(record) && !isUpdated(record)
  const survived = second && !second.alive ? (await around.seen(first, isUntouched, why)).exchange : null
  const beside = stranger && second && !second.alive ? await outlasted(stranger, caller) : null
  if (stranger) await scene.dispose(stranger)
  await discard()
  const firstRead = { ...(isStray ? { strayed } : {}), ...(unkept ? { unkept } : {}) }
  const made = caller.success(other.exchange) ? { create: other.exchange, id: other.id } : { create, id }
  return {
    ...made,
    both,
    beside,
    renamed,
    updates,
    config,
    ...firstRead,
    first: { ...known, after, survived },
  }
}
