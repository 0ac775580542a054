/** Work on a target, which may have to be brought up first: what a signal does to it, and that all is taken down after it. */
import { join, relative } from 'node:path'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { Findings } from '../../reports/model/exit-code.ts'
import { startProgress, type State } from '../../reports/forms/progress.ts'
import { clauses } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { Resolved } from '../options/options.ts'
import { say } from '../terminal/say.ts'
import { onSignals } from '../terminal/signals.ts'
import { waitFor } from './wait.ts'

/** What was found, and the options with what only turned out when the target was there. */
export interface Judged {
  readonly findings: Findings
  readonly options: RunOptions
}

export interface Hooks {
  progress(state: State): void
  /** Given at the first SIGINT or SIGTERM: the work ends, and cleans up after itself. */
  readonly signal: AbortSignal
  /** Told how to end what runs in a process of its own, as soon as it does: it must not outlive this one. */
  running(kill: () => void): void
  /** Kills the target and starts it again, where that is ours to do. */
  readonly restart?: () => Promise<void>
}

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

/** What may be left where the process ends before the clean-up is done, and how to remove it. */
function leftBehind({ out, image, target }: RunOptions): string {
  const journal = relative('.', join(out, 'journal.jsonl'))
  const stopped = `stopped before the clean-up was done. ${journal} lists what this run made`
  return image === undefined
    ? `${stopped}; delete what is left on ${target.baseUrl} with: touchstone cleanup --journal ${journal}`
    : `${stopped}; it goes with the container, which is removed now`
}

/**
 * Brings the target up or waits for it, does the work, and takes down what was brought up, however it ends. The first SIGINT or
 * SIGTERM has the work clean up, the second ends the process at once.
 * @param wait for a target that runs already, in seconds
 */
export async function onTarget(
  { options: given, brought }: Resolved,
  wait: number,
  work: (options: RunOptions, hooks: Hooks) => Promise<Findings>,
): Promise<Judged> {
  let options = given
  let kill = () => {}
  const abort = new AbortController()
  const { signal } = abort
  const progress = startProgress(process.stdout)
  const off = onSignals(
    () => {
      progress.clear()
      say('interrupted: cleaning up (press Ctrl-C again to stop now)')
      abort.abort()
    },
    () => {
      progress.clear()
      kill()
      say(leftBehind(options))
      // Containers go all the same.
      void (brought?.down() ?? Promise.resolve()).finally(() => process.exit(130))
    },
  )
  try {
    if (brought) {
      options = await brought.up(given, signal)
      say(`the image ${options.image} serves at ${options.target.baseUrl}`)
    } else if (wait > 0) await waitFor(options, wait, signal)
    const findings = await work(options, {
      progress: (state) => progress.show(state),
      signal,
      running: (end) => (kill = end),
      ...(brought ? { restart: () => brought.restart(signal) } : {}),
    })
    const ended = findings.noVerdict === null ? null : await brought?.ended()
    return { options, findings: ended ? { ...findings, noVerdict: `${findings.noVerdict}; ${ended}` } : findings }
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error
    return { options, findings: { ...nothingFound(error.message), interrupted: signal.aborted } }
  } finally {
    progress.clear()
    for (const left of (await brought?.down()) ?? []) say(`could not be removed: ${left}`)
    off()
  }
}

/** The target in words, before it is there. */
export const named = ({ image, embedded, target: { baseUrl } }: RunOptions): string =>
  image === undefined ? (embedded ? `the embedded reference server, ${baseUrl}` : baseUrl) : `the image ${image}`

/** Keeps what containers printed, where that may tell why. */
export function keepLogs({ brought }: Resolved, options: RunOptions, exitCode: number): void {
  const logs = exitCode === 0 ? [] : (brought?.keepLogs(options) ?? [])
  for (const log of logs) say(`what the container printed is in ${relative('.', join(options.out, log))}`)
}
