/** The records of the run that stand around actions of the host: one of each kind, with a value in every field that can be set. */
import type { References } from '../../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../../schemas/operation.ts'
import { does, doing, operations, recordKinds } from '../../../schemas/registry.ts'
import { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { mayMake } from '../../scene/foreign-records.ts'
import type { SceneRecord } from '../../scene/made.ts'
import type { Scene } from '../../scene/scene.ts'
import { fieldOf, ownConfig, type OtherSetting } from '../census/other-settings.ts'
import { settersAfterCreate } from '../census/setters.ts'

/** Ports and mounts are made under the application. */
const isUnder = (kind: RecordKind) => kind === 'port' || kind === 'mount'
const dressed = recordKinds.filter((kind) => settersAfterCreate(kind).length > 0)

/** Shown by a read of its own, and kept by the host beside its own configurations. */
const writesConfig = doing('changes', 'application', 'proxy-config')

/** What is cleaned may be what was stopped: each is, so that it would show. */
const stopsOf = (kind: RecordKind) => operations.filter(does('changes', kind, 'stop'))

/** What was set or stopped is read again: a stop that spoils its record is not the action's fault. */
const touched = recordKinds.filter((kind) => dressed.includes(kind) || stopsOf(kind).length > 0)

/** Each is made, found and deleted, a port listed before; each value is set, and what has got one is read again. */
export const recordsCost =
  3 * recordKinds.length +
  2 +
  dressed.reduce((sum, kind) => sum + settersAfterCreate(kind).length, 0) +
  recordKinds.flatMap(stopsOf).length +
  touched.length +
  1

export class CompanyRecords {
  readonly #caller: Caller
  readonly #found: References
  readonly #scene: Scene
  readonly #records = new Map<RecordKind, SceneRecord>()
  /** Kinds of which the target makes none: they are asked for once. */
  readonly #refused = new Set<RecordKind>()
  #around: Around | null = null
  /** What the application's proxy configuration was given. */
  #config: string | undefined

  constructor(caller: Caller, found: References, scene: Scene) {
    this.#caller = caller
    this.#found = found
    this.#scene = scene
  }

  get around(): Around | null {
    return this.#around
  }

  /** The proxy configuration that the application was given, as it is shown now. */
  async config(): Promise<readonly OtherSetting[]> {
    const application = this.#records.get('application')
    return application ? ownConfig(this.#caller, writesConfig, application.references, this.#config) : []
  }

  /** What a change was seen on may not change in the same way again. */
  forget(): void {
    this.#records.clear()
    this.#around = null
  }

  /** Others have run since: nothing is as it was last seen. */
  seeAgain(): void {
    const [first] = this.#records.values()
    if (first) this.#around = new Around(this.#caller, first, [...this.#records.values()], [])
  }

  /** Makes what is not there, or is gone since. */
  async make(): Promise<void> {
    await this.#around?.refresh()
    const isThere = (record: SceneRecord) => this.#around?.last(record)?.record !== undefined || !this.#around
    const lacking = recordKinds.filter((kind) => {
      const known = this.#records.get(kind)
      return !(known && isThere(known)) && mayMake(kind, this.#caller) && !this.#refused.has(kind)
    })
    const [parents, children] = [lacking.filter((kind) => !isUnder(kind)), lacking.filter(isUnder)]
    const made = [await this.#makeAll(parents), await this.#makeAll(children)].flat()
    if (made.length === 0 && this.#around) return
    const all = [...this.#records.values()]
    const [first] = all
    const last = this.#around ?? undefined
    const bare = made.filter(({ kind }) => !touched.includes(kind))
    this.#around = first ? new Around(this.#caller, first, all, bare, last) : null
    await this.#caller.quiet()
    await this.#around?.refresh()
  }

  async #makeAll(some: readonly RecordKind[]): Promise<readonly SceneRecord[]> {
    const made = await Promise.all(some.map((kind) => this.#makeOne(kind)))
    return made.flatMap((one) => one ?? [])
  }

  async #makeOne(kind: RecordKind): Promise<SceneRecord | null> {
    const under = this.#records.get('application')
    this.#records.delete(kind)
    if (isUnder(kind) && !under) return null
    const parent = isUnder(kind) && under ? { ...under.references, serviceId: under.id } : {}
    const { record } = await this.#scene.make(kind, { ...this.#found, ...parent })
    if (!record) {
      this.#refused.add(kind)
      return null
    }
    this.#records.set(kind, record)
    const config = kind === 'application' ? [writesConfig] : []
    const writes = [...settersAfterCreate(kind), ...config, ...stopsOf(kind)]
    for (const operation of writes.filter((one) => this.#caller.allows(one))) {
      const exchange = await this.#caller.call({ operation, references: { ...this.#found, ...record.references } })
      if (!this.#caller.success(exchange)) continue
      const fields = Object(exchange.asked?.body) as Readonly<Record<string, unknown>>
      const text = fields[fieldOf(writesConfig)?.name ?? '']
      if (operation.effect === 'deploy') continue
      if (operation === writesConfig) this.#config = typeof text === 'string' ? text : undefined
      else for (const [field, value] of Object.entries(fields)) record.written.set(field, value)
    }
    return record
  }
}
