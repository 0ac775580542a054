/** Which new records show what the run wrote on others of their kind, and not on them. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'

/** The first read of a new record, which shows what was written on another. */
export interface Inheritance {
  readonly field: string
  readonly value: string | number
  /** The write of the other record, and the read of the new one. */
  readonly exchanges: readonly [Exchange, Exchange]
}

/** Numbers below are too many records' own. */
const LEAST = 1024

type Fields = Readonly<Record<string, unknown>>

/** Hears of every write that was taken, and of every read. */
export class Inherited {
  readonly #mark: string
  /** What writes of records that had been made carried, by kind and field, with the write. */
  readonly #written = new Map<string, Map<unknown, Exchange>>()
  /** What creates carried: the new record's own, or of its name. */
  readonly #created = new Set<unknown>()
  /** What new records showed, by kind and field. */
  readonly #usual = new Map<string, Set<unknown>>()
  /** Records that were read or written already. */
  readonly #known = new Set<string>()
  /** Kinds of which a record was written with something of the run's own. */
  readonly #kinds = new Set<RecordKind>()
  /** Kinds of which a new record was read. */
  readonly #begun = new Set<RecordKind>()
  readonly #found = new Map<RecordKind, Inheritance[]>()

  /** @param run stands in each text that the run makes up */
  constructor({ run }: Pick<RunOptions, 'run'>) {
    this.#mark = run
  }

  /** Undefined where no new record was read once others had been written. */
  of(kind: RecordKind): readonly Inheritance[] | undefined {
    return this.#found.get(kind)
  }

  /** Whether a further new record would tell: what one shows may be an accident, and where none was read, nothing is known. */
  wantsMore(kind: RecordKind): boolean {
    const found = this.#found.get(kind)
    return found ? found.length === 1 : this.#kinds.has(kind)
  }

  /** A write goes out: its record is no new one for whoever reads it next. */
  sends({ act: { kind } }: Operation, references: References): void {
    if (isRecordKind(kind)) this.#known.add(`${kind} ${references[identifierField[kind]]}`)
  }

  /** A write was answered. */
  answered({ act: { kind, verb } }: Operation, exchange: Exchange, isTaken: boolean): void {
    if (!isRecordKind(kind)) return
    for (const [field, value] of Object.entries(Object(exchange.asked?.body) as Fields)) {
      if (!this.#isOwn(value)) continue
      if (verb === 'makes') this.#created.add(value)
      else if (isTaken) {
        this.#kinds.add(kind)
        at(this.#written, `${kind} ${field}`, () => new Map<unknown, Exchange>()).set(value, exchange)
      }
    }
  }

  /** A read was answered. */
  read(operation: Operation, references: References, exchange: Exchange): void {
    const { kind } = operation.act
    if (!isRecordKind(kind) || !readsRecord(operation) || !exchange.response?.json.ok) return
    const id = references[identifierField[kind]] ?? ''
    const record = recordIn(exchange.response.json.value, identifierField[kind], id)
    const identity = `${kind} ${id}`
    if (!record || this.#known.has(identity)) return
    this.#known.add(identity)
    const isCompared = this.#begun.has(kind) && this.#kinds.has(kind)
    const found = isCompared ? at(this.#found, kind, () => []) : []
    for (const [field, value] of Object.entries(record)) {
      const key = `${kind} ${field}`
      const usual = at(this.#usual, key, () => new Set<unknown>())
      const write = this.#created.has(value) ? undefined : this.#written.get(key)?.get(value)
      // What new records showed before is a default, and may have been written by chance.
      if (write && this.#isOwn(value) && isCompared && !usual.has(value))
        found.push({ field, value, exchanges: [write, exchange] })
      else usual.add(value)
    }
    this.#begun.add(kind)
  }

  #isOwn(value: unknown): value is string | number {
    return typeof value === 'number' ? value >= LEAST : typeof value === 'string' && value.includes(this.#mark)
  }
}

function at<K, V>(map: Map<K, V>, key: K, empty: () => V): V {
  const known = map.get(key) ?? empty()
  map.set(key, known)
  return known
}
