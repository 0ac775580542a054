/** Starts a run in a thread of its own: this thread tells how it goes, and may serve the embedded server meanwhile. */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { digestsOf } from '../run/digests.ts'
import type { Outcome, RunHooks } from '../run/outcome.ts'
import { planOf } from '../run/plan.ts'
import { emptyShard } from '../run/selected.ts'
import type { Asked, Given, Told } from './thread.ts'

// A run's objects live short: a small young generation and an old one that is swept early keep the process near 260 MB,
// where V8's own choice takes 470. A smaller one of 2 MB saves no memory and takes a fifth more processor time.
setFlagsFromString('--max-semi-space-size=8')
setFlagsFromString('--heap-growing-percent=60')

/**
 * Judges a target.
 * @throws UsageError where a pattern matches nothing or nothing is selected, NoVerdict where that is so in this shard alone;
 * both before anything is sent
 */
export async function startRun(options: RunOptions, hooks: RunHooks): Promise<Outcome> {
  const { index, count } = options.shard
  // The report is joined with those of the other shards all the same.
  if (emptyShard(options)) throw new NoVerdict(`no selected operation belongs to shard ${index}/${count}`)
  const outcome = await inThread(options, hooks)
  return { ...outcome, digests: digestsOf(planOf(options)) }
}

async function inThread(options: RunOptions, hooks: RunHooks): Promise<Outcome> {
  // The same file is TypeScript in a clone and JavaScript in a package.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const workerData: Given = { options, watched: hooks.sent !== undefined }
  const thread = new Worker(new URL(`./thread.${extension}`, import.meta.url), { workerData })
  const ask = (asked: Asked) => thread.postMessage(asked)
  const interrupt = () => ask({ type: 'interrupt' })
  const running = new Promise<Outcome>((resolve, reject) => {
    thread.on('message', (told: Told) => {
      if (told.type === 'progress') hooks.progress(told.progress)
      else if (told.type === 'sent') hooks.sent?.(told.sent)
      else if (told.type === 'over') resolve(told.outcome)
      else void restart(hooks).then((why) => ask({ type: 'restarted', why }))
    })
    thread.once('error', (error) =>
      reject(new Error(`The run could not be carried out: ${error.message}`, { cause: error })),
    )
    thread.once('exit', () => reject(new Error('The run could not be carried out: its thread ended without a word.')))
  })
  if (hooks.signal.aborted) interrupt()
  hooks.signal.addEventListener('abort', interrupt)
  try {
    return await running
  } finally {
    hooks.signal.removeEventListener('abort', interrupt)
    await thread.terminate()
  }
}

/** Why the target is not there again; null: it is. */
async function restart(hooks: RunHooks): Promise<string | null> {
  try {
    await hooks.restart?.()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
