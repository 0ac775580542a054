/** What authorised requests to each operation were answered, as far as that tells whether it is there. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { operation, type OperationId } from '../../schemas/registry.ts'
import {
  isNowhere,
  fingerprint,
  hungUp,
  sameFingerprint,
  saysNowhere,
  type Fingerprint,
  type Profile,
} from '../target/profile.ts'
import { Early } from './early.ts'

interface Seen {
  /** The different responses, by their fingerprint. */
  readonly answers: Map<string, Heard>
  /** Connections that were closed without a response: how many, and the serial of the last. */
  silent: { readonly count: number; readonly last: number }
}

/** Responses of one fingerprint. */
interface Heard {
  readonly fingerprint: Fingerprint
  readonly success: boolean
  readonly count: number
  /** How many were to requests that lacked what they must have: nothing of theirs could be unknown. */
  readonly bare: number
}

/** What a run keeps of it for one that goes on with it. */
export interface SavedResponses {
  /** By operation, the finished ones that were asked since it was last saved; what was saved last counts. */
  readonly heard: Readonly<Record<string, { readonly answers: readonly Heard[]; readonly silent: number }>>
  /** Those that were learned since it was last saved. */
  readonly unknownPaths: readonly Fingerprint[]
}

/** How often an operation was answered as one that is there, and as one that is not. */
export interface Counted {
  readonly there: number
  readonly nowhere: number
  /** Of those, requests that lacked what they must have. */
  readonly bare: number
  /** The status of what it was answered as one that is not there. */
  readonly status: number
}

/** Statuses that the way to an operation may answer before it is asked. */
const before: ReadonlySet<number> = new Set([401, 403, 409, 413, 414, 415, 423, 425, 429, 431, 502, 503, 504])

const SUCCESS: Fingerprint = { status: 200, code: '', said: '' }

/** Collects answers one by one, so that memory does not grow with the run. */
export class Responses extends Early {
  readonly #seen = new Map<OperationId, Seen>()
  /** How paths are answered that do not exist, beside what calibration saw. */
  readonly #unknownPaths: Fingerprint[] = []
  readonly #changed = new Set<OperationId>()
  /** All others are asked anew by a run that goes on with this one. */
  readonly #finished = new Set<OperationId>()
  #savedPaths = 0
  /** The serial of the last request that was answered, whatever its operation. */
  lastAnswered = 0

  protected see(exchange: Exchange, profile: Profile): void {
    const { operation: id, response, credential } = exchange
    if (response) this.lastAnswered = Math.max(this.lastAnswered, exchange.serial)
    if (id === null || credential !== 'right') return
    const seen = this.#of(id)
    this.#changed.add(id)
    if (!response) {
      if (hungUp(exchange)) seen.silent = { count: seen.silent.count + 1, last: exchange.serial }
      return
    }
    const isOdd = before.has(response.status) || (response.status === 400 && !isJson(exchange.body))
    if (isOdd && !isNowhere(exchange, profile)) return
    const success = profile.isSuccess(response)
    // What successes say differs from one to the next; that they are some is enough.
    const own = success ? SUCCESS : fingerprint(exchange)
    const key = keyOf(own)
    const { count = 0, bare = 0 } = seen.answers.get(key) ?? {}
    seen.answers.set(key, { fingerprint: own, success, count: count + 1, bare: bare + (isBare(exchange) ? 1 : 0) })
  }

  count(id: OperationId): Counted {
    const counted = { there: 0, nowhere: 0, bare: 0, status: 0 }
    for (const heard of this.#of(id).answers.values()) {
      if (heard.success || !this.#isNowhere(heard.fingerprint)) counted.there += heard.count
      else {
        counted.nowhere += heard.count
        counted.bare += heard.bare
        counted.status = heard.fingerprint.status
      }
    }
    return counted
  }

  silent(id: OperationId): Seen['silent'] {
    return this.#of(id).silent
  }

  /** Takes the response to a path that surely does not exist. */
  learn(negative: Exchange): void {
    if (!negative.response || !this.profile?.isError(negative.response) || before.has(negative.response.status)) return
    const own = fingerprint(negative)
    if (!this.#unknownPaths.some((one) => sameFingerprint(one, own))) this.#unknownPaths.push(own)
  }

  /** The operations that were asked. */
  get operations(): readonly OperationId[] {
    return [...this.#seen.keys()]
  }

  /** @param finished the operation for which nothing more is sent */
  save(finished: OperationId): SavedResponses {
    this.#finished.add(finished)
    const heard: Record<string, SavedResponses['heard'][string]> = {}
    for (const id of this.#changed) {
      if (!this.#finished.has(id)) continue
      const { answers, silent } = this.#of(id)
      heard[id] = { answers: [...answers.values()], silent: silent.count }
      this.#changed.delete(id)
    }
    const unknownPaths = this.#unknownPaths.slice(this.#savedPaths)
    this.#savedPaths = this.#unknownPaths.length
    return { heard, unknownPaths }
  }

  /** @param kept operations that are not asked again */
  restore({ heard, unknownPaths }: SavedResponses, kept: ReadonlySet<OperationId>): void {
    for (const id of kept) {
      this.#finished.add(id)
      const one = heard[id]
      if (!one) continue
      const answers = new Map(one.answers.map((own) => [keyOf(own.fingerprint), own]))
      // Whatever was answered since came after it.
      this.#seen.set(id, { answers, silent: { count: one.silent, last: 0 } })
    }
    for (const path of unknownPaths)
      if (!this.#unknownPaths.some((one) => sameFingerprint(one, path))) this.#unknownPaths.push(path)
  }

  #isNowhere(own: Fingerprint): boolean {
    const { profile } = this
    if (!profile) return false
    // Nothing that this target refuses for want of rights says that an operation is not there.
    if (profile.refusals.some((one) => sameFingerprint(one, own))) return false
    return saysNowhere(own, profile) || this.#unknownPaths.some((one) => sameFingerprint(one, own))
  }

  #of(id: OperationId): Seen {
    const known = this.#seen.get(id)
    if (known) return known
    const seen: Seen = { answers: new Map(), silent: { count: 0, last: 0 } }
    this.#seen.set(id, seen)
    return seen
  }
}

const keyOf = ({ status, code, said }: Fingerprint) => `${status} ${code} ${said}`

function isJson(body: string | null): boolean {
  if (body === null) return true
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

/** Whether a request lacks a parameter or a field that is listed. */
function isBare({ operation: id, asked }: Exchange): boolean {
  if (id === null || !asked) return false
  const { query, body } = operation(id)
  const sent = typeof asked.body === 'object' && asked.body !== null ? Object.entries(asked.body) : []
  const names = new Set(sent.flatMap(([name, value]) => (value === undefined ? [] : [name])))
  return (
    query.some(({ name, required }) => required && asked.query?.[name] === undefined) ||
    (body?.fields.some(({ name }) => !names.has(name)) ?? false)
  )
}
