import { isToggle, settingWrites } from '../../schemas/order.ts'
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { alikeTexts, censusValues, LINES, type Value } from '../values/setting-value.ts'
import { drifted } from './census/other-settings.ts'
import { control } from './control.ts'
import { evidence, optional, outcome } from './frame/evidence.ts'
import { settingsAround } from './settings-around.ts'
import {
  isText,
  rememberProven,
  settingsBeside,
  TURN_OVER,
  turnedOver,
  type TurnedOver,
} from './requests/turned-over.ts'
import { shownEffect } from './shown-effect.ts'
import { subject } from './subject.ts'
import type { SettingRound, SettingSubject } from './subjects/setting.ts'
import { unusual } from './unusual.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Caller } from '../scene/call.ts'
import type { Snapshot } from '../scene/snapshot.ts'

interface Rounds {
  readonly rounds: readonly SettingRound[]
  /** Others that a write changed while they stood at other values, whatever they are at the end: another write may turn them back. */
  readonly turned: Pick<Awaited<ReturnType<typeof drifted>>, 'others' | 'exchanges'>
  /** Whether other settings were written meanwhile. */
  readonly wroteOthers: boolean
}

const NONE: Rounds['turned'] = { others: [], exchanges: [] }
/** Toggles besides the one that is written. */
const TOGGLES = settingWrites.filter(isToggle).length - 1

/** A setting of the host written twice with values of the run's own. */
export const settingRounds = evidence({
  id: 'setting-rounds',
  // What was seen while it was written back is judged, though nothing more is written.
  needs: { ready: outcome(subject), control: optional(control), around: settingsAround },
  after: [unusual, shownEffect],
  on: (operation) => settingWrites.includes(operation),
  cost: (operation) => 4 + (isToggle(operation) ? (2 + TURN_OVER) * TOGGLES : isText(operation) ? 1 + TURN_OVER : 0),
  gather({ operation, caller, ready, tried, around, references }): Promise<Rounds> | Rounds {
    if (isMissing(tried) || tried.is !== 'setting') throw new Inconclusive('no read shows the setting that it writes')
    if (isMissing(ready)) return { rounds: tried.rounds(), turned: NONE, wroteOthers: false }
    rememberProven(caller, operation, tried)
    // A text of unusual characters comes last: once is enough.
    const beside = (isLast: boolean) =>
      isLast || isToggle(operation) ? settingsBeside(operation, around, tried.standing()) : []
    return written(tried, caller, (value, isLast) => turnedOver(beside(isLast), value, caller, references))
  },
})

/** Writes two values, and reads each of them back. */
async function written(
  setting: SettingSubject,
  caller: Caller,
  turnOver: (value: Value, isLast: boolean) => Promise<TurnedOver>,
): Promise<Rounds> {
  const { field } = setting
  const rounds: SettingRound[] = []
  let turned = NONE
  let wroteOthers = false
  const marks = [caller.values.name(), caller.values.name()]
  const standing = setting.standing() ?? ''
  const [longest, odd] = censusValues(standing, field, marks, LINES.most)
  const [long] = censusValues(standing, field, marks)
  for (const values of [[longest, long], [odd]]) {
    for (const value of new Set(values)) {
      if (value === undefined) continue
      const { others, isWritten, back } = await turnOver(value, value === odd)
      wroteOthers ||= isWritten
      try {
        const write = await setting.write(value)
        // A limit may refuse the longest text.
        if (!caller.success(write)) continue
        rounds.push(setting.round(value, write, await shown(setting, value, write, caller)))
        if (turned === NONE) turned = onceTurned(await drifted(caller, others, undefined), write)
        break
      } finally {
        await back()
      }
    }
  }
  return { rounds, turned, wroteOthers }
}

const onceTurned = ({ others, exchanges }: Rounds['turned'], write: Exchange): Rounds['turned'] =>
  others.length === 0 ? NONE : { others, exchanges: [write, ...exchanges] }

/** Reads it until it is as it was written; white space that is cut off comes back no more: it is not waited for. */
function shown(setting: SettingSubject, value: Value, write: Exchange, caller: Caller): Promise<Snapshot> {
  const holds = (seen: Snapshot) => {
    const { shown: is } = setting.round(value, write, seen)
    if (typeof is !== 'string' || typeof value !== 'string') return is === value
    return alikeTexts(setting.field?.name ?? '', value, is)
  }
  const why = 'a setting to show what was written'
  return caller.patience.eventually(() => setting.takeSnapshot(), holds, { why })
}
