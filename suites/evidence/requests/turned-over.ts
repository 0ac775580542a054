/** Other toggles, turned over while one is turned: what turns them along is seen on those alone that stand the other way. */
import { isToggle } from '../../../schemas/order.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import type { Caller } from '../../scene/call.ts'
import type { Snapshot, VolatilePaths } from '../../scene/snapshot.ts'
import type { Value } from '../../values/setting-value.ts'
import type { OtherSetting } from '../census/other-settings.ts'
import { settingSubject, type SettingSubject } from '../subjects/setting.ts'

/** It is read twice, written back and read; turned over and read; turned back and read. */
export const TURN_OVER = 8

/** How toggles move by themselves whose own value was seen to be written back, by the operation that writes them. */
const proven = new WeakMap<Caller, Map<Operation, VolatilePaths>>()

const provenTo = (caller: Caller): Map<Operation, VolatilePaths> => {
  const known = proven.get(caller) ?? new Map<Operation, VolatilePaths>()
  proven.set(caller, known)
  return known
}

/** Says that the own value of this toggle was seen to be written back. */
export const rememberProven = (caller: Caller, operation: Operation, { volatile }: SettingSubject): void =>
  void provenTo(caller).set(operation, volatile)

/** Toggles as they stand now. */
export interface TurnedOver {
  readonly toggles: readonly OtherSetting[]
  /** Turns those back that were turned over. */
  back(): Promise<void>
}

/** Turns over the toggles that stand already as another is about to be turned. */
export async function turnedOver(
  around: readonly OtherSetting[],
  value: Value,
  caller: Caller,
  references: References,
): Promise<TurnedOver> {
  const turned: SettingSubject[] = []
  const toggles: OtherSetting[] = []
  const back = async () => {
    for (const setting of turned) await setting.restore(caller.sure)
  }
  try {
    for (const other of around.filter((one) => isToggle(one.write) && typeof one.value === 'boolean')) {
      const setting = other.value === value ? settingSubject(other.write, other.read, caller, references) : null
      if (setting) turned.push(setting)
      toggles.push((setting && (await turn(setting, other, caller))) ?? other)
    }
  } catch (error) {
    await back()
    throw error
  }
  return { toggles, back }
}

/** The toggle as it stands when it was turned over; null where it can't be. */
async function turn(setting: SettingSubject, other: OtherSetting, caller: Caller): Promise<OtherSetting | null> {
  if (!caller.allows(other.write)) return null
  const known = provenTo(caller).get(other.write)
  if ((await (known ? setting.resume(known) : setting.prepare())) !== null) return null
  const value = setting.other()
  const write = await setting.write(value)
  const isShown = (seen: Snapshot) => setting.round(value, write, seen).shown === value
  const why = 'a setting to show what was written'
  const seen = await caller.patience.eventually(() => setting.takeSnapshot(), isShown, { why })
  return caller.success(write) && isShown(seen) ? { ...other, value, isOwn: true } : null
}
