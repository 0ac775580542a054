import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Retry } from '../../schemas/report.ts'
import type { Monitor, Observation } from '../checks/check.ts'
import type { Profile } from '../target/profile.ts'
import { Early } from './early.ts'
import { RefusedTexts, type SavedTexts } from '../evidence/refused-texts.ts'
import type { Outcome } from './outcome.ts'
import { Ways, type SavedWays } from './ways.ts'
import { Retries } from './retries.ts'
import { Timings, type SavedTimings } from './timings.ts'

/** What one monitor has seen of one operation. */
export interface Seen {
  /** Answers that it judged. */
  judged: number
  held: number
  readonly breaches: { readonly observation: Observation; readonly exchange: Exchange }[]
  broken: number
}

/** A monitor, and what it has seen of one operation. */
interface Watch {
  readonly monitor: Monitor
  readonly seen: Seen
  /** Since it was last saved. */
  changed: boolean
}

/** What a run keeps of it for one that goes on with it: what has changed since it was last saved. */
export interface SavedTally {
  /** By operation and monitor; what was saved last counts. */
  readonly seen: Readonly<Record<string, Seen>>
  readonly texts: SavedTexts
  readonly timings: SavedTimings
  /** All of it. */
  readonly ways: SavedWays
  readonly retries: readonly Retry[]
}

/** Enough breaches to show; the rest are counted, but for the first of each level. */
const KEPT = 3
/** However many different breaches there are. */
const MOST = 8

/** Keeps what the monitors see, an operation and a monitor at a time, so that memory does not grow with the run. */
export class Tally extends Early {
  readonly timings = new Timings()
  readonly retries = new Retries()
  readonly #ways = new Ways()
  readonly #seen = new Map<OperationId, readonly Watch[]>()
  readonly #monitors: readonly Monitor[]
  readonly #secret: string
  readonly #refused: RefusedTexts
  /** What has changed since it was last saved, by its key. */
  #changed: (readonly [key: string, watch: Watch])[] = []

  constructor(monitors: readonly Monitor[], secret: string, run: string) {
    super()
    this.#monitors = monitors
    this.#secret = secret
    this.#refused = new RefusedTexts(run)
  }

  protected see(exchange: Exchange, profile: Profile): void {
    this.#judge(exchange, profile)
    this.#refused.learn(exchange, profile)
  }

  #judge(exchange: Exchange, profile: Profile): void {
    const { operation, response } = exchange
    if (operation === null || response === null) return
    this.timings.add(operation, response.durationMs)
    this.#ways.add(exchange, response, profile)
    const known = { profile, exchange, secret: this.#secret, refused: this.#refused }
    for (const watch of this.#of(operation)) {
      const { monitor, seen } = watch
      const watched = monitor.watch(response, known)
      if (watched === 'off') continue
      if (!watch.changed) this.#changed.push([keyOf(operation, monitor.id), watch])
      watch.changed = true
      seen.judged++
      if (watched === 'held') seen.held++
      if (typeof watched === 'string') continue
      seen.broken++
      const weightier = !seen.breaches.some(
        ({ observation: { level, expected } }) => level === watched.level && expected === watched.expected,
      )
      if (seen.breaches.length < KEPT || (weightier && seen.breaches.length < MOST))
        seen.breaches.push({ observation: watched, exchange })
    }
  }

  /** What is told of the answers where the specification is silent. */
  get told(): { readonly answers: ReturnType<Ways['all']> } {
    return { answers: this.#ways.all() }
  }

  /** What is told of the traffic as a whole. */
  measured(): Required<Pick<Outcome, 'timings' | 'retries'>> {
    return { timings: this.timings.all(), retries: this.retries.all() }
  }

  of(operation: OperationId, monitor: string): Seen {
    return this.#of(operation).find((watch) => watch.monitor.id === monitor)?.seen ?? nothingSeen()
  }

  #of(operation: OperationId): readonly Watch[] {
    const known = this.#seen.get(operation)
    if (known) return known
    const all = this.#monitors.map((monitor) => ({ monitor, seen: nothingSeen(), changed: false }))
    this.#seen.set(operation, all)
    return all
  }

  /** @param finished the operation for which nothing more is sent */
  save(finished: OperationId): SavedTally {
    const seen = Object.fromEntries(this.#changed.map(([key, watch]) => [key, watch.seen]))
    for (const [, watch] of this.#changed) watch.changed = false
    this.#changed = []
    return {
      seen,
      texts: this.#refused.save(finished),
      timings: this.timings.save(),
      ways: this.#ways.all(),
      retries: this.retries.all(),
    }
  }

  /** @param all in the order in which they were saved */
  restore(all: readonly (SavedTally & { readonly run: string })[]): void {
    for (const { seen, texts, timings, run } of all) {
      for (const [key, one] of Object.entries(seen)) {
        const [operation = '', monitor = ''] = key.split(' ')
        Object.assign(this.of(operation as OperationId, monitor), one, { breaches: [...one.breaches] })
      }
      this.#refused.restore(texts, run)
      this.timings.restore(timings)
    }
    const last = all.at(-1)
    if (!last) return
    this.#ways.restore(last.ways)
    this.retries.restore(last.retries)
  }
}

const nothingSeen = (): Seen => ({ judged: 0, held: 0, breaches: [], broken: 0 })

const keyOf = (operation: OperationId, monitor: string) => `${operation} ${monitor}`
