/**
 * Other settings, at other values while one is written. What turns a toggle along is seen on those alone that stand the other way,
 * and what sets a text back to its default on those alone that show another.
 */
import { isToggle, settingWrites } from '../../../schemas/order.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import type { Caller } from '../../scene/call.ts'
import type { Snapshot, VolatilePaths } from '../../scene/snapshot.ts'
import type { Value } from '../../values/setting-value.ts'
import { fieldOf, isAs, type OtherSetting } from '../census/other-settings.ts'
import { settingSubject, type SettingSubject } from '../subjects/setting.ts'

/** It is read twice, written back and read; turned over and read; turned back and read. */
export const TURN_OVER = 8

/** How settings move by themselves whose own value was seen to be written back, by the operation that writes them. */
const proven = new WeakMap<Caller, Map<Operation, VolatilePaths>>()

const provenTo = (caller: Caller): Map<Operation, VolatilePaths> => {
  const known = proven.get(caller) ?? new Map<Operation, VolatilePaths>()
  proven.set(caller, known)
  return known
}

/** Says that the own value of this setting was seen to be written back. */
export const rememberProven = (caller: Caller, operation: Operation, { volatile }: SettingSubject): void =>
  void provenTo(caller).set(operation, volatile)

/** Other settings as they stand now. */
export interface TurnedOver {
  readonly others: readonly OtherSetting[]
  /** Whether any of them was written. */
  readonly isWritten: boolean
  /** Turns those back that were turned over. */
  back(): Promise<void>
}

/** Whether it writes a text of the host under the name that most of them have; no file. */
export const isText = (operation: Operation): boolean =>
  fieldOf(operation)?.name === 'proxyConfig' && operation.act.kind !== 'proxy-file'

/**
 * The settings that are to stand at other values while one is written: beside a toggle all toggles, and beside a text one other, since
 * one piece of code may well serve both. Each write has another text beside it.
 * @param standing what the setting shows that is written: another that shows the same text may be the same one
 */
export function settingsBeside(
  write: Operation,
  around: readonly OtherSetting[],
  standing: Value | null,
): readonly OtherSetting[] {
  if (isToggle(write)) return around.filter((one) => isToggle(one.write) && typeof one.value === 'boolean')
  const texts = settingWrites.filter(isText)
  const other = isText(write) ? (texts[texts.indexOf(write) - 1] ?? texts.at(-1)) : undefined
  const isApart = (value: Value) => typeof value === 'string' && value !== '' && value !== standing
  return around.filter((one) => one.write === other && isApart(one.value))
}

/**
 * Turns settings over before another is written.
 * @param value what is about to be written: a toggle that stands otherwise stays as it is
 */
export async function turnedOver(
  beside: readonly OtherSetting[],
  value: Value,
  caller: Caller,
  references: References,
): Promise<TurnedOver> {
  const turned: SettingSubject[] = []
  const others: OtherSetting[] = []
  const back = async () => {
    for (const setting of turned) await setting.restore(caller.sure)
  }
  try {
    for (const other of beside) {
      const isTurned = typeof other.value === 'string' || other.value === value
      const setting = isTurned ? settingSubject(other.write, other.read, caller, references) : null
      if (setting) turned.push(setting)
      others.push(...(setting ? await turn(setting, other, caller) : [other]))
    }
  } catch (error) {
    await back()
    throw error
  }
  return { others, isWritten: turned.length > 0, back }
}

/** The setting as it stands when it was turned over, or where it can't be; none where a write of it does not show. */
async function turn(setting: SettingSubject, other: OtherSetting, caller: Caller): Promise<readonly OtherSetting[]> {
  if (!caller.allows(other.write)) return [other]
  const known = provenTo(caller).get(other.write)
  if ((await (known ? setting.resume(known) : setting.prepare())) !== null) return [other]
  if (!known) rememberProven(caller, other.write, setting)
  const written = setting.other()
  const write = await setting.write(written)
  const shownIn = (seen: Snapshot) => setting.round(written, write, seen).shown
  const isShown = (seen: Snapshot) => isAs(other.write, written, shownIn(seen))
  const why = 'a setting to show what was written'
  const seen = await caller.patience.eventually(() => setting.takeSnapshot(), isShown, { why })
  const value = shownIn(seen)
  return caller.success(write) && isShown(seen) && value !== undefined ? [{ ...other, value, isOwn: true }] : []
}
