/** What is listed before creates whose records no text of the run's own tells: only what was not there before may be theirs. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Caller } from './call.ts'
import { listedBy } from './find-record.ts'

/** Under a record of the run's own, nobody else makes any. */
export const isUnderOwn = (kind: RecordKind) => kind === 'port' || kind === 'mount'

export class ListsBefore {
  readonly #caller: Caller
  readonly #asked = new Map<string, Promise<Exchange | null>>()
  readonly #before = new WeakMap<Exchange, Exchange>()

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** What is listed now: creates that are about to go out together share one list. */
  async list(kind: RecordKind, references: References): Promise<Exchange | null> {
    const key = `${kind} ${JSON.stringify(references)}`
    const asked = this.#asked.get(key) ?? listedBy(this.#caller, kind, references)
    this.#asked.set(key, asked)
    try {
      return await asked
    } finally {
      if (!isUnderOwn(kind)) this.#asked.delete(key)
    }
  }

  /** What was listed before a create was sent, by its response. */
  of(exchange: Exchange): Exchange | undefined {
    return this.#before.get(exchange)
  }

  /** A create was answered: what it may have made stands in no earlier list. */
  answered(kind: RecordKind, exchange: Exchange, before: Exchange | null): void {
    if (before) this.#before.set(exchange, before)
    const { response } = exchange
    const isRefused = response !== null && response.status >= 400 && response.status < 500
    if (isRefused) return
    for (const key of this.#asked.keys()) if (key.startsWith(`${kind} `)) this.#asked.delete(key)
  }
}
