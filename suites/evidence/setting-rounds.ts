import { settingWrites } from '../../schemas/order.ts'
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { alikeTexts, censusValues } from '../values/setting-value.ts'
import { control } from './control.ts'
import { evidence, optional, outcome } from './frame/evidence.ts'
import { shownEffect } from './shown-effect.ts'
import { subject } from './subject.ts'
import type { SettingRound, SettingSubject } from './subjects/setting.ts'
import { unusual } from './unusual.ts'
import type { Caller } from '../scene/call.ts'
import type { Snapshot } from '../scene/snapshot.ts'

/** A setting of the host written twice with values of the run's own. */
export const settingRounds = evidence({
  id: 'setting-rounds',
  // What was seen while it was written back is judged, though nothing more is written.
  needs: { ready: outcome(subject), control: optional(control) },
  after: [unusual, shownEffect],
  on: (operation) => settingWrites.includes(operation),
  cost: () => 4,
  gather({ caller, ready, tried }): Promise<readonly SettingRound[]> | readonly SettingRound[] {
    if (isMissing(tried) || tried.is !== 'setting') throw new Inconclusive('no read shows the setting that it writes')
    return isMissing(ready) ? tried.rounds() : written(tried, caller)
  },
})

/** Writes two values, and reads each of them back. */
async function written(setting: SettingSubject, caller: Caller): Promise<readonly SettingRound[]> {
  const { field } = setting
  const rounds: SettingRound[] = []
  const marks = [caller.values.name(), caller.values.name()]
  for (const value of censusValues(setting.standing() ?? '', field, marks)) {
    const write = await setting.write(value)
    if (!caller.success(write)) continue
    // White space that is cut off comes back no more: it is not waited for.
    const holds = (seen: Snapshot) => {
      const { shown } = setting.round(value, write, seen)
      if (typeof shown !== 'string' || typeof value !== 'string') return shown === value
      return alikeTexts(field?.name ?? '', value, shown)
    }
    const seen = await caller.patience.eventually(() => setting.look(), holds, {
      why: 'a setting to show what was written',
    })
    rounds.push(setting.round(value, write, seen))
  }
  return rounds
}
