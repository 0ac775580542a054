import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn, type Candidate } from '../../fixtures/payload/find.ts'
import type { Pointers } from '../../fixtures/payload/payload.ts'
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Leftover } from '../../schemas/report.ts'
import type { Call, Caller } from './call.ts'
import type { CreateOutcome, SceneRecord, CreateFailure } from './made.ts'
import { appName, nameIn, showsAnother, unmade } from './create.ts'
import { sameSort, shows, sortOf } from '../target/profile.ts'

interface Found {
  readonly record: SceneRecord | null
  /** The read that did not know the one identifier that the create answered. */
  readonly unread?: Exchange
}

/** The records of a lane: each journalled before it is made, and deleted last-made-first. */
export class Scene {
  readonly #caller: Caller
  readonly #alive: SceneRecord[] = []
  readonly #lost: Leftover[] = []

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Why a create is sent no more, if so. */
  closed(by: Operation): CreateFailure | undefined {
    return this.#caller.creates.closed.get(by)
  }

  /** Makes a record to go on with; `alike`: values that it has in common with another. */
  async make(
    kind: RecordKind,
    pointers: Pointers = {},
    alike: Readonly<Record<string, unknown>> = {},
  ): Promise<CreateOutcome> {
    const by = lifeOf(kind).create
    const { probed } = this.#caller.creates
    // The first create of a kind shows whether its records can be found; all others wait for it.
    const first = probed.get(by)
    const making = first
      ? first.then(() => this.#make(by, kind, pointers, alike))
      : this.#make(by, kind, pointers, alike)
    if (!first)
      probed.set(
        by,
        making.catch(() => undefined),
      )
    return making
  }

  async #make(
    by: Operation,
    kind: RecordKind,
    pointers: Pointers,
    alike: Readonly<Record<string, unknown>>,
  ): Promise<CreateOutcome> {
    const closed = this.closed(by)
    if (closed) return { ...closed, exchange: null }
    const body = { ...this.#caller.validBody(by, pointers), ...alike }
    const { exchange, name } = await this.send(by, kind, pointers, { body })
    if (!exchange.answer) return unmade(by, exchange, `${by.id} was not answered: ${exchange.failure ?? 'no reason'}`)
    if (!this.#caller.success(exchange))
      return unmade(by, exchange, `${by.id} answered ${exchange.answer.status}, so there is no ${kind} to go on with`)
    const record = await this.adopt(by, kind, exchange, name, pointers)
    for (const [field, value] of Object.entries(body)) record?.written.set(field, value)
    return record ? { record, exchange } : (this.closed(by) ?? unmade(by, exchange, 'its record was not found'))
  }

  /** Sends a create, with any credential. What it makes is to be adopted. */
  async send(by: Operation, kind: RecordKind, pointers: Pointers, call: Partial<Call> = {}) {
    const body = 'body' in call ? call.body : this.#caller.validBody(by, pointers)
    const name = nameIn(body)
    this.#caller.journal.write({ event: 'create', kind, name })
    const exchange = await this.#caller.call({ operation: by, pointers, body, ...call })
    if (!exchange.answer)
      this.#lost.push({ kind, name, id: null, why: `the create was never answered (${exchange.failure ?? ''})` })
    else if (!this.#caller.success(exchange)) this.#caller.journal.write({ event: 'unmade', kind, name })
    return { exchange, name }
  }

  /**
   * Finds what a create made, so that it can be used, and will be deleted; null where it made nothing or can't be found.
   * @param reads where to put the reads of it, when it is one of many: then one that is not found closes nothing
   */
  async adopt(by: Operation, kind: RecordKind, made: Exchange, name: string, parents: Pointers, reads?: Exchange[]) {
    if (!this.#caller.success(made)) return null
    // Even when the run is being stopped: what was made has to be known to be deleted.
    const { record, sole, unread } = await this.#find(kind, name, made, parents, reads)
    if (record) {
      this.#caller.journal.write({ event: 'created', kind, name, id: record.id })
      this.#alive.push(record)
      return record
    }
    const why = `${by.id} answered success, but where its ${kind} is to be found is not shown`
    // An identifier that could not be confirmed is not worked with; but nobody else's can stand alone in that answer.
    if (sole !== undefined) this.#alive.push(this.#record(kind, name, sole, made, null))
    else this.#lost.push({ kind, name, id: null, why })
    if (reads) return null
    this.#caller.creates.closed.set(by, {
      record: null,
      exchange: made,
      reason: why,
      supply: `lookup.${kind}.path in the target file: a path whose answer shows the record by its unique name`,
      exchanges: [made],
      ...(unread ? { unread } : {}),
    })
    return null
  }

  /** Deletes what a listing shows under any of these names: made by requests that should have made nothing. */
  async sweep(kind: RecordKind, names: readonly string[], listing: Exchange): Promise<void> {
    const value = listing.answer?.json.ok ? listing.answer.json.value : undefined
    for (const name of names.filter((one) => shows(listing, one))) {
      const { record } = await this.#confirm(kind, name, listing, identifiersIn(value, identifierField[kind], name))
      if (record) this.#alive.push(record)
      else this.#lost.push({ kind, name, id: null, why: 'made by a refused request, and not to be found' })
      if (record) await this.dispose(record)
    }
  }

  /** The record that a create made: its identifier in the answer, or by lookup, confirmed by `one`. */
  async #find(
    kind: RecordKind,
    name: string,
    made: Exchange,
    parents: Pointers,
    reads: Exchange[] = [],
  ): Promise<Found & { sole: string | undefined }> {
    const field = identifierField[kind]
    const candidates = identifiersIn(made.answer?.json.ok ? made.answer.json.value : undefined, field, name)
    const sole = candidates.find((candidate) => candidate.sole)?.id
    const confirmed = await this.#confirm(kind, name, made, candidates, reads)
    if (confirmed.record || name === '') return { ...confirmed, sole }
    const listing = await this.#caller.sure.lookup(kind, parents)
    const bearing = listing?.answer?.json.ok && shows(listing, name) ? listing.answer.json.value : undefined
    if (bearing === undefined) return { ...confirmed, sole }
    const again = await this.#confirm(kind, name, made, identifiersIn(bearing, field, name), reads)
    return { ...confirmed, ...again, sole }
  }

  #record(kind: RecordKind, name: string, id: string, made: Exchange, shown: Exchange | null): SceneRecord {
    const pointers = { [identifierField[kind]]: id, ...appName(...(shown ? [shown] : []), made) }
    return { kind, name, id, pointers, made, shown, written: new Map(), alive: true }
  }

  /**
   * The candidate whose record is surely ours: it shows the unique name, or, where none is shown or none was given, it is
   * the one identifier that the create answered with.
   */
  async #confirm(
    kind: RecordKind,
    name: string,
    made: Exchange,
    candidates: readonly Candidate[],
    reads: Exchange[] = [],
  ): Promise<Found> {
    const { one } = lifeOf(kind)
    const read = async (id: string, patience: 'once' | 'settle') => {
      if (!this.#caller.allows(one)) return made
      const ask = () => this.#caller.sure.call({ operation: one, pointers: { [identifierField[kind]]: id } })
      const there = (exchange: Exchange) => this.#caller.success(exchange) && shows(exchange, id)
      return patience === 'once'
        ? ask()
        : this.#caller.patience.eventually(ask, there, { why: 'a created record to be read' })
    }
    // All once, then the likeliest for as long as a write may take to be seen.
    const rounds = candidates.slice(0, 4).map((candidate) => ({ candidate, patience: 'once' as const }))
    const patient = candidates.slice(0, 1).map((candidate) => ({ candidate, patience: 'settle' as const }))
    let unread: Exchange | undefined
    for (const { candidate, patience } of [...rounds, ...patient]) {
      const { id, sole } = candidate
      const shown = await read(id, patience)
      if (shown !== made) reads.push(shown)
      unread =
        sole &&
        (this.#unknown(shown) || (this.#caller.success(shown) && showsAnother(shown, identifierField[kind], id)))
          ? shown
          : undefined
      if (!this.#caller.success(shown)) continue
      const ours = name !== '' && shows(shown, name)
      if (!ours && !(sole && shows(shown, id))) continue
      return { record: this.#record(kind, name, id, made, shown === made ? null : shown) }
    }
    return { record: null, ...(unread ? { unread } : {}) }
  }

  /** Whether an answer is how this target speaks of identifiers that nobody has. */
  #unknown(exchange: Exchange): boolean {
    const own = sortOf(exchange)
    return this.#caller.profile.unknownIds.some((one) => sameSort(one, own))
  }

  /** Deletes a record; true once the target says that it did. */
  async remove(record: SceneRecord, call: Partial<Call> = {}, caller = this.#caller): Promise<Exchange> {
    const { remove } = lifeOf(record.kind)
    this.#caller.creates.bystanders.delete(record)
    this.#caller.journal.write({ event: 'delete', kind: record.kind, name: record.name, id: record.id })
    const exchange = await caller.call({ operation: remove, pointers: record.pointers, ...call })
    if (exchange.answer && this.#caller.profile.isSuccess(exchange.answer)) {
      record.alive = false
      this.#caller.journal.write({ event: 'deleted', kind: record.kind, name: record.name, id: record.id })
    }
    return exchange
  }

  /** Deletes all that is left, last-made-first, and says what could not be. */
  async close(): Promise<readonly Leftover[]> {
    for (const record of this.#alive.toReversed()) if (record.alive) await this.dispose(record)
    // What could not be deleted by itself may have gone with its parent.
    for (const record of this.#alive) if (record.alive) await this.#lookAgain(record)
    const kept = this.#alive.filter((record) => record.alive)
    return [
      ...this.#lost,
      ...kept.map(({ kind, name, id }) => ({ kind, name, id, why: 'its delete was not answered with success' })),
    ]
  }

  /** Deletes a record for good, or finds that it is gone already. */
  async dispose(record: SceneRecord): Promise<void> {
    await this.remove(record, {}, this.#caller.sure)
    if (record.alive) await this.#lookAgain(record)
  }

  /** An error to a delete may mean that the record is gone already. */
  async #lookAgain(record: SceneRecord): Promise<void> {
    const shown = await this.#caller.sure.call({ operation: lifeOf(record.kind).one, pointers: record.pointers })
    if (!this.#unknown(shown) && !(this.#caller.success(shown) && !shows(shown, record.id))) return
    record.alive = false
    this.#caller.journal.write({ event: 'deleted', kind: record.kind, name: record.name, id: record.id })
  }
}
