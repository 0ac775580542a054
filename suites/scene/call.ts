import type { Client } from '../../fixtures/http/client.ts'
import type { Exchange, Sending } from '../../fixtures/http/exchange.ts'
import type { Journal } from '../../fixtures/journal.ts'
import { optionalValue, validBody, validQuery, type References } from '../../fixtures/payload/payload.ts'
import { formOf } from '../../fixtures/payload/draw.ts'
import { values, type Values } from '../../fixtures/payload/values.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Leftover } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { isPlainRead, namesOf, onceOnly, type Call } from './call-traits.ts'
import type { Creates } from './creates.ts'
import { asQuery, formed, withMadeUp } from './formed.ts'
import type { Gate } from './gate.ts'
import { LaneState } from './lane-state.ts'
import type { LateChanges } from './late-changes.ts'
import { listing, lookupPath } from './lookup.ts'
import { isTransient, mayAnswerSoon, tellsNothing } from '../target/not-now.ts'
import type { Profile } from '../target/profile.ts'
import { allForbidden, leftOut } from '../target/offered.ts'
import type { Patience } from '../target/patience.ts'

/** How long a plain read that says 'not now' is asked again, in milliseconds. */
const SOON = 120

/** What all lanes of a run have in common. */
export interface Shared {
  readonly options: RunOptions
  readonly client: Client
  readonly profile: Profile
  readonly journal: Journal
  readonly patience: Patience
  readonly creates: Creates
  readonly gate: Gate
  /** Told what was made and could not be deleted, or was changed and could not be put back. */
  readonly leave: (leftover: Leftover) => void
}

/** Sends calls for one lane: its own values, the run's one connection. */
export class Caller {
  readonly options: RunOptions
  readonly client: Client
  readonly profile: Profile
  readonly journal: Journal
  readonly patience: Patience
  readonly creates: Creates
  readonly #gate: Gate
  readonly leave: Shared['leave']
  readonly values: Values
  /**
   * The same caller for cleaning up: what it sends goes out although the run has been stopped. A caller of its own, since
   * others of the lane may be sending meanwhile.
   */
  readonly sure: Caller
  readonly #insistent: boolean
  readonly #lane: LaneState
  readonly taken: LaneState['taken']
  /** Why nothing is sent to an operation, by each of them. */
  readonly #forbidden: ReadonlyMap<Operation, string>

  constructor(shared: Shared, lane: string, normal?: Caller) {
    this.options = shared.options
    this.client = shared.client
    this.profile = shared.profile
    this.journal = shared.journal
    this.patience = shared.patience
    this.creates = shared.creates
    this.#gate = shared.gate
    this.leave = shared.leave
    this.values = normal?.values ?? values(shared.options.run, shared.options.seed, lane)
    this.#insistent = normal !== undefined
    this.#lane = normal ? normal.#lane : new LaneState(shared.creates)
    this.taken = this.#lane.taken
    this.#forbidden = normal ? normal.#forbidden : allForbidden(shared.options)
    this.sure = normal ? this : new Caller(shared, lane, this)
  }

  /**
   * Of all that waits to be sent, what belongs to the lane with the most left to do goes first: so they end together.
   * @param waitMs how long the lane waits at its end: others, two requests at a time, send meanwhile
   */
  hasLeft(work: number, waitMs = 0): void {
    this.#lane.precedence = work + 2 * this.patience.sentIn(waitMs, this.client.requests, this.options.concurrency)
  }

  /** Does something while no other lane of the run writes. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    return this.#gate.hold(this.#lane, act)
  }

  allows(operation: Operation): boolean {
    return this.forbids(operation) === null
  }

  /** Why nothing is sent to an operation; null: it may be. */
  forbids(operation: Operation): string | null {
    return this.#forbidden.get(operation) ?? null
  }

  get destructive(): boolean {
    return this.options.allow.includes('destructive')
  }

  validBody(operation: Operation, references: References): Readonly<Record<string, unknown>> | undefined {
    const body = validBody(operation, this.options.target, this.values, references)
    const wanted = this.creates.wanting.get(operation)
    return body && wanted ? { ...body, ...wanted(this.values.name()) } : body
  }

  /**
   * Sends it; again while the target says 'not now', where all has to be left as it was, as long as a write may take, and of a plain read
   * for a moment.
   * @throws Inconclusive where nothing may be sent to the operation
   */
  async call(call: Call): Promise<Exchange> {
    const answered = this.#lane.begin(call, this.profile, this.patience.delay)
    const send = () => this.#send(call)
    const why = 'the target to be ready again'
    const exchange = await (this.#insistent
      ? this.patience.eventually(send, (one) => !isTransient(one), { why, teaches: null })
      : isPlainRead(call)
        ? this.#readSoon(call, send, why)
        : send())
    answered(exchange, !tellsNothing(exchange, this.profile))
    return exchange
  }

  /** Of an operation that said nothing else all the time, nothing else is waited for until it does. */
  async #readSoon({ operation }: Call, send: () => Promise<Exchange>, why: string): Promise<Exchange> {
    const { away } = this.#lane
    const answers = (one: Exchange) => !mayAnswerSoon(one, this.profile)
    const within = away.has(operation) ? 0 : SOON
    const exchange = await this.patience.eventually(send, answers, { why, within, teaches: null })
    if (answers(exchange)) away.delete(operation)
    else away.add(operation)
    return exchange
  }

  /** The same of a plain read, but for what the lane has read just now: nothing else was sent since, so nothing is asked again. */
  async lately(call: Pick<Call, 'operation' | 'references'>): Promise<Exchange> {
    return this.#lane.reads.last(call.operation, call.references ?? {}) ?? this.call(call)
  }

  /** Waits until whatever the lane's last refused request set going, of which nothing may ever show, has come to be seen. */
  late(): Promise<void> {
    return this.patience.late(this.#lane.refusedAt)
  }

  /** What changed in this lane after a deploy, a start or a stop was answered. */
  get lateChanges(): LateChanges {
    return this.#lane.lateChanges
  }

  /** Waits until the lane's last write must have come to be seen: what is looked at next stands still. */
  async quiet(): Promise<void> {
    const left = this.#lane.writtenAt + this.patience.lag - Date.now()
    if (left <= 0) return
    await this.patience.rest(left, 'earlier writes to show')
    this.#lane.reads.forget()
  }

  #send(call: Call): Promise<Exchange> {
    const { operation, references = {}, madeUp = {} } = call
    // The last gate: whatever asked for it, what is not allowed is not sent, and what needs its response is not decided.
    const why = this.forbids(operation)
    if (why !== null) throw leftOut(operation, why)
    const body = 'body' in call ? call.body : withMadeUp(this.validBody(operation, references), madeUp)
    const query = call.method ? asQuery(body) : this.#query(call)
    const send = () =>
      this.client.send({
        // What an address in another form answers, or another method, is no operation's answer.
        operation: call.credential === 'other-address' || call.method ? null : operation.id,
        method: call.method ?? operation.method,
        path: operation.path,
        insistent: this.#insistent,
        precedence: this.#lane.precedence,
        draw: call.draw ?? formOf(operation),
        repeatable: !onceOnly(operation) || (call.credential ?? 'right') !== 'right',
        query,
        ...(call.encode === undefined ? {} : { encode: call.encode }),
        taken: namesOf(operation),
        ...(body === undefined ? {} : { body }),
        ...(call.rawBody === undefined ? formed(body, call.form) : { rawBody: call.rawBody }),
        ...(call.together === undefined ? {} : { together: call.together }),
        ...(call.credential === undefined ? {} : { credential: call.credential }),
        ...(call.tokenLocation === undefined ? {} : { tokenLocation: call.tokenLocation }),
        ...(call.headers === undefined ? {} : { headers: call.headers }),
        ...(call.chunked === undefined ? {} : { chunked: call.chunked }),
        ...(call.announce === undefined ? {} : { announce: call.announce }),
      })
    return operation.method === 'GET' || call.awaited ? send() : this.#gate.pass(this.#lane, send)
  }

  #query({ operation, references = {}, madeUp = {}, query, filled }: Call): Readonly<Record<string, string>> {
    const { target } = this.options
    const all = {
      ...withMadeUp(validQuery(operation, target, this.values, references), madeUp),
      ...(filled === undefined ? {} : { [filled]: optionalValue(filled, target, this.values, references) }),
      ...query,
    }
    const sent: Record<string, string> = {}
    for (const [name, value] of Object.entries(all)) if (value !== undefined) sent[name] = value
    return sent
  }

  /** Sends what is no operation's, in its turn among all that the lane sends: else it waits for all other lanes. */
  ask(sending: Sending): Promise<Exchange> {
    return this.client.send({ ...sending, precedence: this.#lane.precedence })
  }

  success(exchange: Exchange): boolean {
    return exchange.response !== null && this.profile.isSuccess(exchange.response)
  }

  /** Where records of a kind are listed: as the target file says, or by an operation that lists them; null: nowhere. */
  async lookup(kind: RecordKind, references: References): Promise<Exchange | null> {
    const path = lookupPath(kind, this.options.target, references)
    if (path !== null)
      return this.ask({ operation: null, method: 'GET', path, verbatim: true, insistent: this.#insistent })
    const call = listing(kind, references)
    return call && this.allows(call.operation) ? this.call(call) : null
  }
}
