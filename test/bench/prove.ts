/**
 * What the whole kill matrix takes: servers started, requests sent, wall time and processor time; three minutes at most on two cores.
 * Which runs send most, for processor time goes with requests, and which end last.
 */
import { availableParallelism } from 'node:os'
import { isProven } from '../../schemas/matrix.ts'
import { prove } from '../../suites/prove/prove.ts'
import type { Job } from '../../suites/prove/job.ts'
import { openThreads, type Threads } from '../../suites/prove/threads.ts'

/** Seconds. */
const MOST = 180

/** Runs that are listed. */
const LISTED = 10

interface Taken {
  readonly job: Job
  readonly requests: number
  /** Since the proof began, in seconds. */
  readonly ended: number
}

const started = performance.now()
const elapsed = () => (performance.now() - started) / 1000

/** Keeps what each run takes. */
function counting(threads: Threads) {
  const all: Taken[] = []
  const counted: Threads = {
    async run(job) {
      const judged = await threads.run(job)
      all.push({ job, requests: judged.requests, ended: elapsed() })
      return judged
    },
    close: () => threads.close(),
  }
  return { counted, all }
}

function inWords({ job, requests, ended }: Taken): string {
  const { server = 'home', hostile, faults, variants, only, fuzz } = job
  const on = hostile ?? (faults ?? variants ?? ['unfaulted']).join(' ')
  const by = `${only.length === 0 ? 'everything' : only.join(', ')}${fuzz ? ', fuzzed' : ''}`
  return `${String(requests).padStart(6)} requests, ended at ${ended.toFixed(0).padStart(3)} s: ${server}: ${on}, by ${by}`.slice(
    0,
    160,
  )
}

const listed = (title: string, all: readonly Taken[], of: (one: Taken) => number) => [
  '',
  title,
  ...all
    .toSorted((one, other) => of(other) - of(one))
    .slice(0, LISTED)
    .map(inWords),
]

/** What a run judges, as one of its sort. */
function sortOf({ server, hostile, faults, variants, fuzz }: Job): string {
  const judged = hostile ? 'hostile' : variants ? 'variants' : faults ? 'faults' : 'unfaulted'
  return `${server ?? 'home'}, ${judged}${fuzz ? ', fuzzed' : ''}`
}

/** How many runs each sort takes, and how many requests, most first. */
const bySort = (all: readonly Taken[]): readonly string[] => [
  '',
  'By what they judge:',
  ...[...Map.groupBy(all, ({ job }) => sortOf(job))]
    .map(([sort, some]) => ({ sort, some, sent: some.reduce((sum, { requests }) => sum + requests, 0) }))
    .toSorted((one, other) => other.sent - one.sent)
    .map(
      ({ sort, some, sent }) =>
        `${String(sent).padStart(7)} requests of ${String(some.length).padStart(3)} runs: ${sort}`,
    ),
]

/** Variants that were judged on more servers than one: something was said of the first, or too much left undecided. */
function halved(all: readonly Taken[]): readonly string[] {
  const judged = all.flatMap(({ job: { server, variants = [] } }) => variants.map((id) => `${server ?? 'home'}: ${id}`))
  const often = [...Map.groupBy(judged, (one) => one)].filter(([, times]) => times.length > 1)
  return ['', `Variants judged more than once: ${often.map(([one]) => one).join(', ') || 'none'}`]
}

const { counted, all } = counting(openThreads())
const matrix = await prove({ only: [], seed: 1, alone: process.argv.includes('--alone') }, undefined, counted)
const seconds = elapsed()
const { user, system } = process.cpuUsage()
const lines = [
  `faults, variants    ${matrix.faults.length}, ${matrix.variants.length}`,
  `all proven          ${isProven(matrix) ? 'yes' : 'no'}`,
  `servers started     ${all.length}`,
  `requests sent       ${all.reduce((sum, { requests }) => sum + requests, 0)}`,
  `kill matrix         ${seconds.toFixed(0)} s on ${availableParallelism()} cores (at most ${MOST} on two)`,
  `processor time      ${((user + system) / 1e6).toFixed(0)} s`,
  `peak memory         ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  ...bySort(all),
  ...halved(all),
  ...listed('Those that send most:', all, ({ requests }) => requests),
  ...listed('Those that end last:', all, ({ ended }) => ended),
]
process.stdout.write(`${lines.join('\n')}\n`)
if (!isProven(matrix) || seconds > MOST) process.exitCode = 1
