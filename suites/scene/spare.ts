/** Records that served a create, and stand for what needs another one: nothing was sent about them. */
import type { SceneRecord } from './made.ts'

/** One for refused deletes, and one for what a start may move. */
const ENOUGH = 2

export class Spare {
  #records: readonly SceneRecord[] = []

  /** Keeps a record that has served; false where there are enough. */
  keeps(record: SceneRecord): boolean {
    if (this.#records.length >= ENOUGH) return false
    this.#records = [...this.#records, record]
    return true
  }

  /** One that still stands, and is kept no more; undefined where no more than so many are left. */
  take(left = 0): SceneRecord | undefined {
    const alive = this.#records.filter((record) => record.alive)
    const [one, ...others] = alive
    if (!one || alive.length <= left) return undefined
    this.#records = others
    return one
  }
}
