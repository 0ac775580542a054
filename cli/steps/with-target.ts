/** Work on a target, which may have to be brought up or waited for first, and is taken down after it. */
import { NoVerdict } from '../../fixtures/errors.ts'
import { orStandstill } from '../../fixtures/image/standstill.ts'
import type { Findings } from '../../reports/model/exit-code.ts'
import type { State } from '../../reports/screen/progress.ts'
import { clauses } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { Resolved } from '../options/options.ts'
import { waitFor } from './wait.ts'

/** What was found, and the options with what only turned out when the target was there. */
export interface Judged {
  readonly findings: Findings
  readonly options: RunOptions
}

/** Whoever asked for the work: what is shown to them, and how they end it. */
export interface Watcher {
  progress(state: State): void
  say(line: string): void
  /** The work ends, and cleans up after itself. */
  readonly signal: AbortSignal
}

export type Work = (
  options: RunOptions,
  /** Kills the target and starts it again; only a target that Touchstone has started has it. */
  restart: (() => Promise<void>) | undefined,
) => Promise<Findings>

/** What is left to say of a run that ended before it could judge. */
function nothingFound(why: string): Findings {
  return {
    results: [],
    planned: 0,
    executed: 0,
    requests: 0,
    serviceVersion: '',
    deviations: [],
    observed: {},
    leftovers: [],
    coverage: {
      operations: { total: operations.length, exercised: 0, succeeded: 0, names: { exercised: [], succeeded: [] } },
      clauses: clauses.map(({ id }) => ({ id, verdict: 'not judged', checks: [] })),
    },
    noVerdict: why,
    interrupted: false,
  }
}

/** @param wait for a target that runs already, in seconds */
export async function withTarget(
  { options: given, brought }: Resolved,
  wait: number,
  { say, signal }: Pick<Watcher, 'say' | 'signal'>,
  work: Work,
): Promise<Judged> {
  let options = given
  const judged = async (): Promise<Judged> => {
    if (brought) {
      options = await brought.up(given, signal)
      say(`the image ${options.image} serves at ${options.target.baseUrl}`)
    } else if (wait > 0) await waitFor(options, wait, signal)
    const findings = await work(options, brought ? () => brought.restart(signal) : undefined)
    const ended = findings.noVerdict === null ? null : await brought?.ended()
    return { options, findings: ended ? { ...findings, noVerdict: `${findings.noVerdict}; ${ended}` } : findings }
  }
  try {
    return await orStandstill(judged())
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    return { options, findings: { ...nothingFound(error.message), interrupted: signal.aborted } }
  } finally {
    for (const left of (await brought?.down()) ?? []) say(`could not be removed: ${left}`)
  }
}
