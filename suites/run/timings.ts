/** How long a target's answers take, by operation. */
import type { Timing } from '../../schemas/report.ts'

/** The least of the sorted values that is no smaller than `share` of them. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

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
        const sorted = times.toSorted((a, b) => a - b)
        const at = (share: number) => rounded(percentile(sorted, share))
        return [operation, { answers: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) }]
      }),
    )
  }
}
