import type { Exchange } from '../../fixtures/http/exchange.ts'
import { settingWrites } from '../../schemas/order.ts'
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { alikeTexts, censusValues, type Value } from '../values/setting-value.ts'
import type { Census, Carried } from './census/state-diff.ts'
import { drifted, repair } from './census/other-settings.ts'
import { control } from './control.ts'
import { evidence, optional, outcome } from './frame/evidence.ts'
import { settingsAround } from './settings-around.ts'
import { subject } from './subject.ts'
import type { SettingRound, SettingSubject } from './subjects/setting.ts'
import { shownEffect } from './shown-effect.ts'
import { unusual } from './unusual.ts'
import type { Caller } from '../scene/call.ts'
import type { Snapshot } from '../scene/snapshot.ts'

/** A value that was written, the one that stood there before, and the response to the write. */
export interface SettingEcho {
  readonly field: string
  readonly written: Value
  readonly before: Value | undefined
  readonly exchange: Exchange
}

interface SettingCensus extends Census {
  readonly unready: string | null
  readonly echoes: readonly SettingEcho[]
}

/** A setting of the host written twice with values of the run's own, and all others read before and after. */
export const settingCensus = evidence({
  id: 'setting-census',
  // What was seen while it was written back is judged, though nothing more is written.
  needs: { ready: outcome(subject), around: settingsAround, control: optional(control) },
  after: [unusual, shownEffect],
  on: (operation) => settingWrites.includes(operation),
  cost: ({ act }) => 4 + settingWrites.length + (act.kind === 'proxy-file' ? 3 : -1),
  async gather({ caller, ready, around, tried }): Promise<SettingCensus> {
    if (isMissing(tried) || tried.is !== 'setting') throw new Inconclusive('no read shows the setting that it writes')
    const rounds = isMissing(ready) ? tried.rounds() : await written(tried, caller)
    const drift = await drifted(caller, around, tried.first())
    if (isMissing(ready)) await repair(caller.sure, drift.damaged)
    else tried.owe(drift.damaged)
    return {
      unready: isMissing(ready) ? ready.message : null,
      echoes: echoesOf(tried, isMissing(ready) ? rounds : [...tried.rounds(), ...rounds]),
      ...(rounds.length === 0 ? { untold: { reason: 'no write of another value succeeded' } } : {}),
      carried: rounds.map((round) => carriedBy(tried, round)),
      kept: [],
      others: drift.others,
      compared: { kept: 0, others: drift.compared },
      exchanges: [...rounds.flatMap(({ exchanges }) => exchanges), ...drift.exchanges],
    }
  },
})

function echoesOf(setting: SettingSubject, rounds: readonly SettingRound[]): readonly SettingEcho[] {
  return rounds.map(({ written: value, exchanges: [exchange] }, at) => ({
    field: setting.field?.name ?? '',
    written: value,
    before: rounds[at - 1]?.written ?? setting.first(),
    exchange,
  }))
}

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

function carriedBy(setting: SettingSubject, { written: value, shown }: SettingRound): Carried {
  const { field } = setting
  const first = setting.first()
  return {
    field: field?.name ?? '',
    type: field?.type ?? 'string',
    written: value,
    ...(shown === undefined ? {} : { shown }),
    ...(first === undefined ? {} : { before: first }),
  }
}
