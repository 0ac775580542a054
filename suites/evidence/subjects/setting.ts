import { without } from '../../../fixtures/payload/find.ts'
import { placeholdersOf, type References } from '../../../fixtures/payload/payload.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { ListedField, Operation } from '../../../schemas/registry.ts'
import { ONE_AT_A_TIME } from '../../claim/supply.ts'
import type { Caller } from '../../scene/call.ts'
import {
  changed,
  inWords,
  newVolatilePaths,
  snapshotOf,
  type Snapshot,
  type VolatilePaths,
} from '../../scene/snapshot.ts'
import { otherRunIn } from '../../values/other-run.ts'
import { otherValue, settingValue, type Value } from '../../values/setting-value.ts'
import { fieldOf, isAs, repair, type OtherSetting } from '../census/other-settings.ts'
import type { Common, TakeSnapshot, Unready } from './common.ts'

/** A value that was written to a setting, and the read after it. */
export interface SettingRound {
  readonly written: Value
  /** undefined where the read does not show it. */
  readonly shown: Value | undefined
  readonly exchanges: readonly [write: Exchange, read: Exchange]
}

export interface SettingSubject extends Common {
  readonly is: 'setting'
  readonly field: ListedField | undefined
  readonly takeSnapshot: TakeSnapshot
  /** The setting's value before the first write; undefined where no read shows it. */
  first(): Value | undefined
  /** The value that stands there, and is put back in the end; null where writing it back was not seen to work. */
  standing(): Value | null
  /** The writing back that came first. */
  rounds(): readonly SettingRound[]
  /** The writing back that was answered with an error; null: none was. */
  refused(): Exchange | null
  /** Another value than the one that stands there, which means the same to the host. */
  other(): Value
  /** Writes another value; it is put back in the end. */
  write(value: Value): Promise<Exchange>
  round(written: Value, write: Exchange, seen: Snapshot): SettingRound
  /**
   * In the place of `prepare`, where this run has seen already that the setting's own value can be written back.
   * @param known what was learned then of how it moves by itself
   */
  resume(known: VolatilePaths): Promise<Unready | null>
  /** Told of other settings that a write has changed: they are put back too. */
  owe(damaged: readonly OtherSetting[]): void
}

/**
 * A host setting that has a read: its own value is written back first, and only where that changes nothing is another
 * value sent, with bad tokens and once with the right one; then the old value is put back.
 */
export function settingSubject(
  write: Operation,
  read: Operation,
  caller: Caller,
  references: References,
): SettingSubject {
  const field = fieldOf(write)
  const volatile = newVolatilePaths()
  let before: { value: Value; shown: Snapshot } | null = null
  let dirty = false
  let damaged: readonly OtherSetting[] = []
  /** The setting's value before the first write. */
  let first: Value | undefined
  const rounds: SettingRound[] = []
  let refused: Exchange | null = null

  const lookBy = async (by: Caller, how?: 'lately'): Promise<Snapshot> => {
    const call = { operation: read, references }
    const exchange = await (how ? by.lately(call) : by.call(call))
    const view =
      caller.success(exchange) && exchange.response?.json.ok
        ? without(exchange.response.json.value, caller.profile.envelope)
        : undefined
    return snapshotOf(view, exchange, caller.profile)
  }
  const takeSnapshot: TakeSnapshot = (how) => lookBy(caller, how)
  const body = (value: Value) => ({
    ...caller.validBody(write, references),
    ...(field ? { [field.name]: value } : {}),
  })
  const other = (value: Value): Value => otherValue(value, field, caller.values.name())
  const valueIn = (snapshot: Snapshot): Value | undefined =>
    settingValue(without(snapshot.view, volatile.moving), field, caller.profile.envelope)
  const seenAfter = (written: Value, write: Exchange, seen: Snapshot): SettingRound => ({
    written,
    shown: valueIn(seen),
    exchanges: [write, seen.exchange],
  })
  const writeBack = (value: Value, by: Caller) => by.call({ operation: write, references, body: body(value) })

  const said = { kind: write.act.kind, name: write.id }
  /** What the journal says is to be put back; null: nothing. */
  let owed: Readonly<Record<string, unknown>> | null = null
  /** Says in the journal what to put back, before a request goes out that may change it. */
  const announce = (value: Value) => {
    if (owed === null) caller.journal.write({ event: 'write', ...said, before: (owed = body(value)) })
  }
  const settle = () => {
    if (owed !== null) caller.journal.write({ event: 'restored', ...said, before: owed })
    owed = null
  }
  const soil = (value: Value) => {
    announce(value)
    dirty = true
  }

  /** What another run has written is no value to put back: that run puts back what stood there before. */
  const otherRun = (value: Value | undefined) => otherRunIn(value, caller.options.run)
  const notOfOthers = (seen: Snapshot): Promise<Snapshot> | Snapshot => {
    const isFree = (now: Snapshot) => otherRun(valueIn(now)) === null
    const why = 'another run to put a setting back'
    return isFree(seen) ? seen : caller.patience.eventually(() => takeSnapshot(), isFree, { why, teaches: null })
  }
  const ofOthers = (value: Value | undefined) => ({
    reason: `${read.id} shows what run ${otherRun(value)} of Touchstone wrote, so nothing is written`,
    supply: ONE_AT_A_TIME,
  })

  const unshown = { reason: `${read.id} does not show a value that ${write.id} could put back, so nothing is written` }
  const vanished = { reason: `${read.id} no longer shows a value, so nothing else is written` }
  const owe = (why: string) => caller.leave({ kind: write.act.kind, name: write.id, id: null, why })

  const putBack = async (sure: Caller) => {
    if (!before || !dirty) return
    const { value, shown } = before
    // Written back unread: what changed may not be seen yet.
    await sure.call({ operation: write, references, body: body(value), restores: true })
    // A target may trim what it is given.
    const isAsBefore = (now: Snapshot) => changed(shown, now, volatile).length === 0 || isAs(write, value, valueIn(now))
    const restored = (now: Snapshot) => !now.isUnread && isAsBefore(now)
    const why = 'settings to be put back'
    if (!restored(await caller.patience.eventually(() => lookBy(sure), restored, { why }))) {
      owe(`${read.id} does not show what it showed before, though it was written back`)
      return
    }
    dirty = false
    settle()
  }

  return {
    is: 'setting',
    field,
    volatile,
    takeSecondarySnapshot: takeSnapshot,
    first: () => first,
    standing: () => before?.value ?? null,
    other() {
      if (!before) throw new Error(`${write.id} was asked for another value before its own was known`)
      return other(before.value)
    },
    rounds: () => rounds,
    refused: () => refused,
    round: seenAfter,
    owe: (changedToo) => void (damaged = changedToo),
    placeholders: placeholdersOf(write, caller.options.target, references),
    takeSnapshot,
    async resume({ moving }) {
      for (const path of moving) volatile.moving.add(path)
      volatile.learned.add('setting')
      const seen = await notOfOthers(await takeSnapshot('lately'))
      const value = valueIn(seen)
      if (otherRun(value) !== null) return ofOthers(value)
      first ??= value
      if (value === undefined) return unshown
      before = { value, shown: seen }
      return null
    },
    async prepare() {
      const stamped = await notOfOthers(await takeSnapshot('lately'))
      let seen = await takeSnapshot()
      // Request ids and times in every response are not the setting's.
      for (const path of changed(stamped, seen, volatile)) volatile.moving.add(path)
      volatile.learned.add('setting')
      // Twice: a target that trims what it is given has made it its own by the second time.
      for (const round of [1, 2]) {
        const value = valueIn(seen)
        if (otherRun(value) !== null) return ofOthers(value)
        first ??= value
        if (value === undefined && round === 2) owe(`${read.id} no longer shows its value, once that was written back`)
        if (value === undefined) return round === 1 ? unshown : vanished
        announce(value)
        const exchange = await writeBack(value, caller)
        const second = await takeSnapshot()
        if (!caller.success(exchange)) refused = exchange
        if (refused)
          return { reason: `${write.id} does not take back what ${read.id} showed, so nothing else is written` }
        if (second.isUnread) return { reason: `${read.id} failed after ${write.id}, so nothing else is written` }
        const paths = changed(seen, second, volatile)
        rounds.push(seenAfter(value, exchange, second))
        if (paths.length === 0) {
          before = { value, shown: second }
          settle()
          return null
        }
        if (round === 2) owe(`writing back what ${read.id} showed changed ${inWords(paths)}`)
        if (round === 2)
          return { reason: `writing back what ${read.id} showed changed ${inWords(paths)}, so nothing else is written` }
        seen = second
      }
      return null
    },
    async send(variation) {
      if (!before) throw new Error(`${write.id} was sent before its value was known`)
      const rightful = (variation.credential ?? 'right') === 'right'
      soil(before.value)
      const value = rightful ? before.value : other(before.value)
      return caller.call({ operation: write, references, body: body(value), ...variation })
    },
    async tell(variation) {
      if (!before) throw new Error(`${write.id} was sent before its value was known`)
      soil(before.value)
      return caller.call({ operation: write, references, body: body(other(before.value)), ...variation })
    },
    write(value) {
      if (!before) throw new Error(`${write.id} was sent before its value was known`)
      soil(before.value)
      return writeBack(value, caller)
    },
    async restore(sure) {
      await putBack(sure)
      await repair(sure, damaged)
    },
    async about(_whom, variation): Promise<Exchange | null> {
      if (!before) return null
      soil(before.value)
      const altered = { ...body(before.value), ...(isFields(variation.body) ? variation.body : {}) }
      const raw = variation.rawBody !== undefined
      return caller.call({ operation: write, references, ...variation, ...(raw ? {} : { body: altered }) })
    },
  }
}

/** Whether a body is an object with fields of its own: some of the valid body's, to be altered. */
const isFields = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0
