/** The thread of a run. It may be opened before it is known what to judge: it loads the suites while the options are read. */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

// A run's objects live short: a small young generation and an old one that is swept early (see the thread) keep the process
// below 300 MB, where V8's own choice takes 470.
setFlagsFromString('--max-semi-space-size=16')

let opened: Worker | null = null

function open(): Worker {
  // The same file is TypeScript in a clone and JavaScript in a package.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new Worker(new URL(`./thread.${extension}`, import.meta.url))
}

/** Opens the thread that the next run takes. A process whose run never begins ends all the same. */
export function openThread(): void {
  opened ??= open()
  opened.unref()
}

/** The thread for one run, which ends it. */
export function takeThread(): Worker {
  const thread = opened ?? open()
  opened = null
  thread.ref()
  return thread
}
