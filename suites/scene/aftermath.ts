/** Whether what a deploy or a start sets going goes on after its response: then a record's status moves by itself for a while. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import { statusOf } from '../values/status.ts'

/** What the lanes of a run have seen of it together. */
export interface GoingOn {
  /** A status moved while nothing was written. */
  seen: boolean
  /** The first lane that began a deploy, or something else, watches it; all others wait for what that shows. */
  readonly watched: { deploy?: Promise<void>; other?: Promise<void> }
  /** How long it took to move when that was waited for last, in milliseconds. */
  took?: number
}

/** Watches the reads of one lane: of the same record, with no write taken between them, they show the same status. */
export class Aftermath {
  readonly #goingOn: GoingOn
  readonly #shown = new Map<string, unknown>()
  #hasBegun = false
  #writes = 0

  constructor(goingOn: GoingOn) {
    this.#goingOn = goingOn
  }

  /** How many writes of the lane were taken. */
  get writes(): number {
    return this.#writes
  }

  wrote({ effect }: Operation): void {
    this.#writes++
    this.#shown.clear()
    if (effect === 'deploy') this.#hasBegun = true
  }

  /** @param writes those that were taken before the read went out: of what is taken meanwhile, it may show either state */
  read(operation: Operation, references: References, { response }: Exchange, writes: number): void {
    const { kind } = operation.act
    if (!this.#hasBegun || this.#goingOn.seen || !readsRecord(operation) || !isRecordKind(kind)) return
    const id = references[identifierField[kind]]
    if (writes !== this.#writes || id === undefined || !response?.json.ok) return
    const status = statusOf(recordIn(response.json.value, identifierField[kind], id))
    if (this.#shown.has(id) && this.#shown.get(id) !== status) this.#goingOn.seen = true
    this.#shown.set(id, status)
  }
}
