/** What the plain reads of a lane showed last, while the lane has sent nothing but such reads since. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { Operation } from '../../schemas/registry.ts'

/** What was read so long ago may have changed by itself, in milliseconds. */
const FRESH = 100

export class LastReads {
  readonly #shown = new Map<string, { readonly exchange: Exchange; readonly at: number }>()
  #others = 0

  /** How many other requests of the lane went out or were answered: what is read between two of them shows one state. */
  get others(): number {
    return this.#others
  }

  /** Another request goes out, or was answered: it may have changed what was read. */
  forget(): void {
    this.#others++
    this.#shown.clear()
  }

  /** @param others how many other requests there had been when the read went out */
  keep(operation: Operation, references: References, exchange: Exchange, others: number): void {
    const key = keyOf(operation, references)
    if (key !== null && others === this.#others) this.#shown.set(key, { exchange, at: Date.now() })
  }

  /** The answer to the same read; undefined where it has to be asked again. */
  last(operation: Operation, references: References): Exchange | undefined {
    const key = keyOf(operation, references)
    const shown = key === null ? undefined : this.#shown.get(key)
    return shown && Date.now() - shown.at <= FRESH ? shown.exchange : undefined
  }
}

/** What a read asks for; null: that is not known before it is sent. */
function keyOf({ id, query }: Operation, references: References): string | null {
  const asked = query.filter(({ required }) => required).map(({ name }) => references[name])
  return asked.includes(undefined) ? null : JSON.stringify([id, asked])
}
