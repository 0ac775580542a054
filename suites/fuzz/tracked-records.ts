/** Records of one sequence or one race, what was written on them, and what a read must show. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { identifierField, lifeOf } from '../../schemas/registry.ts'
import { Breach, inWords } from '../claim/finding.ts'
import { saysUnknown, sortOf } from '../target/profile.ts'
import { saysGone } from '../values/says-gone.ts'
import { isUnset, rivalsOf } from '../values/sources.ts'
import type { SceneRecord } from '../scene/made.ts'
import { likeness } from '../values/likeness.ts'
import type { Body, Stage } from './stage.ts'

export interface TrackedRecord {
  readonly record: SceneRecord
  /** By field: the values of which one must be shown. */
  readonly held: Map<string, readonly unknown[]>
  /** By operation: what it wrote first. */
  readonly written: Map<string, Body>
  /** `lost`: nothing is said of it any more. */
  state: 'alive' | 'gone' | 'lost'
}

export class TrackedRecords {
  readonly stage: Stage
  readonly records: TrackedRecord[] = []
  /** Everything that was sent, in order. */
  readonly log: Exchange[] = []
  readonly patience: number

  constructor(stage: Stage, shrinking: boolean) {
    this.stage = stage
    this.patience = stage.patience(shrinking)
  }

  /** Makes one more; nothing where it is refused. */
  async make(): Promise<TrackedRecord | null> {
    const { stage, log } = this
    const { kind, scene, references } = stage
    if (kind === null) return null
    const by = lifeOf(kind).create
    const body = stage.caller.validBody(by, references) ?? {}
    const { exchange, name } = await scene.send(by, kind, references, { body })
    log.push(exchange)
    const record = await scene.adopt(by, kind, exchange, name, references, [])
    if (!record) return null
    const held = [...stage.visible].flatMap((field) => (field in body ? [[field, [body[field]]] as const] : []))
    const subject: TrackedRecord = { record, held: new Map(held), written: new Map(), state: 'alive' }
    // The identifier of a record that is gone may be given again: then nothing is said of the former one.
    for (const former of this.records)
      if (former.state === 'gone' && former.record.id === record.id) former.state = 'lost'
    this.records.push(subject)
    return subject
  }

  /** From now on one of these values must be shown, instead of what stood there under the name that the record calls it. */
  hold({ held }: TrackedRecord, field: string, values: (before: readonly unknown[]) => readonly unknown[]): void {
    const called = this.stage.called(field)
    const now = values(held.get(field) ?? held.get(called) ?? [])
    held.delete(called)
    if (now.length === 0) held.delete(field)
    else held.set(field, now)
  }

  async read({ record }: TrackedRecord): Promise<Exchange> {
    const { one } = lifeOf(record.kind)
    const exchange = await this.stage.caller.call({ operation: one, references: record.references })
    this.log.push(exchange)
    return exchange
  }

  /** Deletes it; an error says nothing of what became of it. */
  async remove(subject: TrackedRecord): Promise<void> {
    const exchange = await this.stage.scene.remove(subject.record)
    this.log.push(exchange)
    const isGivenAgain = this.records.some((one) => one !== subject && one.record.id === subject.record.id)
    subject.state = this.stage.caller.success(exchange) && !isGivenAgain ? 'gone' : 'lost'
  }

  /** Looks at a record until it is as it must be; what is wrong where it does not come to be. */
  async look(subject: TrackedRecord): Promise<Breach | null> {
    const { stage, log } = this
    if (subject.state === 'lost') return null
    const wrong = (record: Body | undefined) => this.#wrong(subject, record)
    const holds = (record: Body) => wrong(record) === null
    if (subject.state === 'alive') {
      const { exchange, record } = await stage.see(subject.record, holds, this.patience)
      log.push(exchange)
      if (!exchange.response || (!record && !this.#unknown(exchange))) return null
      return this.#breach(wrong(record), exchange)
    }
    const { kind, id, references } = subject.record
    const ask = () => stage.caller.call({ operation: lifeOf(kind).one, references })
    const isGone = (exchange: Exchange) => {
      const there = stage.recordOf(exchange, id)
      return there === undefined || saysGone(there) || this.#isAnothers(subject, exchange)
    }
    const wait = { why: 'a deleted record to be gone', within: this.patience }
    const exchange = await stage.caller.patience.eventually(ask, isGone, wait)
    log.push(exchange)
    return isGone(exchange) ? null : this.#breach(['a deleted record not to be shown', inWords(exchange)], exchange)
  }

  /**
   * Whether the identifier of a deleted record was given to another since, by another lane or by a colleague: it shows none of the names
   * that the deleted one was shown under. Of what has no name it may be so once the run has met an identifier twice.
   */
  #isAnothers({ record, held }: TrackedRecord, { response }: Exchange): boolean {
    const before = (record.shown ?? record.made).response?.text ?? ''
    if (!before.includes(record.name)) return this.stage.caller.creates.identified.reused
    const later = [...held].flatMap(([field, values]) => (isNaming(field) ? values : []))
    const names = [record.name, ...later].filter((name) => typeof name === 'string')
    return !names.some((name) => response?.text.includes(name))
  }

  /** Whether a response is how this target speaks of what is not there, a null among them. */
  #unknown(exchange: Exchange): boolean {
    const { profile } = this.stage.caller
    const own = sortOf(exchange)
    if (own.status === 429 || own.status >= 500) return false
    return this.stage.caller.success(exchange) || saysUnknown(exchange, profile)
  }

  /** Whether a field of one source stands empty since another was saved: a record may have one source. */
  #isReplaced({ record: { kind, id } }: TrackedRecord, field: string, value: unknown): boolean {
    if (!isUnset(value)) return false
    const rivals = new Set<string>(rivalsOf(kind, field).map((one) => one.id))
    const names = ({ asked }: Exchange) => Object.values(Object(asked?.body)).includes(id)
    return this.log.some((one) => rivals.has(one.operation ?? '') && names(one))
  }

  #wrong(subject: TrackedRecord, record: Body | undefined): readonly [string, string] | null {
    const {
      record: { kind, id },
      held,
    } = subject
    if (!record) return [`the record with ${identifierField[kind]} ${id} to be shown`, 'nothing of it']
    for (const [field, values] of held) {
      const there = this.stage.shown(record, field)
      if (!('value' in there) || this.#isReplaced(subject, field, there.value)) continue
      if (!values.some((value) => likeness(field, value, there.value).alike))
        return [
          `${field} to be ${values.map((one) => JSON.stringify(one)).join(' or ')}`,
          `${field} is ${JSON.stringify(there.value)}`,
        ]
    }
    return this.#borrowed(subject, record)
  }

  /** A field that holds what was written on another record alone: who makes one like the last takes its values along. */
  #borrowed({ record: own, held }: TrackedRecord, shown: Body): readonly [string, string] | null {
    const { run } = this.stage.caller.options
    for (const [field, value] of Object.entries(shown)) {
      if (typeof value !== 'string' || !value.includes(run) || held.has(field)) continue
      const isGiven = this.log.some(({ asked }) => {
        const body = Object(asked?.body) as Body
        return body[field] === value && Object.values(body).includes(own.id)
      })
      const another = this.records.find((one) => one.record !== own && one.held.get(field)?.includes(value))
      if (another && !isGiven && own.written.get(field) !== value)
        return [`${field} to be none that was written on another record alone`, `${field} is ${JSON.stringify(value)}`]
    }
    return null
  }

  #breach(wrong: readonly [string, string] | null, exchange: Exchange): Breach | null {
    if (!wrong) return null
    const [expected, got] = wrong
    const exchanges = this.log.includes(exchange) ? [...this.log] : [...this.log, exchange]
    return new Breach({ level: 'SHOULD', expected, got, exchanges })
  }

  /** Deletes what is left of it. */
  async leave(): Promise<void> {
    for (const { record } of this.records.toReversed()) if (record.alive) await this.stage.scene.dispose(record)
  }
}
