/** Which records a read has shown, and a later one shows no more, though nobody of the run deleted them. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import { isTransient } from '../target/not-now.ts'
import { saysUnknown, type Profile } from '../target/profile.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { SceneRecord } from './made.ts'

/** What plain reads have shown of one record. Times are in milliseconds of the clock. */
interface Watched {
  readonly kind: RecordKind
  readonly id: string
  readonly first: number
  /** The response that showed it last, and when. */
  shown: Exchange
  last: number
  /** The read that showed it no more. */
  gone?: { readonly exchange: Exchange; readonly at: number; isSure?: true }
}

/** A record that is gone, and nobody knows why. */
export interface Gone {
  readonly record: SceneRecord
  /** The read that showed it last, and the one that shows it no more. */
  readonly exchanges: readonly Exchange[]
  /** For how long no read had shown it then, in milliseconds. */
  readonly unseenMs: number
  /** What the run deleted of other kinds meanwhile. */
  readonly meanwhile: readonly RecordKind[]
}

/** One that is gone, though no delete that named it, or what it stands under, may have deleted it. */
export interface Lost {
  readonly id: string
  /** The read that showed it last, and the one that shows it no more. */
  readonly exchanges: readonly Exchange[]
  /** When that was, in milliseconds of the clock. */
  readonly at: number
}

/** A read that comes so soon after the first one tells nothing of what lasts, in milliseconds. */
const SOON = 100

const keyOf = ({ kind, id }: Pick<SceneRecord, 'kind' | 'id'>) => `${kind} ${id}`

/** Whether a response speaks of its record as this target speaks of what nobody has, and of nothing else. */
const saysOnlyUnknown = (exchange: Exchange, profile: Profile): boolean =>
  saysUnknown(exchange, profile) && !profile.isRefusal(exchange)

export class Lasting {
  /** The deletes that were taken, each with the moment of its response, in milliseconds of the clock. */
  readonly #deletes: { readonly kind: RecordKind; readonly at: number }[] = []
  /** Identifiers that a delete has named. */
  readonly #aimed = new Set<string>()
  readonly #settleMs: number
  readonly #watched = new Map<string, Watched>()

  /** @param settleMs how long a write may take to be seen (`--settle`) */
  constructor(settleMs: number) {
    this.#settleMs = settleMs
  }

  /** A plain read was answered. */
  read(operation: Operation, references: References, exchange: Exchange, profile: Profile): void {
    const { kind } = operation.act
    if (!readsRecord(operation) || !isRecordKind(kind) || !exchange.response || isTransient(exchange)) return
    const id = references[identifierField[kind]]
    if (id === undefined) return
    const at = Date.now()
    const key = keyOf({ kind, id })
    const known = this.#watched.get(key)
    const { json } = exchange.response
    const isSuccess = profile.isSuccess(exchange.response)
    if (isSuccess && json.ok && recordIn(json.value, identifierField[kind], id))
      this.#watched.set(key, { kind, id, first: known?.first ?? at, shown: exchange, last: at })
    else if (known && !this.#isAimed(known) && (isSuccess || saysOnlyUnknown(exchange, profile)))
      this.#miss(known, exchange, at)
  }

  /**
   * A delete goes out, with whatever credential and in whatever form: from now on it may be why a record is gone.
   * @param kind the kind whose records it deletes
   * @param named what it is to name
   * @returns to be told of its response: what that does not know, it has not deleted
   */
  aim(kind: string, named: unknown): (exchange: Exchange, profile: Profile) => void {
    const anew = textsIn(named).filter((id) => !this.#aimed.has(id))
    for (const id of anew) this.#aimed.add(id)
    return (exchange, profile) => {
      const { asked, body, credential, response } = exchange
      if (response && isRecordKind(kind) && profile.isSuccess(response)) this.#deletes.push({ kind, at: Date.now() })
      if (credential === 'right' && saysOnlyUnknown(exchange, profile)) for (const id of anew) this.#aimed.delete(id)
      else for (const id of [...textsIn(asked), ...(body?.match(/[\w-]+/g) ?? [])]) this.#aimed.add(id)
    }
  }

  /** What a read showed no more, and none has shown since; what stands under a record goes with that one. */
  gone(records: readonly SceneRecord[]): readonly Gone[] {
    return records.flatMap((record) => {
      const { shown, gone, last } = this.#watched.get(keyOf(record)) ?? {}
      const hangsOn = [record.id, ...textsIn(record.made.asked?.body)]
      if (!shown || !gone || last === undefined || hangsOn.some((id) => this.#aimed.has(id))) return []
      const meanwhile = this.#deleted(last, gone.at).filter((kind) => kind !== record.kind)
      return [{ record, exchanges: [shown, gone.exchange], unseenMs: gone.at - last, meanwhile }]
    })
  }

  /** The kinds of the records that the run deleted between two moments. */
  #deleted(from: number, to: number): readonly RecordKind[] {
    return [...new Set(this.#deletes.flatMap(({ kind, at }) => (at >= from && at <= to ? [kind] : [])))]
  }

  /** Whether a delete has named it, or what it stands under. */
  #isAimed({ kind, id, shown }: Watched): boolean {
    if (this.#aimed.has(id)) return true
    const value = shown.response?.json.ok ? shown.response.json.value : undefined
    return textsIn(recordIn(value, identifierField[kind], id)).some((text) => this.#aimed.has(text))
  }

  #miss(known: Watched, exchange: Exchange, at: number): void {
    known.gone ??= { exchange, at }
    if (at - known.gone.at >= this.#settleMs) known.gone.isSure = true
  }

  /** Records of a kind that reads have missed for longer than a write takes to show, before a delete named them or what they stand under. */
  lost(kind: RecordKind): readonly Lost[] {
    return [...this.#watched.values()].flatMap(({ kind: its, id, shown, gone }) =>
      its === kind && gone?.isSure ? [{ id, exchanges: [shown, gone.exchange], at: gone.at }] : [],
    )
  }

  /** Whether reads have shown one record of a kind before and after all these moments, in milliseconds of the clock. */
  hasOutlived(kind: RecordKind, moments: readonly number[]): boolean {
    const [begin, end] = [Math.min(...moments), Math.max(...moments)]
    return [...this.#watched.values()].some((one) => one.kind === kind && one.first < begin && one.last > end)
  }

  /** Whether a read has shown one of these again, some time after the first. */
  hasStood(records: readonly SceneRecord[]): boolean {
    return records.some((record) => {
      const { first = 0, last = 0 } = this.#watched.get(keyOf(record)) ?? {}
      return last - first >= SOON
    })
  }
}
