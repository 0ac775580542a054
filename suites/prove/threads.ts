/**
 * Runs jobs over threads that they share. A job that crashes or hangs takes its thread along: each that was there is judged once more in
 * a thread of its own. One that crashes or hangs there too is told as trouble: it is no kill.
 */
import { availableParallelism } from 'node:os'
import PQueue from 'p-queue'
import { Piscina } from 'piscina'
import type { Job, Judged } from './job.ts'
import { openShared, usual } from './shared-threads.ts'

/** No run takes nearly as long, even on a busy machine; in milliseconds. */
const HUNG = 600_000

/**
 * A run waits longer than it works: for writes to settle, for limits to pass. Runs in the process wait less; the more of them take
 * turns, the more memory is cleared up.
 */
const PER_CORE = { inside: 6, wire: 8 }
/** In threads of their own, which take memory. */
const APART_PER_CORE = 5

interface Ranked {
  readonly only: readonly string[]
  readonly fuzz?: boolean
  readonly server?: string
  readonly wire?: boolean
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  readonly hostile?: string
  readonly urgent?: Job['urgent']
}

/**
 * What is begun first: runs that mostly wait, for those take longest, and what is left to do of a fault of the away server. Then whole
 * runs that are fuzzed, many variants on one server: one that begins late ends alone on its thread. Then all other runs of away faults,
 * which are looked for several times, one after another; fuzzed parts, which wait for what is to show, the unfaulted server, and what is
 * left to do of a fault. Other whole runs come next. Single faults that no fuzzing has to find fill the end.
 */
export function rankOf({ only, fuzz = false, server, faults, variants, urgent }: Ranked): number {
  if (urgent === 'waits' || (urgent === 'again' && server === 'away')) return 5
  const isWhole = only.length === 0
  if (variants && isWhole && fuzz) return 4
  if (server === 'away' && !variants) return 3
  const isUnfaulted = !faults && !variants
  const isShort = !fuzz && (faults?.length ?? 0) < 2
  if (urgent === 'again' || isUnfaulted || !isShort) return 2
  return isWhole ? 1 : 0
}

/** Where a job is queued: by how it reaches what it judges. */
function placeOf({ hostile, server, wire = false }: Ranked): 'hostile' | 'wire' | 'inside' {
  if (hostile !== undefined) return 'hostile'
  return server === 'away' || wire ? 'wire' : 'inside'
}

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
  const cores = availableParallelism()
  const most = {
    inside: (sharing ? PER_CORE.inside : APART_PER_CORE) * cores,
    wire: (sharing ? PER_CORE.wire : APART_PER_CORE) * cores,
    // A run against a hostile target hardly works: it waits for what never comes.
    hostile: cores,
  }
  const queued = (concurrency: number) => new PQueue({ concurrency, autoStart: false })
  const queues = { inside: queued(most.inside), wire: queued(most.wire), hostile: queued(most.hostile) }
  // Whatever is asked for at once takes its rank before any of it begins.
  setImmediate(() => {
    for (const queue of Object.values(queues)) queue.start()
  })
  // A round trip over a wire takes several turns of the event loop, and runs in the process take long turns: they would keep it waiting.
  const open = () => openShared<J, Judged>({ threads: cores, limitMs, filename: file })
  const shared = { inside: open(), wire: open() }
  // No more is handed over than there are threads, so that the clock starts with the job and not with its place in a queue.
  const maxThreads = Object.values(most).reduce((sum, one) => sum + one)
  const apart = new Piscina<J, Judged>({ ...usual, filename: file, maxThreads })
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
    const judged = sharing && place !== 'hostile' ? await shared[place].run(job) : null
    return judged ?? judgeApart(job)
  }
  return {
    run: (job) => queues[placeOf(job)].add(() => judge(job), { priority: rankOf(job) }),
    close: async () => void (await Promise.all([shared.inside.close(), shared.wire.close(), apart.destroy()])),
  }
}

/** The same file is TypeScript in a clone and JavaScript in a package. */
function jobFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./job.${extension}`, import.meta.url).href
}
