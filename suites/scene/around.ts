/** The records around a write, as they were last seen. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { identifierField, lifeOf } from '../../schemas/registry.ts'
import { isTransient } from '../target/not-now.ts'
import type { Patience } from '../target/patience.ts'
import { statusOf } from '../values/status.ts'
import type { Caller } from './call.ts'
import type { SceneRecord } from './made.ts'

/** What a read showed of a record. */
export interface RecordSnapshot {
  readonly exchange: Exchange
  /** The record's object; undefined where the response shows no such record. */
  readonly record: Readonly<Record<string, unknown>> | undefined
  /** The read was refused, had a temporary response or none: it says nothing of the record. */
  readonly isSilent?: boolean
}

/** The status that a read showed of a record; undefined where it showed none. */
export const statusIn = (snapshot: RecordSnapshot | undefined): unknown => statusOf(snapshot?.record)

/** Whether a read says that the record is not there: it got a response, and that shows no such record. */
export const isGone = ({ record, isSilent }: RecordSnapshot): boolean => record === undefined && isSilent !== true

/** What `one` showed of a record. */
export function recordSnapshotOf({ kind, id }: SceneRecord, exchange: Exchange, caller: Caller): RecordSnapshot {
  const { response } = exchange
  const value = response?.json.ok && caller.success(exchange) ? response.json.value : undefined
  const isSilent = !response || isTransient(exchange) || caller.profile.isRefusal(exchange)
  return { exchange, record: recordIn(value, identifierField[kind], id), isSilent }
}

interface SeenAs {
  /** What may never be: on a target whose writes show late, it is waited for as long as they take. */
  readonly complete?: (snapshot: RecordSnapshot) => boolean
  /** `lately`: what the lane has read just now serves as the first look. */
  readonly how?: 'lately'
}

export class Around {
  /** The record that is acted on, and those that nothing should happen to. */
  readonly own: SceneRecord
  readonly others: readonly SceneRecord[]
  readonly #caller: Caller
  readonly #last = new Map<SceneRecord, RecordSnapshot>()

  /**
   * @param others those of them that may be read are watched
   * @param known which of them are still as they were first shown: the rest is seen again first
   * @param earlier who has watched some of the others up to now, and seen what they are
   */
  constructor(
    caller: Caller,
    own: SceneRecord,
    others: readonly SceneRecord[],
    known: readonly SceneRecord[] = [own, ...others],
    earlier?: Around,
  ) {
    this.#caller = caller
    this.own = own
    this.others = others.filter(({ kind }) => caller.allows(lifeOf(kind).one))
    for (const record of known) {
      const shown = record.ready ?? record.shown
      if (shown) this.#last.set(record, recordSnapshotOf(record, shown, caller))
    }
    for (const record of this.others) {
      const seen = earlier?.last(record)
      if (seen) this.#last.set(record, seen)
    }
  }

  get patience(): Patience {
    return this.#caller.patience
  }

  /** As it was last seen. */
  last(record: SceneRecord): RecordSnapshot | undefined {
    return this.#last.get(record)
  }

  /** As it was first shown to this run. */
  first(record: SceneRecord): RecordSnapshot | undefined {
    return record.shown ? recordSnapshotOf(record, record.shown, this.#caller) : undefined
  }

  /** Something was sent to it, and taken: what was seen of it is old. */
  touch(record: SceneRecord, body: unknown): void {
    this.#last.delete(record)
    if (typeof body !== 'object' || body === null) return
    for (const [field, value] of Object.entries(body)) record.written.set(field, value)
  }

  /** Sees again what has changed since it was seen. */
  async refresh(): Promise<void> {
    const stale = [this.own, ...this.others].filter((record) => record.alive && !this.#last.has(record))
    await Promise.all(stale.map((record) => this.see(record)))
  }

  /** @param how `lately`: what the lane has read just now serves as well */
  async see(record: SceneRecord, how?: 'lately'): Promise<RecordSnapshot> {
    const ask = { operation: lifeOf(record.kind).one, references: record.references }
    const exchange = await (how ? this.#caller.lately(ask) : this.#caller.call(ask))
    const snapshot = recordSnapshotOf(record, exchange, this.#caller)
    this.#last.set(record, snapshot)
    return snapshot
  }

  /**
   * Sees it until what is seen holds, or the time is over in which a write may come to be seen.
   */
  async seen(
    record: SceneRecord,
    holds: (snapshot: RecordSnapshot) => boolean,
    why: string,
    { complete, how }: SeenAs = {},
  ): Promise<RecordSnapshot> {
    const { patience } = this.#caller
    let known = how
    const ask = () => {
      const how = known
      known = undefined
      return this.see(record, how)
    }
    if (complete && patience.delay > 0) {
      const all = (snapshot: RecordSnapshot) => holds(snapshot) && complete(snapshot)
      const seen = await patience.eventually(ask, all, { why, within: patience.delay })
      if (holds(seen)) return seen
    }
    return patience.eventually(ask, holds, { why })
  }
}
