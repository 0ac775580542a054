/** One run against one reference server, over loopback HTTP where the wire matters: what a thread of `prove` is given, and what it gives back. */
import { isWorkerThread } from 'piscina'
import { noJournal } from '../../fixtures/journal.ts'
import { startAway } from '../../fixtures/away/index.ts'
import { startReference } from '../../fixtures/reference/serve.ts'
import type { Leftover, Result } from '../../schemas/report.ts'
import { DEFAULT_FUZZ } from '../../schemas/fuzzed.ts'
import { OUT_OF_TIME } from '../fuzz/said.ts'
import { Session } from '../run/session.ts'
import { UNANSWERED } from '../scene/create.ts'
import { faults as all } from '../../fixtures/reference/faults/index.ts'
import { variants as legal } from '../../fixtures/reference/variants/index.ts'
import { untilAllTold } from './hits.ts'
import { judgeHostile } from './judge-hostile.ts'
import { optionsFor } from './options.ts'

// A thread of the proof tells messages, never stacks; to record them for each refusal takes some of its time.
if (isWorkerThread) Error.stackTraceLimit = 1

export interface Job {
  /** A hostile target instead of the reference server. */
  readonly hostile?: string
  /** `away` is the second server, whose faults and variants are its own; none is the reference server. */
  readonly server?: 'away'
  /** Whether the reference server is judged over a wire, as it is where what it breaks needs one; the away server always is. */
  readonly wire?: boolean
  /** Ids of what the server breaks, none for nothing. */
  readonly faults?: readonly string[]
  /** Ids of what the server does otherwise; the later-named wraps the earlier. */
  readonly variants?: readonly string[]
  /** Patterns as `run --only` takes them; none: the whole run. */
  readonly only: readonly string[]
  readonly seed: number
  /** Whether payloads and sequences are fuzzed, as `run` does unless it is told not to. */
  readonly fuzz: boolean
  /** Patterns as `run --skip` takes them. */
  readonly skip?: readonly string[]
  /** Whether the first `fail` ends the run, as `run --bail` does. */
  readonly bail?: boolean
  /** Whether the run ends once every fault has been told by every check that names it. */
  readonly untilTold?: boolean
  /** Why it is begun before others: it mostly waits, or it looks again for what a run before it missed. */
  readonly urgent?: 'waits' | 'again' | undefined
}

/** A result that is no pass. */
export type Said = Pick<Result, 'id' | 'check' | 'verdict' | 'message'>

export interface Judged {
  readonly said: readonly Said[]
  /** What kept the run from being one: no verdict, results that never came, a defect of ours. */
  readonly trouble: readonly string[]
  /** What it left on a server that keeps the specification; absent where nothing was looked for. */
  readonly left?: readonly string[]
  readonly requests: number
}

/** A defect of ours, or a search that the clock ended: on a faster machine it may have found something. */
export const isTrouble = ({ verdict, message }: Pick<Said, 'verdict' | 'message'>): boolean =>
  verdict === 'error' || message.includes(OUT_OF_TIME)

/**
 * The same in words: what is broken may break deletes, some variants change settings by themselves, and on a busy machine a create may
 * go unanswered.
 */
export function leftOn(
  leftovers: readonly Leftover[],
  { faults = [], variants = [] }: Partial<Job>,
): readonly string[] {
  const mayLeave = faults.length > 0 || legal.some(({ id, leaves }) => leaves && variants.includes(id))
  const known = leftovers.filter(({ why }) => why !== UNANSWERED)
  return mayLeave ? [] : known.map(({ kind, name, why }) => `left ${kind} ${name}: ${why}`)
}

/** Starts the server, judges it, closes it. The default export is what a thread calls. */
export default async function judge(job: Job): Promise<Judged> {
  const { faults = [], variants = [], only, seed, fuzz, skip = [], bail = false, untilTold = false } = job
  if (job.hostile !== undefined) return { said: [], trouble: await judgeHostile(job.hostile, seed), requests: 0 }
  const server = await (job.server === 'away'
    ? startAway({ faults, variants })
    : startReference({ faults, variants, inside: job.wire !== true }))
  try {
    const options = optionsFor(server, { only, skip, seed, bail, fuzz: fuzz ? DEFAULT_FUZZ : 0 })
    const isAllTold = untilTold ? untilAllTold(all.filter(({ id }) => faults.includes(id))) : () => false
    let isEnough = false
    const hooks = {
      progress() {},
      restart: () => server.restart(),
      isEnough: (results: readonly Result[]) => (isEnough ||= isAllTold(results)),
    }
    const outcome = await new Session(options, noJournal, hooks).run()
    const said = outcome.results
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, check, verdict, message }) => ({ id, check, verdict, message }))
    const isEnded = isEnough || (bail && said.some(({ verdict }) => verdict === 'fail'))
    const missing = isEnded ? 0 : outcome.planned - outcome.executed
    return {
      said,
      requests: outcome.requests,
      left: isEnded ? [] : leftOn(outcome.leftovers, job),
      trouble: [
        ...(outcome.noVerdict === null ? [] : [`no verdict: ${outcome.noVerdict}`]),
        ...(missing === 0 ? [] : [`${missing} of ${outcome.planned} results were never reached`]),
        ...said.filter(isTrouble).map(({ id, message }) => `${id}: ${message}`),
      ],
    }
  } finally {
    await server.close()
  }
}
