import { settingWrites } from '../../schemas/order.ts'
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { alikeTexts, censusValues, LINES, type Value } from '../values/setting-value.ts'
import { control } from './control.ts'
import { evidence, optional, outcome } from './frame/evidence.ts'
import { shownEffect } from './shown-effect.ts'
import { subject } from './subject.ts'
import type { SettingRound, SettingSubject } from './subjects/setting.ts'
import { unusual } from './unusual.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
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
  const standing = setting.standing() ?? ''
  const [longest, odd] = censusValues(standing, field, marks, LINES.most)
  const [long] = censusValues(standing, field, marks)
  for (const values of [[longest, long], [odd]]) {
    for (const value of new Set(values)) {
      if (value === undefined) continue
      const write = await setting.write(value)
      // A limit may refuse the longest text.
      if (!caller.success(write)) continue
      rounds.push(setting.round(value, write, await shown(setting, value, write, caller)))
      break
    }
  }
  return rounds
}

/** Reads it until it is as it was written; white space that is cut off comes back no more: it is not waited for. */
function shown(setting: SettingSubject, value: Value, write: Exchange, caller: Caller): Promise<Snapshot> {
  const holds = (seen: Snapshot) => {
    const { shown: is } = setting.round(value, write, seen)
    if (typeof is !== 'string' || typeof value !== 'string') return is === value
    return alikeTexts(setting.field?.name ?? '', value, is)
  }
  const why = 'a setting to show what was written'
  return caller.patience.eventually(() => setting.look(), holds, { why })
}
