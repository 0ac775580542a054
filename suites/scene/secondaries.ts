/** Records that served a create, and stand for what needs another one: nothing was sent about them. */
import type { Caller } from './call.ts'
import type { SceneRecord } from './made.ts'
import { prepared } from './prepare.ts'

/** One for refused deletes, and one for what a start may move. */
const ENOUGH = 2

export class Secondaries {
  #records: readonly SceneRecord[] = []

  /** Keeps a record that has served; false where there are enough. */
  keeps(record: SceneRecord): boolean {
    if (this.#records.length >= ENOUGH) return false
    this.#records = [...this.#records, record]
    return true
  }

  /** One that still stands, prepared, and is kept no more; null where no more than so many are left. */
  async take(caller: Caller, left = 0): Promise<SceneRecord | null> {
    const alive = this.#records.filter((record) => record.alive)
    const [one, ...others] = alive
    if (!one || alive.length <= left) return null
    this.#records = others
    return (await prepared(one, one.made, caller)) ? null : one
  }
}
