/** One run against a server with mutants: what a thread is given, and what it gives back. */
import { noJournal } from '../../fixtures/journal.ts'
import { judgedOf, MIN_JUDGED, tooLittle } from '../../reports/model/judged.ts'
import { DEFAULT_FUZZ } from '../../schemas/fuzzed.ts'
import type { Job, Judged } from '../../suites/prove/job.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { Session } from '../../suites/run/session.ts'
import { reached, switchOff, switchOn, type Coverage, type Switch } from './switched.ts'

export interface MutantJob extends Pick<Job, 'only' | 'seed' | 'fuzz'>, Switch {
  /** A run that sends more has no verdict. */
  readonly maxRequests: number | null
  /** Operations that succeed without a mutant: of these the whole run names each that never does. */
  readonly succeeding: readonly string[]
}

export interface Run extends Judged {
  /** What was reached while loading, at the start of the server, and by requests. */
  readonly coverage: { readonly loading: Coverage; readonly running: Coverage }
  /** Operations that succeeded. */
  readonly succeeded: readonly string[]
}

export const accuses = ({ verdict }: { readonly verdict: string }) => verdict === 'fail' || verdict === 'warn'

/** What a run tells whose server never came up: there is nothing that a client could ask. */
export const NOT_STARTED = 'the server did not start'

/** What a run tells on its first screen of an operation that was allowed and never succeeded; the certificate is then in part. */
export const NEVER_SUCCEEDED = 'never succeeded'

/** Starts the server, and judges it until something is held against it. The default export is what a thread calls. */
export default async function run(job: MutantJob): Promise<Run> {
  try {
    const started = await startOf(job)
    return started.server ? await judge(job, started.server, started.loading) : started
  } finally {
    switchOff()
  }
}

/** The server, and what was reached while it was loaded; a run without results where it does not start. */
async function startOf(job: MutantJob) {
  try {
    const start = await switchOn(job)
    const loading = reached()
    return { loading, server: await start() }
  } catch (thrown) {
    const trouble = [`${NOT_STARTED}: ${thrown instanceof Error ? thrown.message : String(thrown)}`]
    return {
      server: null,
      said: [],
      requests: 0,
      trouble,
      coverage: { loading: reached(), running: reached() },
      succeeded: [],
    }
  }
}

type Started = Awaited<ReturnType<Awaited<ReturnType<typeof switchOn>>>>

async function judge(job: MutantJob, server: Started, loading: Coverage): Promise<Run> {
  try {
    const { only, seed, fuzz, maxRequests } = job
    const over = { only, seed, fuzz: fuzz ? DEFAULT_FUZZ : 0, maxRequests }
    let done = 0
    const session: Session = new Session(optionsFor(server, over), noJournal, {
      progress(now) {
        if (job.mutants.length === 0 || now.done === done) return
        done = now.done
        if (session.results.list().some(accuses)) session.interrupt()
      },
      restart: () => server.restart(),
    })
    const { results, planned, executed, noVerdict, requests, interrupted, coverage } = await session.run()
    const said = results.filter(({ verdict }) => verdict !== 'pass')
    const missing = interrupted ? 0 : planned - executed
    const isWhole = only.length === 0 && !interrupted
    const silent = isWhole ? tooLittle(judgedOf(results, MIN_JUDGED)) : null
    const { succeeded = [] } = coverage.operations.names ?? {}
    const refused = isWhole ? job.succeeding.filter((id) => !succeeded.includes(id)) : []
    return {
      said: said.map(({ id, check, verdict, message }) => ({ id, check, verdict, message })),
      trouble: [
        ...(noVerdict === null ? [] : [`no verdict: ${noVerdict}`]),
        ...(missing === 0 ? [] : [`${missing} of ${planned} results were never reached`]),
        ...(silent === null ? [] : [`no verdict: ${silent}`]),
        ...(refused.length === 0 ? [] : [`${NEVER_SUCCEEDED}: ${refused.join(', ')}`]),
      ],
      requests,
      coverage: { loading, running: reached() },
      succeeded,
    }
  } finally {
    await server.close()
  }
}
