/** How long a target's answers take, by operation. */
import { percentile } from '../../fixtures/percentile.ts'
import type { Timing } from '../../schemas/report.ts'

/** Tenths of a millisecond are as fine as a reader can use. */
const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** By operation, in milliseconds. */
export type SavedTimings = Readonly<Record<string, readonly number[]>>

export class Timings {
  readonly #times = new Map<string, number[]>()
  /** What came since it was last saved. */
  readonly #unsaved = new Map<string, number[]>()

  add(operation: string, durationMs: number): void {
    this.#put(operation, durationMs)
    const times = this.#unsaved.get(operation)
    if (times) times.push(rounded(durationMs))
    else this.#unsaved.set(operation, [rounded(durationMs)])
  }

  #put(operation: string, durationMs: number): void {
    const times = this.#times.get(operation)
    if (times) times.push(durationMs)
    else this.#times.set(operation, [durationMs])
  }

  /** In milliseconds, of every operation that has answered. */
  all(): Readonly<Record<string, Timing>> {
    return Object.fromEntries(
      [...this.#times].map(([operation, times]) => {
        const at = (share: number) => rounded(percentile(times, share) ?? 0)
        return [operation, { answers: times.length, p50: at(0.5), p95: at(0.95), max: at(1) }]
      }),
    )
  }

  save(): SavedTimings {
    const saved = Object.fromEntries(this.#unsaved)
    this.#unsaved.clear()
    return saved
  }

  restore(saved: SavedTimings): void {
    for (const [operation, times] of Object.entries(saved)) for (const time of times) this.#put(operation, time)
  }
}
