/** What the plain reads of a lane showed last, while the lane has sent nothing but such reads since. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { Operation } from '../../schemas/registry.ts'

/** What was read so long ago may have changed by itself, in milliseconds. */
const FRESH = 250

export class LastReads {
  readonly #shown = new Map<string, { readonly exchange: Exchange; readonly at: number }>()
  #others = 0

  /** What was read may be old. */
  forget(): void {
    this.#others++
    this.#shown.clear()
  }

  /**
   * A request goes out.
   * @param sort a plain read; what puts a value back, and leaves all else as it was; or any other, which may change what was read
   * @returns to be told of its response, and whether that says what there is
   */
  begin(
    operation: Operation,
    references: References,
    sort: 'read' | 'restores' | 'other',
  ): (exchange: Exchange, tells: boolean) => void {
    if (sort === 'other') this.forget()
    const others = this.#others
    return (exchange, tells) => {
      if (sort === 'other') this.forget()
      const key = sort === 'read' && tells ? keyOf(operation, references) : null
      // What is read between two other requests shows one state.
      if (key !== null && others === this.#others) this.#shown.set(key, { exchange, at: Date.now() })
    }
  }

  /** The response to the same read; undefined where it has to be asked again. */
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
