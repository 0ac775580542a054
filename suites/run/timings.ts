/** How long a target's answers take, by operation. */
import { percentile } from '../../fixtures/percentile.ts'
import type { Timing } from '../../schemas/report.ts'

/** Tenths of a millisecond are as fine as a reader can use. */
const rounded = (ms: number): number => Math.round(ms * 10) / 10

export class Timings {
  readonly #times = new Map<string, number[]>()

  add(operation: string, durationMs: number): void {
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
}
