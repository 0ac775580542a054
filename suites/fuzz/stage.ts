/** Where one operation is fuzzed: records of its own, values of its own, and what of them can be seen. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifiersIn } from '../../fixtures/payload/find.ts'
import { furtherTexts, oddFields, takesEnvironment, withVariable } from '../../fixtures/payload/fuzz/payload.ts'
import { subjectField, type References } from '../../fixtures/payload/payload.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Call } from '../scene/call-traits.ts'
import type { Caller } from '../scene/call.ts'
import { Blocked, Inconclusive } from '../claim/finding.ts'
import { preparing } from '../scene/prepare.ts'
import { Scene } from '../scene/scene.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import { isPutAway } from '../values/compare.ts'
import { likeness } from '../values/likeness.ts'
import { naturalField, naturalValue } from '../evidence/requests/stimuli.ts'
import { lifeCost, type Part } from './part.ts'
import { isSetting, Setting, SETTING_COST } from './setting.ts'
import { readOf, textOf } from '../evidence/census/other-read.ts'
import { shownAs, shownIn } from '../evidence/census/shown-in.ts'

export type Body = Readonly<Record<string, unknown>>

/** The application under which a port or a mount stands. */
const PARENT = 3

/** Making what the operation is tried on, and learning what of it can be seen. */
export const stagePart: Part = {
  checks: null,
  cost(fuzzing) {
    const { operation, target } = fuzzing
    const { act, method } = operation
    if (isSetting(operation)) return SETTING_COST
    if (!isRecordKind(act.kind)) return 1
    const life = lifeCost(fuzzing) + preparing(act.kind, target)
    const under = act.kind === 'port' || act.kind === 'mount' ? PARENT + preparing('application', target) : 0
    // With all that it may take besides, and the read of it; and a number for a text.
    const further = naturalField(operation) === null ? 0 : 3
    return under + further + life + (act.verb === 'makes' ? 1 + life : method === 'GET' ? 1 : 2)
  },
}

const isNumber = (value: unknown) => typeof value === 'number'

export class Stage {
  readonly operation: Operation
  readonly caller: Caller
  readonly scene: Scene
  /** null: it is about no record that a run makes. */
  readonly kind: RecordKind | null
  /** What its records are made under, and whom it is about. */
  references: References
  own: SceneRecord | null = null
  /** What it writes of the host, to be put back. */
  setting: Setting | null = null
  #subject: Subject | null = null
  /** The read besides `one` that shows what it writes. */
  readonly #otherRead: Operation | undefined
  /** The valid request, sent before anything else. */
  control: Exchange | null = null
  /** Listed fields that a read shows as they were written, but for what targets are free to alter. */
  readonly visible = new Set<string>()
  /** Of an update, further texts that it takes and a read shows as they were written. */
  readonly further = new Set<string>()
  /** Whether what is made under an odd name can be found again, to be deleted. */
  findable = false

  constructor(operation: Operation, caller: Caller, found: References) {
    this.operation = operation
    this.caller = caller
    this.scene = new Scene(caller)
    const { kind } = operation.act
    this.kind = isRecordKind(kind) ? kind : null
    this.references = found
    this.#otherRead = readOf(operation, caller)
  }

  get makes(): boolean {
    return this.operation.act.verb === 'makes'
  }

  /** A word that no program knows, for the inside of texts. */
  get inert(): string {
    return `ts${this.caller.options.run}`
  }

  /**
   * Makes what the operation is tried on, and sends it its valid request.
   * @throws Blocked or Inconclusive where there is nothing to try it on
   */
  async set(): Promise<void> {
    const { kind, scene, operation, caller } = this
    if (isSetting(operation)) return this.#open()
    if (kind === null) {
      this.control = await caller.call({ operation, references: this.references })
      return
    }
    if (kind === 'port' || kind === 'mount') await this.#under()
    const creation = await scene.make(kind, this.references)
    if (!creation.record) {
      if (this.makes) throw new Inconclusive(creation.reason, creation.supply, creation.exchanges)
      throw new Blocked(creation.reason, `${lifeOf(kind).create.id} records/made`)
    }
    this.own = creation.record
    this.references = { ...this.references, ...creation.record.references }
    await this.#plainly()
    if (this.makes) this.findable = await this.#finds(kind)
  }

  /** Deletes what was made, and puts back what was changed, also when the run is being stopped. */
  async leave(): Promise<void> {
    const { scene, caller } = this
    await this.#subject?.restore(caller.sure)
    for (const left of await scene.close()) caller.leave(left)
  }

  async #open(): Promise<void> {
    const { operation, caller, references } = this
    this.setting = await Setting.open(operation, caller, references, (subject) => (this.#subject = subject))
    this.control = this.setting.control
    for (const { name } of oddFields(operation)) {
      const body = this.plainBody() ?? {}
      const written = await this.send({ body })
      const text = body[name]
      if (!caller.success(written) || typeof text !== 'string') continue
      const { alike } = await this.setting.see(text, caller.patience.whole)
      if (alike) this.visible.add(name)
    }
  }

  /** Sends the operation a body about what the stage was set for. */
  send(call: Pick<Call, 'body' | 'rawBody'>): Promise<Exchange> {
    const { operation, caller, references, setting } = this
    return setting ? setting.send(call) : caller.call({ operation, references, ...call })
  }

  /** Whether a create's response shows its identifier and no other's, also while others are there. */
  async #finds(kind: RecordKind): Promise<boolean> {
    const { record, exchange } = await this.scene.make(kind, this.references)
    if (!record) return false
    await this.scene.dispose(record)
    const value = exchange?.response?.json.ok ? exchange.response.json.value : undefined
    return identifiersIn(value, identifierField[kind], '').some(({ sole, id }) => sole && id === record.id)
  }

  async #under(): Promise<void> {
    const { record, reason } = { reason: '', ...(await this.scene.make('application', this.references)) }
    if (!record) throw new Blocked(reason, `${lifeOf('application').create.id} records/made`)
    this.references = { ...this.references, ...record.references, serviceId: record.id }
  }

  /** Learns what a read shows of plain values. */
  async #plainly(): Promise<void> {
    const { own, operation, caller } = this
    if (!own) return
    if (this.makes) this.control = own.made
    const body = this.makes ? Object.fromEntries(own.written) : (this.plainBody() ?? {})
    if (!this.makes) this.control = await caller.call({ operation, references: this.references, body })
    // What a start or a deploy does is only observed.
    if (operation.method === 'GET' || operation.effect === 'deploy' || !this.control || !caller.success(this.control))
      return
    const listed = (operation.body?.fields ?? []).map(({ name }) => name)
    const given = oddFields(operation, caller.options.target.sample[operation.id]).map(({ name }) => name)
    const names = [...new Set([...listed, ...given])].filter((name) => name !== subjectField(operation))
    const learn = async (carried: Body) => {
      const { record } = await this.see(own, (one) => names.every((name) => this.shows(one, name, carried[name])))
      for (const name of names)
        // What a suffix or a slug makes of appName is the target's to say.
        if (name !== 'appName' && record && this.shows(record, name, carried[name])) this.visible.add(name)
      return Object.entries(carried).filter(([name]) => record && !this.visible.has(name) && isNumber(record[name]))
    }
    // Of numbers that are kept in too few bits, small ones alone show as they were written.
    const small = (await learn(body)).flatMap(([name, value]) => (isNumber(value) ? [[name, 1024 + (value >> 2)]] : []))
    if (this.makes || small.length === 0) return
    const again: Body = { ...body, ...Object.fromEntries(small) }
    if (caller.success(await this.send({ body: again }))) await learn(again)
  }

  /** Values of their own for further texts. */
  furtherOf(names: Iterable<string>): Body {
    const { values } = this.caller
    const [natural] = furtherTexts(this.operation)
    return Object.fromEntries(
      Array.from(names, (name) => [name, name === natural ? naturalValue(name, values.name()) : values.word()]),
    )
  }

  shows(record: Body, name: string, value: unknown): boolean {
    const shown = this.shown(record, name)
    return 'value' in shown && likeness(name, value, shown.value).alike
  }

  plainBody(): Body | undefined {
    if (this.setting) return this.setting.body()
    const body = this.caller.validBody(this.operation, this.references)
    return body && takesEnvironment(this.operation) ? withVariable(body, this.caller.values.name()) : body
  }

  /** A field of a record, under its own name or the one by which the record calls it; of a secret nothing, once it is put away. */
  shown(record: Body, field: string): { value?: unknown } {
    const there = shownIn(record, this.kind ?? '', field)
    return isPutAway(field, there.value) ? {} : there
  }

  /** The name by which a record calls a field: two fields of one name are one. */
  called(field: string): string {
    return this.kind === 'registry' ? field : (shownAs[field] ?? field)
  }

  /** The record's object in a response; undefined where it shows none. Of a read that shows one text alone, that text in its field. */
  recordOf(exchange: Exchange, id: string): Body | undefined {
    if (this.kind === null) return undefined
    if (this.#otherRead) {
      const [text] = textOf(exchange, this.caller, { kind: this.kind, id })
      return text ? { proxyConfig: text } : undefined
    }
    const value = exchange.response?.json.ok && this.caller.success(exchange) ? exchange.response.json.value : undefined
    return recordIn(value, identifierField[this.kind], id)
  }

  /** Reads a record until it is as it should be, or the time is over in which a write may come to be seen. */
  async see(
    { id, references }: Pick<SceneRecord, 'id' | 'references'>,
    holds: (record: Body) => boolean,
    within = this.caller.patience.whole,
    seen?: Exchange | null,
  ): Promise<{ readonly exchange: Exchange; readonly record: Body | undefined }> {
    if (this.kind === null) throw new Error(`${this.operation.id} is about no record`)
    const one = this.#otherRead ?? lifeOf(this.kind).one
    let first = seen
    const ask = async () => {
      const exchange = first ?? (await this.caller.call({ operation: one, references }))
      first = null
      return { exchange, record: this.recordOf(exchange, id) }
    }
    const there = ({ record }: { readonly record: Body | undefined }) => record !== undefined && holds(record)
    return this.caller.patience.eventually(ask, there, { why: 'what is fuzzed to show', within })
  }

  /**
   * How long a write may take to be seen, in milliseconds.
   * @param shrinking while a breach is made simpler: as long as writes were ever seen to take, and some more
   */
  patience(shrinking: boolean): number {
    const { patience } = this.caller
    return shrinking ? patience.learned() : patience.whole
  }
}
