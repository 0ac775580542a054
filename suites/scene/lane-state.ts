/** What the two callers of a lane have in common: the one that judges, and the one for cleaning up. */
import type { Credential } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Profile } from '../target/profile.ts'
import { Aftermath } from './aftermath.ts'
import { carries, namedBy, sortOf } from './call-traits.ts'
import type { Creates } from './creates.ts'
import { LateChanges } from './late-changes.ts'
import { LastReads } from './last-reads.ts'
import { TakenBodies } from './taken-bodies.ts'

/** What is looked at of a call. */
interface Sent {
  readonly operation: Operation
  readonly references?: References
  readonly body?: unknown
  readonly rawBody?: string
  readonly query?: unknown
  readonly credential?: Credential
  readonly method?: 'GET'
  readonly restores?: true
}

export class LaneState {
  /** When a write was last answered with success, in milliseconds of the clock. */
  writtenAt = 0
  /** When a bad credential last carried what a read could show, in milliseconds of the clock. */
  refusedAt = 0
  /** How the lane goes before others. */
  precedence = 0
  /** Reads that were asked again for a while, and said 'not now' to the end. */
  readonly away = new Set<Operation>()
  readonly aftermath: Aftermath
  readonly reads = new LastReads()
  readonly lateChanges = new LateChanges()
  /** What its writes of each record carried. */
  readonly taken = new TakenBodies()

  readonly #lasting: Creates['lasting']

  readonly #strays: Creates['strays']

  readonly #inherited: Creates['inherited']

  constructor({ goingOn, lasting, strays, inherited }: Pick<Creates, 'goingOn' | 'inherited' | 'lasting' | 'strays'>) {
    this.aftermath = new Aftermath(goingOn)
    this.#inherited = inherited
    this.#strays = strays
    this.#lasting = lasting
  }

  /**
   * A request goes out.
   * @param lagMs how long writes of this target take to show
   * @returns to be told of its response, and whether that says what there is
   */
  begin(call: Sent, profile: Profile, lagMs: number): (exchange: Exchange, tells: boolean) => void {
    const { operation, references = {} } = call
    const { writes } = this.aftermath
    const sort = sortOf(call)
    const answered = this.reads.begin(operation, references, sort)
    const aimed = operation.act.verb === 'deletes' ? this.#lasting.aim(operation.act.kind, namedBy(call)) : null
    if (operation.method === 'POST') this.#inherited.sends(operation, references)
    const looked = sort === 'read' ? this.#strays.look(operation, references, lagMs) : this.#strays.begin(call)
    return (exchange, tells) => {
      answered(exchange, tells)
      looked(exchange, profile)
      aimed?.(exchange, profile)
      if (sort === 'read') this.#lasting.read(operation, references, exchange, profile)
      const isTaken = exchange.response !== null && profile.isSuccess(exchange.response)
      if (operation.method !== 'POST') this.#read(operation, references, exchange, writes, profile)
      else if (!call.method) this.#sent(operation, exchange, isTaken)
      if ((call.credential ?? 'right') !== 'right' && carries(exchange, operation)) this.refusedAt = Date.now()
    }
  }

  /** @param writes those that were taken before the read went out */
  #read(operation: Operation, references: References, exchange: Exchange, writes: number, profile: Profile): void {
    this.aftermath.read(operation, references, exchange, writes)
    this.#inherited.read(operation, references, exchange)
    if (writes === this.aftermath.writes) this.lateChanges.read(operation, references, exchange, profile)
  }

  /** A write was sent. */
  #sent(operation: Operation, exchange: Exchange, isTaken: boolean): void {
    this.#inherited.answered(operation, exchange, isTaken)
    if (isTaken) {
      this.writtenAt = Date.now()
      this.aftermath.wrote(operation)
      this.lateChanges.wrote(operation, exchange)
      this.taken.note(operation, exchange)
    } else if (!exchange.response) this.lateChanges.unsure()
  }
}
