/** What a record must show while wrong updates are refused: what it showed before, and what was taken since. */
import { shownIn } from '../evidence/census/shown-in.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { likeness } from '../values/likeness.ts'
import type { Body, Stage } from './stage.ts'

export interface Snapshot {
  readonly exchange: Exchange
  /** A field that is shown otherwise, in words. */
  readonly changed: string | null
}

export class Kept {
  readonly #stage: Stage
  readonly #fields: Map<string, unknown>

  private constructor(stage: Stage, fields: Map<string, unknown>) {
    this.#stage = stage
    this.#fields = fields
  }

  /** Reads the record that the operation is tried on; null where no read shows what it writes. */
  static async read(stage: Stage): Promise<Kept | null> {
    if (!stage.own || stage.makes || stage.visible.size === 0) return null
    const { record } = await stage.see(stage.own, () => true)
    if (!record) return null
    // A secret that is empty now is so as it was written: a refused one that shows later is a change.
    const fields = [...stage.visible].flatMap((field) => {
      const there = shownIn(record, stage.kind ?? '', field)
      return 'value' in there ? [[field, there.value] as const] : []
    })
    return new Kept(stage, new Map(fields))
  }

  /** An update was taken that was right in its fields. */
  took(body: Body): void {
    for (const field of this.#fields.keys()) this.#fields.set(field, body[field])
  }

  /** Looks at the record; null where nothing can be said of it. */
  async look(shrinking: boolean): Promise<Snapshot | null> {
    const { own } = this.#stage
    if (!own || this.#fields.size === 0) return null
    const changed = (record: Body) => this.#changed(record)
    const { exchange, record } = await this.#stage.see(own, (one) => !changed(one), this.#stage.patience(shrinking))
    return record ? { exchange, changed: changed(record) } : null
  }

  #changed(record: Body): string | null {
    for (const [field, value] of this.#fields) {
      const there = this.#stage.shown(record, field)
      if ('value' in there && there.value !== value && !likeness(field, value, there.value).alike)
        return `${field} is ${JSON.stringify(there.value)}, and was ${JSON.stringify(value)}`
    }
    return null
  }
}
