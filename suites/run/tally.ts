import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Monitor, Observation } from '../checks/check.ts'
import type { Profile } from '../target/profile.ts'
import { RefusedTexts } from '../evidence/refused-texts.ts'
import type { Outcome } from './outcome.ts'
import { Ways } from './ways.ts'
import { Retries } from './retries.ts'
import { Timings } from './timings.ts'

/** What one monitor has seen of one operation. */
export interface Seen {
  /** Answers that it judged. */
  judged: number
  held: number
  readonly breaches: { readonly observation: Observation; readonly exchange: Exchange }[]
  broken: number
}

/** Enough breaches to show; the rest are counted, but for the first of each level. */
const KEPT = 3
/** However many different breaches there are. */
const MOST = 8

/** Keeps what the monitors see, an operation and a monitor at a time, so that memory does not grow with the run. */
export class Tally {
  readonly timings = new Timings()
  readonly retries = new Retries()
  readonly #ways = new Ways()
  readonly #seen = new Map<string, Seen>()
  readonly #monitors: readonly Monitor[]
  readonly #secret: string
  readonly #refused: RefusedTexts
  /** Exchanges from before the target's ways were known. */
  #early: Exchange[] | null = []
  #profile: Profile | null = null

  constructor(monitors: readonly Monitor[], secret: string, run: string) {
    this.#monitors = monitors
    this.#secret = secret
    this.#refused = new RefusedTexts(run)
  }

  /** Judges from now on by this profile, and makes up for what came before. */
  start(profile: Profile): void {
    this.#profile = profile
    const early = this.#early ?? []
    this.#early = null
    for (const exchange of early) this.observe(exchange)
  }

  observe(exchange: Exchange): void {
    if (this.#early) {
      this.#early.push(exchange)
      return
    }
    if (this.#profile === null) return
    this.#judge(exchange, this.#profile)
    this.#refused.learn(exchange, this.#profile)
  }

  #judge(exchange: Exchange, profile: Profile): void {
    const { operation, response } = exchange
    if (operation === null || response === null) return
    this.timings.add(operation, response.durationMs)
    this.#ways.add(exchange, response, profile)
    const known = { profile, exchange, secret: this.#secret, refused: this.#refused }
    for (const monitor of this.#monitors) {
      const watched = monitor.watch(response, known)
      if (watched === 'off') continue
      const seen = this.of(operation, monitor.id)
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
    const key = `${operation} ${monitor}`
    let seen = this.#seen.get(key)
    if (!seen) {
      seen = { judged: 0, held: 0, breaches: [], broken: 0 }
      this.#seen.set(key, seen)
    }
    return seen
  }
}
