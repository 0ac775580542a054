/**
 * Threads in each of which several jobs take turns: what one has loaded and compiled serves them all. A thread of its own for each
 * takes half as much processor time again.
 */
import { Piscina } from 'piscina'

/** What threads of jobs have in common. */
export const usual = {
  minThreads: 0,
  idleTimeout: 10_000,
  // A thread that waits for its next job must not stand still: connections of the last one may still be closing, and other jobs go on.
  atomics: 'disabled',
  resourceLimits: { maxYoungGenerationSizeMb: 32 },
} as const

interface Sharing {
  readonly threads: number
  /** When a thread counts as hung, since one of its jobs does not end. */
  readonly limitMs: number
  /** The module whose default export does a job. */
  readonly filename: string
}

export interface Shared<J, R> {
  /** What came of a job; null where it threw, hung, or shared its thread with one that ended it. */
  run(job: J): Promise<R | null>
  close(): Promise<void>
}

class Thread<J, R> {
  readonly #filename: string
  #pool: Piscina<J, R>
  jobs = 0

  constructor(filename: string) {
    this.#filename = filename
    this.#pool = this.#open()
  }

  #open(): Piscina<J, R> {
    return new Piscina<J, R>({
      ...usual,
      filename: this.#filename,
      maxThreads: 1,
      concurrentTasksPerWorker: Number.MAX_SAFE_INTEGER,
    })
  }

  async run(job: J, limitMs: number): Promise<R | null> {
    const pool = this.#pool
    // Piscina's own way to end a job gives it a thread of its own.
    const timer = setTimeout(() => void this.#end(pool), limitMs)
    this.jobs++
    try {
      return await pool.run(job)
    } catch {
      return null
    } finally {
      this.jobs--
      clearTimeout(timer)
    }
  }

  /** Ends the thread with all its jobs; the next job gets another one. */
  async #end(pool: Piscina<J, R>): Promise<void> {
    if (pool === this.#pool) this.#pool = this.#open()
    await pool.destroy()
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

export function openShared<J, R>({ threads, limitMs, filename }: Sharing): Shared<J, R> {
  const all = Array.from({ length: threads }, () => new Thread<J, R>(filename))
  return {
    async run(job) {
      const [least] = all.toSorted((one, other) => one.jobs - other.jobs)
      return least ? await least.run(job, limitMs) : null
    },
    close: async () => void (await Promise.all(all.map((thread) => thread.close()))),
  }
}
