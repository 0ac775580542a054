/** Work on a target that a person at a terminal watches, and may interrupt. */
import { join, relative } from 'node:path'
import { startProgress, type State } from '../../reports/screen/progress.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { Resolved } from '../options/options.ts'
import { say } from '../terminal/say.ts'
import { onSignals } from '../terminal/signals.ts'
import { withTarget, type Judged } from './with-target.ts'
import type { Findings } from '../../reports/model/exit-code.ts'

export type { Judged }

export interface Hooks {
  progress(state: State): void
  /** Given at the first SIGINT or SIGTERM: the work ends, and cleans up after itself. */
  readonly signal: AbortSignal
  /** Told how to end what runs in a process of its own, as soon as it does: it must not outlive this one. */
  running(kill: () => void): void
  /** Kills the target and starts it again; only a target that Touchstone has started has it. */
  readonly restart?: () => Promise<void>
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
 * As `withTarget`; the first SIGINT or SIGTERM has the work clean up, the second ends the process at once.
 * @param wait for a target that runs already, in seconds
 * @param still whether no progress is shown
 */
export async function onTarget(
  resolved: Resolved,
  wait: number,
  work: (options: RunOptions, hooks: Hooks) => Promise<Findings>,
  still = false,
): Promise<Judged> {
  let { options } = resolved
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
      void (resolved.brought?.down() ?? Promise.resolve()).finally(() => process.exit(130))
    },
  )
  const telling = (line: string) => {
    progress.clear()
    say(line)
  }
  try {
    return await withTarget(resolved, wait, { say: telling, signal }, (found, restart) => {
      options = found
      return work(found, {
        progress: (state) => (still ? undefined : progress.show(state)),
        signal,
        running: (end) => (kill = end),
        ...(restart ? { restart } : {}),
      })
    })
  } finally {
    progress.clear()
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
