/** One run against one reference server over loopback HTTP: what a thread of `prove` is given, and what it gives back. */
import { noJournal } from '../../fixtures/journal.ts'
import { startReference } from '../../fixtures/reference/serve.ts'
import type { Result } from '../../schemas/report.ts'
import { DEFAULT_FUZZ } from '../../schemas/target.ts'
import { Session } from '../run/session.ts'
import { judgeHostile } from './judge-hostile.ts'
import { optionsFor } from './options.ts'

export interface Job {
  /** A hostile target instead of the reference server. */
  readonly hostile?: string
  readonly fault?: string
  readonly variant?: string
  /** Patterns as `run --only` takes them; none: the whole run. */
  readonly only: readonly string[]
  readonly seed: number
  /** Whether payloads and sequences are fuzzed, as `run` does unless it is told not to. */
  readonly fuzz: boolean
}

/** A result that is no pass. */
export type Said = Pick<Result, 'id' | 'check' | 'verdict' | 'message'>

export interface Judged {
  readonly said: readonly Said[]
  /** What kept the run from being one: no verdict, results that never came, a defect of ours. */
  readonly trouble: readonly string[]
}

/** Starts the server, judges it, closes it. The default export is what a thread calls. */
export default async function judge({ hostile, fault, variant, only, seed, fuzz }: Job): Promise<Judged> {
  if (hostile !== undefined) return { said: [], trouble: await judgeHostile(hostile, seed) }
  const server = await startReference({
    ...(fault === undefined ? {} : { faults: [fault] }),
    ...(variant === undefined ? {} : { variants: [variant] }),
  })
  try {
    const options = optionsFor(server, { only, seed, fuzz: fuzz ? DEFAULT_FUZZ : 0 })
    const outcome = await new Session(options, noJournal, { progress() {}, restart: () => server.restart() }).run()
    const said = outcome.results
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, check, verdict, message }) => ({ id, check, verdict, message }))
    const missing = outcome.planned - outcome.executed
    return {
      said,
      trouble: [
        ...(outcome.noVerdict === null ? [] : [`no verdict: ${outcome.noVerdict}`]),
        ...(missing === 0 ? [] : [`${missing} of ${outcome.planned} results were never reached`]),
        ...said.filter(({ verdict }) => verdict === 'error').map(({ id, message }) => `${id}: ${message}`),
      ],
    }
  } finally {
    await server.close()
  }
}
