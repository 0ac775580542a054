/** What stands around an operation on the host itself: records of the run's own, and the host's settings. */
import type { References } from '../../../fixtures/payload/payload.ts'
import { LAST, readOfSetting, settingWrites } from '../../../schemas/order.ts'
import { recordKinds, type Operation } from '../../../schemas/registry.ts'
import type { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { Scene } from '../../scene/scene.ts'
import type { Snapshot, VolatilePaths } from '../../scene/snapshot.ts'
import { alikeTexts, type Value } from '../../values/setting-value.ts'
import { drifted, otherSettings, repair, settingsToPutBack, type OtherSetting } from '../census/other-settings.ts'
import { CompanyRecords, recordsCost } from './company-records.ts'
import type { Unready } from './common.ts'
import { settingSubject, type SettingSubject } from './setting.ts'

/** A look at all of it, the application's own proxy configuration among the settings. */
export const COMPANY_LOOK = recordKinds.length + settingWrites.length + 1
/** A setting is read twice, written back and read; and written, read, written back and read; at the end it is read with all others. */
const PREPARED = 4
const UNSETTLED = 4 * (settingWrites.length - 1) + settingWrites.length
/** Where a write of one setting changes another, putting that back may change a third. */
const REPAIRS = 3

/** What these lanes take for it besides the looks: the records, seen again by the second, and for each all settings seen first. */
export function companyCost(lanes: ReadonlySet<string>): number {
  const [first, ...later] = lanes
  if (first === undefined) return 0
  const settings = lanes.size * (settingWrites.length + 1)
  // Where settings have a lane of their own, they are prepared there.
  const prepared = lanes.has(LAST) && later.length === 0 ? PREPARED * (settingWrites.length - 1) : 0
  return recordsCost + later.length * recordKinds.length + settings + UNSETTLED + prepared
}

/** What was seen before an operation. */
export interface Surroundings {
  readonly around: Around | null
  readonly settings: readonly OtherSetting[]
}

const isAlike = ({ field }: SettingSubject, written: Value, shown: Value | undefined): boolean =>
  typeof written === 'string' && typeof shown === 'string'
    ? alikeTexts(field?.name ?? '', written, shown)
    : shown === written

/** Made when it is first asked for, and kept until its lane is through. */
export class Company {
  readonly #caller: Caller
  readonly #found: References
  readonly #scene: Scene
  readonly #records: CompanyRecords
  /** What was learned of settings whose own value was seen to be put back. */
  readonly #proven = new Map<Operation, VolatilePaths>()
  #unsettled: ReadonlyMap<Operation, SettingSubject> | null = null
  /** What texts were given after a change was seen on one. */
  readonly #given = new Map<Operation, Value>()
  /** All settings before any was given another value. */
  #first: readonly OtherSetting[] = []
  #settings: readonly OtherSetting[] | null = null
  /** The same as it was before the last action, also when that has changed it. */
  #last: readonly OtherSetting[] = []

  constructor(caller: Caller, found: References) {
    this.#caller = caller
    this.#found = found
    this.#scene = new Scene(caller)
    this.#records = new CompanyRecords(caller, found, this.#scene)
  }

  /**
   * What stands there now; what is gone since is made again.
   * @param anew whether what was seen last does not count
   */
  async before(operation: Operation, anew: boolean): Promise<Surroundings> {
    if (anew) await this.#startAnew()
    await this.#records.make()
    this.#unsettled ??= await this.#unsettle(operation)
    // What was made and written now has to show before it is what nothing may change.
    await this.#caller.quiet()
    this.#settings ??= [
      ...(await otherSettings(operation, this.#caller, this.#found)).map((one) => this.#asGiven(one)),
      ...(await this.#records.config()),
    ]
    this.#last = this.#settings
    return { around: this.#records.around, settings: this.#settings }
  }

  /** Settings were written, or may have been changed: they are read before they are compared again. */
  forget(): void {
    this.#settings = null
  }

  /** Prepares a setting for requests; what was seen to be put back then need not be seen so again. */
  async prepared(write: Operation, setting: SettingSubject): Promise<Unready | null> {
    const why = await setting.prepare()
    if (why === null) this.#proven.set(write, setting.volatile)
    return why
  }

  /** Others have run since it was seen last, if it was. */
  seeAgain(): void {
    this.#records.seeAgain()
    this.forget()
  }

  /**
   * What a change was seen on may not change in the same way again: a switch that was turned over would be turned back, and a text that is
   * put back to an earlier one would look as before, if that were the same.
   */
  async #startAnew(): Promise<void> {
    this.#records.forget()
    this.forget()
    const { damaged } = await drifted(this.#caller.sure, this.#last, undefined)
    await repair(this.#caller.sure, damaged)
    const texts = [...(this.#unsettled ?? [])].filter(([, one]) => typeof one.standing() === 'string')
    for (const [write, value] of await this.#giveOthers(texts)) this.#given.set(write, value)
  }

  /** A text that was just given has changed where it shows an earlier one, the first of all not excepted. */
  #asGiven(one: OtherSetting): OtherSetting {
    const written = this.#given.get(one.write)
    return written === undefined ? one : { ...one, written, isOwn: true }
  }

  /** Gives each setting another value: one that is put back to what it was at first would else look as if nothing had happened. */
  async #unsettle(operation: Operation): Promise<ReadonlyMap<Operation, SettingSubject>> {
    this.#first = await settingsToPutBack(operation, this.#caller, this.#found)
    const ready = new Map<Operation, SettingSubject>()
    // All are seen before any is written.
    for (const write of settingWrites) {
      const read = readOfSetting(write)
      if (write.act.kind === 'proxy-file' || !read || !this.#caller.allows(write) || !this.#caller.allows(read))
        continue
      const subject = settingSubject(write, read, this.#caller, this.#found)
      const known = this.#proven.get(write)
      if ((await (known ? subject.resume(known) : subject.prepare())) === null) ready.set(write, subject)
    }
    await this.#giveOthers(ready)
    return ready
  }

  /** Writes another value to each: a switch is turned over, and a text gets a line that it never had. */
  async #giveOthers(all: Iterable<readonly [Operation, SettingSubject]>): Promise<ReadonlyMap<Operation, Value>> {
    const given = new Map<Operation, Value>()
    for (const [write, subject] of all) {
      const value = subject.other()
      const sent = await subject.write(value)
      const shows = (seen: Snapshot) => isAlike(subject, value, subject.round(value, sent, seen).shown)
      const why = 'a setting to show what was written'
      if (!this.#caller.success(sent)) continue
      await this.#caller.patience.eventually(() => subject.takeSnapshot(), shows, { why })
      given.set(write, value)
    }
    return given
  }

  /** Deletes what was made, and puts back what was written. */
  async close(): Promise<void> {
    for (const subject of this.#unsettled?.values() ?? []) await subject.restore(this.#caller.sure)
    await this.#repair()
    for (const left of await this.#scene.close()) this.#caller.leave(left)
  }

  /** A target that changes one setting when another is written has changed more than each setting's own value. */
  async #repair(): Promise<void> {
    for (let tries = 1; tries <= REPAIRS && this.#first.length > 0; tries++) {
      const { damaged, gone } = await drifted(this.#caller.sure, this.#first, undefined)
      // In so long a time its owner may have deleted a file.
      const spoilt = damaged.filter((one) => !gone.includes(one))
      if (spoilt.length === 0) return
      await repair(this.#caller.sure, spoilt)
    }
  }
}
