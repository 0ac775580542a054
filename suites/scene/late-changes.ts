/** What changes on records of a lane some time after a deploy, a start or a stop was answered, while nobody writes it. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import {
  identifierField,
  isRecordKind,
  lifeOf,
  operations,
  readsRecord,
  type Operation,
} from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { isTransient } from '../target/not-now.ts'
import { saysUnknown, type Profile } from '../target/profile.ts'
import { isPutAway, isSecret } from '../values/compare.ts'
import { statusField, statusOf } from '../values/status.ts'

/** One value that a read showed otherwise than it was written, or shown before. */
export interface LateChange {
  readonly kind: RecordKind
  readonly id: string
  readonly field: string
  readonly before: unknown
  /** Absent where it is gone. */
  readonly after?: unknown
  readonly exchange: Exchange
  /** When it was seen, in milliseconds of the clock. */
  readonly at: number
}

/** Something was begun on a record. */
interface Begun {
  readonly operation: Operation
  readonly id: string
  readonly at: number
}

interface Known {
  /** What was last written, or shown of what its create carried; null where it is not known any more. */
  readonly expected: Map<string, unknown>
  /** When a read last showed the record. */
  seenAt: number
}

const STATUS = 'applicationStatus'
const names = ['name', 'appName']

/** What a create says of a record of its kind, and a read may show: a job has no reason to change that either. */
export const saidOf = (kind: RecordKind): readonly string[] => {
  const listed = (lifeOf(kind).create.body?.fields ?? []).map(({ name }) => name)
  return [...new Set([...names, ...listed.filter((name) => !isSecret(name) && !name.endsWith('Id'))])]
}

/** The secrets that a create lists. */
const secretsOf = (kind: RecordKind): readonly string[] =>
  (lifeOf(kind).create.body?.fields ?? []).map(({ name }) => name).filter(isSecret)

/** What acts on the host for a record that stands already: its job may go on after the response. */
export const begins = ({ effect, act }: Operation): boolean =>
  effect === 'deploy' && act.verb === 'changes' && isRecordKind(act.kind)

/** What stands by itself. What belongs to a record goes with it. */
const started: ReadonlySet<string> = new Set(operations.filter(begins).map(({ act }) => act.kind))

const listedIn = ({ body }: Operation, field: string) => body?.fields.find(({ name }) => name === field)

/** An appName that an operation lists says which record is meant, and writes nothing (docs/judgement.md, rule 7). */
const selects = (operation: Operation, field: string): boolean =>
  field === 'appName' && listedIn(operation, field) !== undefined

/** Whether a value was written in a field that is listed with another type. */
function isOfOtherType(operation: Operation, field: string, value: unknown): boolean {
  const type = listedIn(operation, field)?.type
  if (type === undefined || type === 'string[]') return false
  return typeof value !== (type === 'integer' ? 'number' : type === 'boolean' ? 'boolean' : 'string')
}

/** Whether two values are the same except for white space around texts. */
const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.trim() === other.trim()
    : JSON.stringify(one) === JSON.stringify(other)

/** A job may empty what it has read before any read shows it: of an environment, that is enough to look more closely. */
const isEmptied = (field: string, before: unknown, record: Readonly<Record<string, unknown>>): boolean =>
  field === 'env' && Boolean(before) && field in record && !record[field]

/** Watches the writes and reads of one lane. It only suspects: reads may be answered from older copies. */
export class LateChanges {
  readonly #known = new Map<string, Known>()
  /** Fields, with their kinds, that were seen to be shown as they were written. */
  readonly #shown = new Set<string>()
  readonly #begun: Begun[] = []
  readonly #deleted = new Set<string>()
  /** Records that a read showed before anything was begun. */
  readonly #there = new Set<string>()
  /** The status that a read last showed before anything was begun, and whether the record was written since. */
  readonly #standing = new Map<string, { readonly status: unknown; readonly written: boolean }>()
  /** Kinds whose status was seen to move with a write that begins nothing by its name: here it tells of no job. */
  readonly #movedByWrites = new Set<RecordKind>()
  #seen: readonly LateChange[] = []

  /** A write was taken. */
  wrote(operation: Operation, { asked }: Exchange): void {
    const { kind, verb } = operation.act
    // What a create names is not what it writes.
    if (!isRecordKind(kind) || !started.has(kind) || verb === 'makes') return
    const body = Object(asked?.body) as Readonly<Record<string, unknown>>
    const id = body[identifierField[kind]]
    if (typeof id !== 'string') return
    if (verb === 'deletes') {
      this.#deleted.add(id)
      this.#seen = this.#seen.filter((one) => one.id !== id || one.field !== identifierField[kind])
      return
    }
    const standing = this.#standing.get(id)
    if (standing) this.#standing.set(id, { ...standing, written: standing.written || !listedIn(operation, STATUS) })
    const { expected } = this.#of(id)
    // One of them may be written under another name: the next read tells what it is.
    if (Object.keys(body).some(isSecret)) for (const name of secretsOf(kind)) expected.delete(name)
    for (const [field, value] of Object.entries(body)) {
      if (field === identifierField[kind] || isSecret(field) || selects(operation, field)) continue
      // What a lenient target makes of another type is its own: the next read tells.
      if (isOfOtherType(operation, field, value)) expected.delete(field)
      else expected.set(field, value)
      this.#seen = this.#seen.filter((one) => one.id !== id || one.field !== field || !isSame(one.after, value))
    }
    if (!begins(operation)) return
    this.#begun.push({ operation, id, at: Date.now() })
  }

  /** A write drew no response: it may have been taken. */
  unsure(): void {
    this.#known.clear()
  }

  /** Nothing else was written while it was read. */
  read(operation: Operation, references: References, exchange: Exchange, profile: Profile): void {
    const { kind } = operation.act
    if (!readsRecord(operation) || !isRecordKind(kind) || !started.has(kind)) return
    const id = references[identifierField[kind]]
    if (id === undefined || !exchange.response || isTransient(exchange)) return
    const isSuccess = profile.isSuccess(exchange.response)
    const value = isSuccess && exchange.response.json.ok ? exchange.response.json.value : undefined
    const record = recordIn(value, identifierField[kind], id)
    const seen = { kind, id, exchange, at: Date.now() }
    // What was there before anything was begun may be gone after it.
    if (record && this.#begun.length === 0) this.#stands(seen, record)
    else if (record) this.#compare(seen, record)
    if (record || this.#begun.length === 0) return
    const isUnknown = isSuccess || saysUnknown(exchange, profile)
    if (isUnknown && (this.#there.has(id) || this.seenAt(id) > 0) && !this.#deleted.has(id))
      this.#put({ ...seen, field: identifierField[kind], before: id })
  }

  /** Before anything was begun, only a write moves a status. */
  #stands({ kind, id }: Pick<LateChange, 'kind' | 'id'>, record: Readonly<Record<string, unknown>>): void {
    this.#there.add(id)
    const was = this.#standing.get(id)
    if (was?.written && was.status !== statusOf(record)) this.#movedByWrites.add(kind)
    this.#standing.set(id, { status: statusOf(record), written: false })
  }

  #compare(seen: Omit<LateChange, 'field' | 'before' | 'after'>, record: Readonly<Record<string, unknown>>): void {
    const { kind, id, at } = seen
    const known = this.#of(id)
    const { expected } = known
    known.seenAt = at
    this.#heal(id, identifierField[kind], id)
    const status = statusField(record)
    const free = this.hasBegun(id) || this.#movedByWrites.has(kind) || !(status in record)
    for (const name of free ? saidOf(kind) : [...saidOf(kind), status]) {
      if (!(name in record) || expected.has(name)) continue
      expected.set(name, record[name])
      this.#shown.add(`${kind} ${name}`)
    }
    for (const [field, before] of expected) {
      if ((field === status && free) || isPutAway(field, record[field])) continue
      if (field in record && isSame(record[field], before)) {
        this.#shown.add(`${kind} ${field}`)
        this.#heal(id, field, before)
      } else if (this.#shown.has(`${kind} ${field}`) || isEmptied(field, before, record)) {
        this.#put({ ...seen, field, before, ...(field in record ? { after: record[field] } : {}) })
      }
    }
    // Only the next read tells that a secret is not shown in another way each time.
    for (const name of secretsOf(kind))
      if (!expected.has(name) && !isPutAway(name, record[name])) expected.set(name, record[name])
  }

  /** It is as it should be, and nobody wrote it again: what was seen was an older copy. */
  #heal(id: string, field: string, expected: unknown): void {
    if (this.#seen.length === 0) return
    this.#seen = this.#seen.filter((one) => one.id !== id || one.field !== field || !isSame(one.before, expected))
  }

  #put(change: LateChange): void {
    if (this.#seen.some(({ id, field }) => id === change.id && field === change.field)) return
    this.#seen = [...this.#seen, change]
  }

  #of(id: string): Known {
    const known = this.#known.get(id) ?? { expected: new Map(), seenAt: 0 }
    this.#known.set(id, known)
    return known
  }

  /** Whether a field of this kind was seen to be shown as it was written. */
  shows(kind: RecordKind, field: string): boolean {
    return this.#shown.has(`${kind} ${field}`)
  }

  hasBegun(id: string): boolean {
    return this.#begun.some((one) => one.id === id)
  }

  /**
   * When something was last begun on a record, in milliseconds of the clock; 0: never.
   * @param operation what it was begun by; where that began nothing, by any
   */
  begunAt(id: string, operation?: Operation): number {
    const all = this.#begun.filter((one) => one.id === id)
    return (all.findLast((one) => one.operation === operation) ?? all.at(-1))?.at ?? 0
  }

  /** When a read last showed a record after something was begun in the lane; 0: never. */
  seenAt(id: string): number {
    return this.#known.get(id)?.seenAt ?? 0
  }

  /** Whether a read has shown another record since, in milliseconds of the clock. */
  hasSeenOthers(own: string, since: number): boolean {
    return [...this.#known].some(([id, { seenAt }]) => id !== own && seenAt >= since)
  }

  /** What was seen after this operation had begun something, on its record or on one on which nothing was begun. */
  since(operation: Operation): readonly LateChange[] {
    const mine = this.#begun.filter((one) => one.operation === operation)
    return this.#seen.filter(({ id, at }) =>
      mine.some((one) => one.at <= at && (one.id === id || !this.#begun.some((other) => other.id === id))),
    )
  }
}
