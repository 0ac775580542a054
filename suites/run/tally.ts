import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Retry } from '../../schemas/report.ts'
import type { Monitor, Observation } from '../checks/check.ts'
import type { Profile } from '../target/profile.ts'
import { Early } from './early.ts'
import { RefusedTexts, type SavedTexts } from '../evidence/frame/refused-texts.ts'
import type { Outcome } from './outcome.ts'
import { ResponseConventions, type SavedConventions } from './conventions.ts'
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

/** By operation, by monitor; what was saved last counts. */
type ByMonitor<T> = Readonly<Partial<Record<OperationId, Readonly<Record<string, T>>>>>

/** What a run keeps of its tally for one that goes on with it: what has changed since it was last saved. */
export interface SavedTally {
  /** Figures and names of our own: nothing in them can be a secret. */
  readonly counts: {
    readonly seen: ByMonitor<Pick<Seen, 'judged' | 'held' | 'broken'>>
    readonly timings: SavedTimings
    /** All of them. */
    readonly retries: readonly Retry[]
  }
  /** What requests and answers said. */
  readonly said: {
    readonly breaches: ByMonitor<Seen['breaches']>
    readonly texts: SavedTexts
    readonly ways: SavedConventions
  }
}

/** Enough breaches to show; the rest are counted, but for the first of each level. */
const KEPT = 3
/** However many different breaches there are. */
const MOST = 8

/** Keeps what the monitors see, an operation and a monitor at a time, so that memory does not grow with the run. */
export class Tally extends Early {
  readonly timings = new Timings()
  readonly retries = new Retries()
  readonly #conventions = new ResponseConventions()
  readonly #seen = new Map<OperationId, readonly Watch[]>()
  readonly #monitors: readonly Monitor[]
  readonly #secret: string
  readonly #refused: RefusedTexts
  /** Those of which something has changed since it was last saved. */
  readonly #changed = new Set<OperationId>()

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
    this.#conventions.add(exchange, response, profile)
    const known = { profile, exchange, secret: this.#secret, refused: this.#refused }
    this.#changed.add(operation)
    for (const watch of this.#of(operation)) {
      const { monitor, seen } = watch
      const watched = monitor.watch(response, known)
      if (watched === 'off') continue
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

  /** What is told of the responses where the specification is silent. */
  get conventions(): { readonly answers: ReturnType<ResponseConventions['all']> } {
    return { answers: this.#conventions.all() }
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
    const seen: Partial<Record<OperationId, Record<string, Pick<Seen, 'judged' | 'held' | 'broken'>>>> = {}
    const breaches: Partial<Record<OperationId, Record<string, Seen['breaches']>>> = {}
    for (const operation of this.#changed)
      for (const watch of this.#of(operation)) {
        if (!watch.changed) continue
        watch.changed = false
        const { judged, held, broken, breaches: own } = watch.seen
        ;(seen[operation] ??= {})[watch.monitor.id] = { judged, held, broken }
        if (own.length > 0) (breaches[operation] ??= {})[watch.monitor.id] = own
      }
    this.#changed.clear()
    return {
      counts: { seen, timings: this.timings.save(), retries: this.retries.all() },
      said: { breaches, texts: this.#refused.save(finished), ways: this.#conventions.save() },
    }
  }

  /** @param all in the order in which they were saved */
  restore(all: readonly (SavedTally & { readonly run: string })[]): void {
    for (const { counts, said, run } of all) {
      for (const [operation, monitors] of Object.entries(counts.seen))
        for (const [monitor, figures] of Object.entries(monitors)) {
          const id = operation as OperationId
          const breaches = said.breaches[id]?.[monitor] ?? []
          Object.assign(this.of(id, monitor), figures, { breaches: [...breaches] })
        }
      this.#refused.restore(said.texts, run)
      this.timings.restore(counts.timings)
      this.#conventions.restore(said.ways)
    }
    this.retries.restore(all.at(-1)?.counts.retries ?? [])
  }
}

const nothingSeen = (): Seen => ({ judged: 0, held: 0, breaches: [], broken: 0 })
