/** How long a run waits for what a write may come to show, and what it has waited for (docs/judgement.md, rule 10). */
import { pauseAfter } from '../../fixtures/pauses.ts'
import type { Pace } from '../../schemas/report.ts'

/** Pauses between two looks grow from the first of these to the last, in milliseconds. */
const PAUSE = { first: 25, growth: 1.5, longest: 400 } as const
/** What is not there is waited for so many times as long as the slowest write took to show. */
const TIMES = 2.5
/** Of so many writes the slowest one tells of a moment's trouble, not of the target. */
const OUTLIER = 100
/** The least that is waited, and what is waited before any write was seen to show; in milliseconds. */
const LEAST = 50
const UNLEARNED = 250

/**
 * How long nothing is sent when a change is to be told from what moves by itself, in milliseconds: longer than a second, for a clock
 * that shows whole seconds moves only so often.
 */
export const QUIET = 1100
/** How late what was refused may take effect and still be noticed, in milliseconds: what queues and hooks take. */
export const LATE = 350

/** What shows at its own pace: a record that was written, and what a start or a deploy set going. */
export type Sort = 'write' | 'deploy'

export interface Wait {
  /** What is waited for, in a few words: waits are added up by it. */
  readonly why: string
  /** For how long, in milliseconds; where it is left out, the whole settle time. */
  readonly within?: number
  /** What the time that it took to show tells of: of writes where it is left out; null: of nothing. */
  readonly teaches?: Sort | null
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export class Patience {
  /** How long a write may take to be seen (`--settle`): so long is waited before a breach is said to be one. */
  readonly whole: number
  readonly #began = Date.now()
  readonly #waits = new Map<string, { times: number; ms: number }>()
  /** How long what was seen to show took, in milliseconds: the times that are not 0 with the longest first, and how many there are in all. */
  readonly #shown = new Map<Sort, { readonly slow: number[]; count: number }>()

  /** @param settleMs the run's `--settle`, in milliseconds */
  constructor(settleMs: number) {
    this.whole = settleMs
  }

  /**
   * How long to wait for what may never show, in milliseconds: a few times as long as this target's slowest write took. Enough
   * where no breach rests on it; never more than the whole.
   */
  learned(sort: Sort = 'write'): number {
    const slowest = this.#slowest(sort)
    const enough = slowest === undefined ? UNLEARNED : Math.max(LEAST, TIMES * slowest)
    return Math.min(this.whole, enough)
  }

  /** The longest that a write was seen to take to show, in milliseconds, outliers aside; 0 where all showed in the first look. */
  get lag(): number {
    return this.#slowest('write') ?? 0
  }

  /** How long to look for what may be seen late, in milliseconds: not at all where all writes showed at once. */
  get delay(): number {
    return this.lag > 0 ? this.learned() : 0
  }

  #slowest(sort: Sort): number | undefined {
    const shown = this.#shown.get(sort)
    return shown && (shown.slow[Math.floor(shown.count / OUTLIER)] ?? 0)
  }

  #learn(sort: Sort, ms: number): void {
    const shown = this.#shown.get(sort) ?? { slow: [], count: 0 }
    shown.count++
    if (ms > 0) {
      const at = shown.slow.findIndex((one) => one < ms)
      shown.slow.splice(at === -1 ? shown.slow.length : at, 0, ms)
    }
    this.#shown.set(sort, shown)
  }

  /** Asks again, with growing pauses, until what is seen holds or the time is over; what was seen last. */
  async eventually<T>(ask: () => Promise<T>, holds: (seen: T) => boolean, wait: Wait): Promise<T> {
    const { why, within = this.whole, teaches = 'write' } = wait
    const started = Date.now()
    const end = started + within
    for (let tries = 0; ; tries++) {
      const asked = Date.now()
      const seen = await ask()
      if (holds(seen)) {
        // It showed when this look was asked, which may have stood in a queue since; of the first look nothing is known.
        if (teaches) this.#learn(teaches, tries > 0 ? asked - started : 0)
        return seen
      }
      if (asked >= end) return seen
      // The last look comes when the time is over, and not before.
      await this.rest(Math.max(0, Math.min(pauseAfter(tries, PAUSE), end - Date.now())), why)
    }
  }

  /** Waits until whatever a refused request set going has come to be seen. @param since when it was sent */
  async late(since: number): Promise<void> {
    const left = since + LATE + this.lag - Date.now()
    if (left > 0) await this.rest(left, 'refused requests to take effect')
  }

  /**
   * How many requests are answered one after another, at the run's pace so far, in as many milliseconds.
   * @param sent by the run so far @param width how many of them at a time
   */
  sentIn(ms: number, sent: number, width: number): number {
    const each = ((Date.now() - this.#began) * width) / Math.max(1, sent)
    return ms / Math.max(1, each)
  }

  /** Lets time pass, in milliseconds; no request of the waiting one is under way meanwhile. */
  async rest(ms: number, why: string): Promise<void> {
    const started = Date.now()
    await sleep(ms)
    const spent = this.#waits.get(why) ?? { times: 0, ms: 0 }
    this.#waits.set(why, { times: spent.times + 1, ms: spent.ms + Date.now() - started })
  }

  /** @param idle of the run's connection, in milliseconds */
  pace(idle: { readonly totalMs: number; readonly longestMs: number }): Pace {
    const waits = Object.fromEntries([...this.#waits].sort(([, a], [, b]) => b.ms - a.ms))
    return { idleMs: Math.round(idle.totalMs), longestIdleMs: Math.round(idle.longestMs), waits }
  }
}
