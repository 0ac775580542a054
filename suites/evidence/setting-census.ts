import type { Exchange } from '../../fixtures/http/exchange.ts'
import { settingWrites } from '../../schemas/order.ts'
import { Inconclusive, isMissing } from '../claim/finding.ts'
import { alsoWrittenBy, ONE_AT_A_TIME } from '../claim/supply.ts'
import { otherRunIn } from '../values/other-run.ts'
import type { Caller } from '../scene/call.ts'
import type { Value } from '../values/setting-value.ts'
import type { Census, WrittenField } from './census/state-diff.ts'
import { drifted, repair } from './census/other-settings.ts'
import { evidence, outcome } from './frame/evidence.ts'
import { settingRounds } from './setting-rounds.ts'
import { settingsAround } from './settings-around.ts'
import { subject } from './subject.ts'
import type { SettingRound, SettingSubject } from './subjects/setting.ts'
import { variations } from './variations.ts'

/** A value that was written, the one that stood there before, and the response to the write. */
export interface SettingEcho {
  readonly field: string
  readonly written: Value
  readonly before: Value | undefined
  readonly exchange: Exchange
}

interface SettingCensus extends Census {
  readonly unready: string | null
  /** Why nothing tells which write has changed another setting; absent where none changed, or it is told. */
  readonly unsure?: string
  readonly echoes: readonly SettingEcho[]
}

/** A setting of the host, and all others, read before, and when everything was sent that may write this one. */
export const settingCensus = evidence({
  id: 'setting-census',
  needs: { ready: outcome(subject), around: settingsAround, written: settingRounds },
  after: [variations],
  on: (operation) => settingWrites.includes(operation),
  cost: ({ act }) => settingWrites.length + (act.kind === 'proxy-file' ? 3 : -1),
  async gather({ caller, ready, around, written: { rounds, turned, wroteOthers }, tried }): Promise<SettingCensus> {
    if (isMissing(tried) || tried.is !== 'setting') throw new Inconclusive('no read shows the setting that it writes')
    const changed = await drifted(caller, around, tried.first())
    const isDoubted = wroteOthers && changed.damaged.length > 0
    const drift = isDoubted ? await seenAlone(changed, tried, caller) : changed
    if (isMissing(ready)) await repair(caller.sure, drift.damaged)
    // Also what it did not change this time it may change again when it is put back.
    else tried.owe(changed.damaged)
    const isUnsure = drift.others.length < changed.others.length
    return {
      ...(isUnsure ? { unsure: NOT_ALONE } : {}),
      unready: isMissing(ready) ? ready.message : null,
      echoes: echoesOf(tried, isMissing(ready) ? rounds : [...tried.rounds(), ...rounds]),
      ...undecidedBy(rounds, caller.options.run),
      writtenFields: rounds
        .filter(({ shown }) => otherRunIn(shown, caller.options.run) === null)
        .map((round) => writtenBy(tried, round)),
      kept: [],
      others: [...turned.others, ...drift.others],
      compared: { kept: 0, others: drift.compared },
      exchanges: [...rounds.flatMap(({ exchanges }) => exchanges), ...turned.exchanges, ...drift.exchanges],
    }
  },
})

const NOT_ALONE =
  'another setting changed while this one and its neighbour were written, and stayed when this one alone was written again'

/** The write of a neighbour may have changed a third setting: a change counts where a write of this setting alone makes it again. */
async function seenAlone(changed: Drifted, setting: SettingSubject, caller: Caller): Promise<Drifted> {
  await repair(caller.sure, changed.damaged)
  const write = await setting.write(setting.other())
  if (!caller.success(write)) return { ...changed, others: [] }
  const again = await drifted(caller, changed.damaged, setting.first())
  return { ...again, compared: changed.compared, exchanges: [write, ...again.exchanges] }
}

type Drifted = Awaited<ReturnType<typeof drifted>>

/** Why these say too little, if so. */
function undecidedBy(rounds: readonly SettingRound[], run: string): Pick<Census, 'undecided'> {
  if (rounds.length === 0) return { undecided: { reason: 'no write of another value succeeded' } }
  const others = rounds.flatMap(({ shown }) => otherRunIn(shown, run) ?? [])
  const [other] = others
  if (other === undefined) return {}
  return { undecided: { reason: alsoWrittenBy(other), supply: ONE_AT_A_TIME } }
}

function echoesOf(setting: SettingSubject, rounds: readonly SettingRound[]): readonly SettingEcho[] {
  return rounds.map(({ written: value, exchanges: [exchange] }, at) => ({
    field: setting.field?.name ?? '',
    written: value,
    before: rounds[at - 1]?.written ?? setting.first(),
    exchange,
  }))
}

function writtenBy(setting: SettingSubject, { written: value, shown }: SettingRound): WrittenField {
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
