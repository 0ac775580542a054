import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn } from '../../fixtures/payload/find.ts'
import { saysAway } from '../../fixtures/http/presence.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Leftover } from '../../schemas/report.ts'
import type { Call } from './call-traits.ts'
import type { Caller } from './call.ts'
import { isUnderOwn, ListsBefore } from './lists-before.ts'
import type { BodyOf, CreateOutcome, SceneRecord, CreateFailure } from './made.ts'
import { dispose, emptied, isGoneNow } from './dispose.ts'
import { failedCreate, nameIn, whyLost, withheld, type Unanswered } from './create.ts'
import { confirmRecord, findRecord, isOfRun, isUnknown, ownTexts, recordOf, valueIn } from './find-record.ts'
import { mayStand, notMade, remember } from './creates.ts'
import { prepared } from './prepare.ts'
import { Secondaries } from './secondaries.ts'
import { shows } from '../target/profile.ts'
import { saysItFailed } from '../target/server-failed.ts'

/** The records of a lane: each journalled before it is made, and deleted last-made-first. */
export class Scene {
  readonly #caller: Caller
  readonly #alive: SceneRecord[] = []
  readonly #lost: Leftover[] = []
  readonly #lists: ListsBefore
  readonly secondaries = new Secondaries()
  /** Creates that drew no response: what they may have made is looked for. */
  readonly #unanswered: Unanswered[] = []
  /** Creates at which the target failed: it may have made them all the same. */
  readonly #failed: Pick<Unanswered, 'kind' | 'name' | 'parents'>[] = []

  constructor(caller: Caller) {
    this.#caller = caller
    this.#lists = new ListsBefore(caller)
  }

  /** Why a create is sent no more, if so. */
  closed(by: Operation): CreateFailure | undefined {
    return this.#caller.creates.closed.get(by)
  }

  /** Makes a record to go on with; `bodyOf`: what is sent instead of the valid body. */
  async make(kind: RecordKind, references: References = {}, bodyOf: BodyOf = (valid) => valid): Promise<CreateOutcome> {
    const by = lifeOf(kind).create
    const { probed } = this.#caller.creates
    // The first create of a kind shows whether its records can be found; all others wait for it.
    const first = probed.get(by)
    if (first) return first.then(() => this.#make(by, kind, references, bodyOf))
    const creating = this.#make(by, kind, references, bodyOf, { awaited: true })
    const done = creating.catch(() => undefined)
    probed.set(by, done)
    return creating
  }

  async #make(
    by: Operation,
    kind: RecordKind,
    references: References,
    bodyOf: BodyOf = (valid) => valid,
    call: Pick<Call, 'awaited'> = {},
  ): Promise<CreateOutcome> {
    const forbidden = this.#caller.forbids(by)
    if (forbidden !== null) return withheld(by, kind, forbidden)
    const closed = this.closed(by)
    if (closed) return { ...closed, exchange: null }
    const send = async () => {
      const body = bodyOf(this.#caller.validBody(by, references) ?? {})
      return { body, ...(await this.send(by, kind, references, { ...call, body })) }
    }
    let sent = await send()
    // A response that never came and comes the second time decides nothing (docs/judgement.md, rule 20), nor does a server's failure.
    const { response } = sent.exchange
    if (!response || saysItFailed(response.status) || saysAway(response)) sent = await send()
    const { body, exchange, name } = sent
    if (!exchange.response)
      return failedCreate(by, exchange, `${by.id} was not answered: ${exchange.failure ?? 'no reason'}`)
    if (!this.#caller.success(exchange))
      return failedCreate(by, exchange, `${by.id} answered ${exchange.response.status}, so no ${kind} could be created`)
    const record = await this.adopt(by, kind, exchange, name, references)
    for (const [field, value] of Object.entries(body)) record?.written.set(field, value)
    const unprepared = record && (await prepared(record, exchange, this.#caller))
    if (unprepared) return unprepared
    return record ? { record, exchange } : (this.closed(by) ?? failedCreate(by, exchange, 'its record was not found'))
  }

  /** Makes a record although the last one of its kind could not be read: what was seen twice is no accident. */
  async makeAgain(kind: RecordKind, references: References): Promise<CreateOutcome> {
    const by = lifeOf(kind).create
    this.#caller.creates.closed.delete(by)
    return this.#make(by, kind, references)
  }

  /** Sends a create, with any credential. What it makes is to be adopted. */
  async send(by: Operation, kind: RecordKind, references: References, call: Partial<Call> = {}) {
    const body = 'body' in call ? call.body : this.#caller.validBody(by, references)
    const name = nameIn(body)
    // What never goes out, because the run is stopped before its turn, makes nothing.
    const under = isUnderOwn(kind) ? { under: references } : {}
    const announce = () => this.#caller.journal.write({ event: 'create', kind, name, ...under })
    // What has no text of the run's own is known by not having been there before.
    const before =
      ownTexts(body, this.#caller.options.run).length === 0 ? await this.#lists.list(kind, references) : null
    const exchange = await this.#caller.call({ operation: by, references, body, announce, ...call })
    this.#lists.answered(kind, exchange, before)
    if (exchange.unsent) this.#caller.journal.write({ event: 'unmade', kind, name })
    else if (!exchange.response) this.#unanswered.push({ kind, name, parents: references, exchange })
    else if (!this.#caller.success(exchange)) {
      this.#caller.journal.write({ event: 'unmade', kind, name })
      if (mayStand(kind, name, exchange, this.#caller.creates)) this.#failed.push({ kind, name, parents: references })
    }
    return { exchange, name }
  }

  /**
   * Finds what a create made, so that it can be used, and will be deleted; null where it made nothing or can't be found.
   * @param reads where to put the reads of it, when it is one of many: then one that is not found closes nothing
   */
  async adopt(by: Operation, kind: RecordKind, made: Exchange, name: string, parents: References, reads?: Exchange[]) {
    if (!this.#caller.success(made)) return null
    // Even when the run is being stopped: what was made has to be known to be deleted.
    const known = { name, parents, before: this.#lists.of(made) }
    const { record, sole, unread } = await findRecord(this.#caller, kind, made, known, reads)
    if (record) {
      this.#caller.journal.write({ event: 'created', kind, name, id: record.id })
      this.#stands(record)
      return record
    }
    const why = `${by.id} succeeded, but nothing shows the identifier of the new ${kind}`
    // An identifier that could not be confirmed is not worked with; but nobody else's can stand alone in that answer.
    if (sole !== undefined) this.#stands(recordOf(kind, name, sole, made, null))
    else {
      this.#caller.journal.write({ event: 'answered', kind, name })
      this.#lost.push({ kind, name, id: null, why })
    }
    if (reads) return null
    this.#caller.creates.closed.set(by, {
      record: null,
      exchange: made,
      reason: why,
      supply: `lookup.${kind}.path in the target file: a path whose response shows the record by its unique name`,
      exchanges: [made],
      ...(unread ? { unread } : {}),
    })
    return null
  }

  /** Deletes what a listing shows under any of these names: made by requests that should have made nothing. */
  async sweep(kind: RecordKind, names: readonly string[], listing: Exchange): Promise<void> {
    for (const name of names.filter((one) => shows(listing, one))) {
      // Another of the run's own may have the same name.
      const isKnown = this.#alive.some((one) => one.kind === kind && one.name === name)
      const candidates = notMade(identifiersIn(valueIn(listing), identifierField[kind], name), this.#caller.creates)
      const { record } = await confirmRecord(this.#caller, kind, name, listing, candidates)
      if (record) this.#stands(record)
      // A number that stands in a list may be anything.
      else if (name.includes(this.#caller.options.run) && !isKnown)
        this.#lost.push({ kind, name, id: null, why: 'it is listed, but no identifier of it could be found' })
      if (record) await this.dispose(record)
    }
  }

  /** Deletes a record. */
  async remove(record: SceneRecord, call: Partial<Call> = {}, caller = this.#caller): Promise<Exchange> {
    const { remove } = lifeOf(record.kind)
    this.#caller.creates.bystanders.delete(record)
    this.#caller.journal.write({ event: 'delete', kind: record.kind, name: record.name, id: record.id })
    const exchange = await caller.call({ operation: remove, references: record.references, ...call })
    if (this.#caller.success(exchange)) {
      this.#caller.creates.deletable.add(record.kind)
      record.removed = exchange
      this.#gone(record)
    }
    return exchange
  }

  #gone(record: SceneRecord): void {
    record.alive = false
    this.#caller.journal.write({ event: 'deleted', kind: record.kind, name: record.name, id: record.id })
  }

  #stands(record: SceneRecord): void {
    this.#alive.push(record)
    remember(record, this.#caller.creates)
  }
  /** What it made and did not delete. */
  get alive(): readonly SceneRecord[] {
    return this.#alive.filter(({ alive }) => alive)
  }

  /** What it made of a kind and a read has shown, whether it stands or not. */
  shown(kind: RecordKind): readonly SceneRecord[] {
    return this.#alive.filter((record) => record.kind === kind && record.shown !== null)
  }

  /** Deletes all that is left, last-made-first, and says what could not be. */
  async close(): Promise<readonly Leftover[]> {
    for (const one of this.#unanswered.splice(0)) await this.#seek(one)
    const alike = Map.groupBy(this.#failed.splice(0), ({ kind, parents }) => JSON.stringify([kind, parents]))
    for (const failed of alike.values()) await this.#sweepFailed(failed)
    for (const record of this.#alive.toReversed()) if (record.alive) await this.dispose(record)
    // What could not be deleted by itself may have gone with its parent.
    for (const record of this.#alive) if (record.alive) await this.#lookAgain(record)
    const why = 'its delete was not answered with success'
    return this.#lost.concat(this.alive.map(({ kind, name, id }) => ({ kind, name, id, why })))
  }

  /** Deletes what failed creates of one kind have made under the same parents, where a list shows it. */
  async #sweepFailed(failed: readonly Pick<Unanswered, 'kind' | 'name' | 'parents'>[]): Promise<void> {
    const [first] = failed
    const listing = first && (await this.#caller.sure.lookup(first.kind, first.parents))
    if (!listing || !this.#caller.success(listing)) return
    const names = failed.map(({ name }) => name)
    await this.sweep(first.kind, names, listing)
  }

  /** Looks for what a create that drew no response may have made. What bears no text of the run's own may be anybody's, and stays. */
  async #seek({ kind, name, parents, exchange }: Unanswered): Promise<void> {
    const own = ownTexts(exchange.asked?.body, this.#caller.options.run)
    const marks = name === '' ? own : [name]
    const before = this.#lists.of(exchange)
    const listing = marks.length > 0 || before ? await this.#caller.sure.lookup(kind, parents) : null
    const listed = listing && this.#caller.success(listing) ? listing : null
    const mark = listed && marks.find((one) => shows(listed, one))
    if (listed && mark) return this.sweep(kind, [mark], listed)
    const isNobodys = before && listed && (await isOfRun(this.#caller, kind, parents, before, listed))
    // What hangs on a record of the run's own goes with it, and is gone with one that is gone.
    const isUnderGone = listing && 'applicationId' in parents && isUnderOwn(kind) && isUnknown(this.#caller, listing)
    if ((listed && (marks.length > 0 || isNobodys || isUnderOwn(kind))) || isUnderGone)
      this.#caller.journal.write({ event: 'unmade', kind, name })
    else this.#lost.push({ kind, name, id: null, why: whyLost(exchange) })
  }

  /** Deletes a record for good, or finds that it is gone already. */
  dispose(record: SceneRecord): Promise<void> {
    const caller = this.#caller.sure
    const look = (removed: Exchange) => this.#lookAgain(record, removed)
    return dispose(record, caller, () => this.remove(record, {}, caller), { look, empty: () => emptied(record, this) })
  }

  async #lookAgain(record: SceneRecord, removed?: Exchange): Promise<void> {
    if (await isGoneNow(record, this.#caller.sure, removed)) this.#gone(record)
  }
}
