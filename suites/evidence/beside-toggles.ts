import { isToggle, settingWrites } from '../../schemas/order.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isMissing } from '../claim/finding.ts'
import type { Caller } from '../scene/call.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Snapshot, VolatilePaths } from '../scene/snapshot.ts'
import { drifted, type OtherSetting } from './census/other-settings.ts'
import type { Drift } from './census/state-diff.ts'
import { evidence, outcome } from './frame/evidence.ts'
import { settingRounds } from './setting-rounds.ts'
import { settingsAround } from './settings-around.ts'
import { subject } from './subject.ts'
import { settingSubject, type SettingSubject } from './subjects/setting.ts'

/** Other toggles that turned, and the requests that show it. */
interface Turned {
  readonly others: readonly Drift[]
  readonly exchanges: readonly Exchange[]
}

const NONE: Turned = { others: [], exchanges: [] }
/** How toggles move by themselves whose own value was seen to be written back, by the operation that writes them. */
const proven = new WeakMap<Caller, Map<Operation, VolatilePaths>>()
/** It is read twice, written back and read; turned and read; read after each of two turns; and put back. */
const BESIDE = 10

/**
 * A toggle turned over and back beside others that stand the other way: what turns them off with it is seen on those that are on
 * alone, and what turns them on, on those that are off.
 */
export const besideToggles = evidence({
  id: 'beside-toggles',
  needs: { ready: outcome(subject), around: settingsAround, written: settingRounds },
  on: (operation) => isToggle(operation) && settingWrites.includes(operation),
  cost: () => (settingWrites.filter(isToggle).length - 1) * (BESIDE + 2),
  async gather({ operation, caller, ready, around, references, tried, written }): Promise<Turned> {
    // What turned where the others stood is told by that.
    if (isMissing(ready) || isMissing(tried) || tried.is !== 'setting' || written.turned.others.length > 0) return NONE
    const known = proven.get(caller) ?? new Map<Operation, VolatilePaths>()
    proven.set(caller, known.set(operation, tried.volatile))
    for (const other of around.filter(({ write }) => isToggle(write))) {
      const beside = settingSubject(other.write, other.read, caller, references)
      try {
        const turned = await turnedBeside(tried, beside, other, caller)
        if (turned.others.length > 0) return turned
      } finally {
        await beside.restore(caller.sure)
      }
    }
    return NONE
  },
})

async function turnedBeside(
  setting: SettingSubject,
  beside: SettingSubject,
  other: OtherSetting,
  caller: Caller,
): Promise<Turned> {
  const standing = setting.standing()
  if (standing === null || !caller.allows(other.write)) return NONE
  const known = proven.get(caller)?.get(other.write)
  if ((await (known ? beside.resume(known) : beside.prepare())) !== null) return NONE
  const value = beside.other()
  const stood = await beside.write(value)
  const isShown = (seen: Snapshot) => beside.round(value, stood, seen).shown === value
  const why = 'a setting to show what was written'
  const before = await caller.patience.eventually(() => beside.takeSnapshot(), isShown, { why })
  if (!caller.success(stood) || !isShown(before)) return NONE
  for (const turn of [setting.other(), standing]) {
    const write = await setting.write(turn)
    const { others, exchanges } = await drifted(caller, [{ ...other, value, isOwn: true }], undefined)
    if (others.length > 0) return { others, exchanges: [stood, before.exchange, write, ...exchanges] }
  }
  return NONE
}
