/** Whether mutants are killed: each by the parts of the run that reach it, then what is left by the whole run, many at once. */
import { fill, GROUPS_AT_MOST } from '../../suites/prove/batches.ts'
import type { Judged, Said } from '../../suites/prove/job.ts'
import type { Threads } from '../../suites/prove/threads.ts'
import type { Instrumented, ServerName } from './instrument.ts'
import run, { accuses, NEVER_SUCCEEDED, NOT_STARTED, type MutantJob } from './job.ts'
import { groupsOf, partOf, reachOf, type Reached } from './reach.ts'
import type { Fate, MutantRow } from './rows.ts'

/** A loop that goes round this many times more often than in a plain run has no end. */
const HITS = 100
/** A run that sends this many times more than a plain whole run has no end. */
const REQUESTS = 3

export interface Bench {
  readonly threads: Threads<MutantJob>
  readonly build: string
  readonly server: ServerName
  readonly seed: number
  /** Requests of a plain whole run. */
  readonly requests: number
  /** Operations that succeed in it. */
  readonly succeeded: readonly string[]
}

/**
 * The plain run, and what it says of each mutant.
 * @throws Error where the server is accused as it is
 */
export async function survey(
  { mutants }: Instrumented,
  { build, server, seed }: Pick<Bench, 'build' | 'server' | 'seed'>,
): Promise<Pick<Bench, 'requests' | 'succeeded'> & { readonly reached: readonly Reached[] }> {
  const limits = { hitLimit: Number.MAX_SAFE_INTEGER, maxRequests: null, isStatic: false, succeeding: [] }
  const plain = await run({ build, server, seed, mutants: [], only: [], fuzz: false, ...limits })
  const accused = plain.said.filter(accuses)
  if (accused.length > 0 || plain.trouble.length > 0) {
    const why = [...accused.map(({ id, message }) => `${id}: ${message}`), ...plain.trouble]
    throw new Error(`The server without a mutant is accused, so no mutant can be judged:\n${why.join('\n')}`)
  }
  return { requests: plain.requests, succeeded: plain.succeeded, reached: reachOf(mutants, plain.coverage) }
}

const rowOf = ({ mutant: { id, file, line, mutator } }: Reached, fate: Fate, by: string | null): MutantRow => ({
  id,
  file,
  line,
  mutator,
  fate,
  by,
})

/** By what reaches it. */
export async function byParts(one: Reached, bench: Bench): Promise<MutantRow> {
  // What no request reaches, and no start, changes nothing that a run could see.
  if (one.hits === 0) return rowOf(one, 'unreached', null)
  const { said, trouble } = await judge([one], partOf(one), bench)
  const found = said.find(accuses)
  if (hasNotStarted(trouble)) return rowOf(one, 'not started', null)
  if (found) return rowOf(one, 'killed', inWords(found))
  // What keeps a part from having a verdict keeps the whole run from it; a busy machine does not.
  if (isUnfinished(trouble)) return rowOf(one, 'left', null)
  return trouble[0] === undefined ? rowOf(one, 'left', null) : rowOf(one, silenceOf(trouble), trouble[0])
}

/**
 * Mutants of disjoint groups hide each other nowhere. Those that are reached everywhere passed a part already, so that two of
 * them in one run seldom hide each other; one of a file at most, for only one of two can be switched on in one place.
 */
export const batchesOf = (left: readonly Reached[]): readonly (readonly Reached[])[] =>
  fill(left, (one) => {
    const groups = groupsOf(one)
    return [one.mutant.file, ...(groups.length > GROUPS_AT_MOST ? [] : groups)]
  })

/** By the whole run. Nothing said against all of them: all survive. Otherwise each half is judged. */
export async function byTheWhole(batch: readonly Reached[], bench: Bench): Promise<readonly MutantRow[]> {
  const { said, trouble } = await judge(batch, [], bench)
  const found = said.find(accuses)
  if (!found && trouble.length === 0) return batch.map((one) => rowOf(one, 'survived', null))
  const [only, ...others] = batch
  if (only && others.length === 0 && !found && isUnfinished(trouble)) return [rowOf(only, 'left', null)]
  if (only && others.length === 0)
    return [found ? rowOf(only, 'killed', inWords(found)) : rowOf(only, silenceOf(trouble), trouble[0] ?? null)]
  const middle = Math.ceil(batch.length / 2)
  const halves = [batch.slice(0, middle), batch.slice(middle)]
  return (await Promise.all(halves.map((half) => byTheWhole(half, bench)))).flat()
}

/** The thread's own end says nothing of the server: such a mutant is judged again. */
const isUnfinished = ([first = '']: readonly string[]) => /^(?:hung|crashed)\b/.test(first)
const silenceOf = ([first = '']: readonly string[]) => (first.startsWith(NEVER_SUCCEEDED) ? 'named' : 'no verdict')
const hasNotStarted = ([first = '']: readonly string[]) => first.startsWith(NOT_STARTED)
const inWords = ({ verdict, id }: Said) => `${verdict} ${id}`

function judge(some: readonly Reached[], only: readonly string[], bench: Bench): Promise<Judged> {
  const { threads, build, server, seed, requests, succeeded } = bench
  return threads.run({
    build,
    server,
    seed,
    mutants: some.map(({ mutant }) => mutant.key),
    isStatic: some.some(({ isStatic }) => isStatic),
    hitLimit: some.reduce((sum, { hits }) => sum + hits, 0) * HITS,
    maxRequests: requests * REQUESTS,
    succeeding: succeeded,
    only,
    fuzz: false,
  })
}
