/**
 * Runs jobs over threads that they share. A job that crashes or hangs takes its thread along: each that was there is judged once more in
 * a thread of its own. One that crashes or hangs there too is told as trouble: it is no kill.
 */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Job, Judged } from './job.ts'
import { openQueues, placeOf, type Ranked } from './queues.ts'
import { openShared, usual } from './shared-threads.ts'

/** No run takes nearly as long, even on a busy machine; in milliseconds. */
const HUNG = 600_000

export interface Threads<J extends Ranked = Job> {
  run(job: J): Promise<Judged>
  close(): Promise<void>
}

/**
 * @param limitMs when a job counts as hung
 * @param file the module whose default export does a job
 * @param sharing whether jobs share threads; not those that change what belongs to the whole thread
 */
export function openThreads<J extends Ranked = Job>(limitMs = HUNG, file = jobFile(), sharing = true): Threads<J> {
  const queues = openQueues(!sharing)
  // A round trip over a wire takes several turns of the event loop, and runs in the process take long turns: they would keep it waiting.
  const open = () => openShared<J, Judged>({ threads: availableParallelism(), limitMs, filename: file })
  const shared = { inside: open(), wire: open() }
  // No more is handed over than there are threads, so that the clock starts with the job and not with its place in a queue.
  const apart = new Piscina<J, Judged>({ ...usual, filename: file, maxThreads: queues.most })
  /** In a thread of its own: what ended a thread that jobs shared need not have been this one. */
  async function judgeApart(job: J): Promise<Judged> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    try {
      return await apart.run(job, { signal: limit.signal })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { said: [], requests: 0, trouble: [limit.signal.aborted ? `hung for ${limitMs} ms` : `crashed: ${why}`] }
    } finally {
      clearTimeout(timer)
    }
  }
  async function judge(job: J): Promise<Judged> {
    const place = placeOf(job)
    // What hostile targets take is timed in tenths of a second.
    const isShared = sharing && place !== 'hostile'
    const judged = isShared ? await shared[place === 'wire' ? 'wire' : 'inside'].run(job) : null
    return judged ?? judgeApart(job)
  }
  return {
    run: (job) => queues.add(job, () => judge(job)),
    async close() {
      queues.close()
      await Promise.all([shared.inside.close(), shared.wire.close(), apart.destroy()])
    },
  }
}

/** The same file is TypeScript in a clone and JavaScript in a package. */
function jobFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./job.${extension}`, import.meta.url).href
}
