/** Which job begins next, and how many are under way at once: as many as keep the cores busy, and few more. */
import { availableParallelism, cpus } from 'node:os'
import PQueue from 'p-queue'
import type { Job } from './job.ts'

/** What of a job says where it is queued, and when it begins. */
export interface Ranked {
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

/** Whole runs and parts of runs inside the process, runs over a wire, and runs against hostile targets. */
export type Place = 'whole' | 'part' | 'wire' | 'hostile'

/** Where a job is queued: by how it reaches what it judges; parts of runs, which mostly wait, apart from whole runs. */
export function placeOf({ hostile, server, wire = false, only }: Ranked): Place {
  if (hostile !== undefined) return 'hostile'
  if (server === 'away' || wire) return 'wire'
  return only.length === 0 ? 'whole' : 'part'
}

interface Range {
  readonly least: number
  readonly most: number
}

/**
 * Jobs for each core. A run waits for writes to settle and for limits to pass: too few runs leave a core idle. Each of them holds memory:
 * with too many, clearing it up takes processor time.
 */
const perCore: Readonly<Record<Place, Range>> = {
  whole: { least: 3, most: 6 },
  part: { least: 6, most: 20 },
  wire: { least: 4, most: 8 },
  // A run against a hostile target hardly works: it waits for what never comes.
  hostile: { least: 1, most: 1 },
}

/** At most so many of each place, where each job has a thread of its own, which takes memory. */
const APART = 3

/** How often to look how busy the cores are, in milliseconds. */
const LOOK = 500

/** Where less than this of the cores' time is taken, one more job of each place may be under way; where more than that, one fewer. */
const busy = { idle: 0.93, full: 0.985 } as const

export interface Queues {
  /** Does a job when its turn comes. */
  add<T>(job: Ranked, work: () => Promise<T>): Promise<T>
  /** How many jobs may ever be under way at once. */
  readonly most: number
  close(): void
}

/**
 * @param apart whether each job has a thread of its own
 * @param share of the cores' time that was taken since the last look
 */
export function openQueues(apart: boolean, share: () => number = shareTaken()): Queues {
  const cores = availableParallelism()
  const open = (place: Place) => {
    const { least, most } = apart ? rangeApart(perCore[place]) : perCore[place]
    const queue = new PQueue({ concurrency: least * cores, autoStart: false })
    return { queue, least: least * cores, most: most * cores }
  }
  const all = { whole: open('whole'), part: open('part'), wire: open('wire'), hostile: open('hostile') }
  const each = Object.values(all)
  // Whatever is asked for at once takes its rank before any of it begins.
  setImmediate(() => {
    for (const { queue } of each) queue.start()
  })
  const timer = setInterval(() => {
    const taken = share()
    const step = taken < busy.idle ? 1 : taken > busy.full ? -1 : 0
    for (const { queue, least, most } of each)
      queue.concurrency = Math.min(most, Math.max(least, queue.concurrency + step))
  }, LOOK)
  timer.unref()
  return {
    add: (job, work) => all[placeOf(job)].queue.add(work, { priority: rankOf(job) }),
    most: each.reduce((sum, { most }) => sum + most, 0),
    close: () => clearInterval(timer),
  }
}

const rangeApart = ({ most }: Range): Range => ({ least: Math.min(APART, most), most: Math.min(APART, most) })

/**
 * Asks how much of the cores' time was taken since it was last asked: by this process, or by all that the machine runs. A container that
 * may use few of a machine's cores is told of all of them, and tests that run beside a proof are other processes.
 */
function shareTaken(): () => number {
  const all = () => cpus().map(({ times }) => times)
  const total = (times: ReturnType<typeof all>) => times.flatMap(Object.values<number>).reduce((sum, ms) => sum + ms, 0)
  const idle = (times: ReturnType<typeof all>) => times.reduce((sum, one) => sum + one.idle, 0)
  const cores = availableParallelism()
  let looked = performance.now()
  let used = process.cpuUsage()
  let before = all()
  return () => {
    const { user, system } = process.cpuUsage(used)
    const own = (user + system) / 1000 / ((performance.now() - looked) * cores)
    const now = all()
    const left = (idle(now) - idle(before)) / Math.max(1, total(now) - total(before))
    looked = performance.now()
    used = process.cpuUsage()
    before = now
    return Math.max(own, 1 - left)
  }
}
