/** Starts a run in a thread of its own: this thread tells how it goes, and may serve the embedded server meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { digestsOf } from '../run/digests.ts'
import type { Outcome, RunHooks } from '../run/outcome.ts'
import { planOf } from '../run/plan.ts'
import { emptyShard } from '../run/selected.ts'
import { takeThread } from './open-thread.ts'
import type { Asked, Message } from './thread.ts'

/**
 * Judges a target.
 * @throws UsageError where a pattern matches nothing or nothing is selected, NoVerdict where that is so in this shard alone;
 * both before anything is sent
 */
export async function startRun(options: RunOptions, hooks: RunHooks): Promise<Outcome> {
  const { index, count } = options.shard
  // The report is joined with those of the other shards all the same.
  if (emptyShard(options)) throw new NoVerdict(`no selected operation belongs to shard ${index}/${count}`)
  const running = inThread(options, hooks)
  // Reckoned while the thread sends.
  const [outcome, digests] = await Promise.all([running, pause(0).then(() => digestsOf(planOf(options)))])
  return { ...outcome, digests }
}

async function inThread(options: RunOptions, hooks: RunHooks): Promise<Outcome> {
  const thread = takeThread()
  const ask = (asked: Asked) => thread.postMessage(asked)
  ask({ type: 'begin', options, watched: hooks.sent !== undefined })
  const interrupt = () => ask({ type: 'interrupt' })
  const running = new Promise<Outcome>((resolve, reject) => {
    thread.on('message', (message: Message) => {
      if (message.type === 'progress') hooks.progress(message.progress)
      else if (message.type === 'sent') hooks.sent?.(message.sent)
      else if (message.type === 'over') resolve(message.outcome)
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
    // Waited for: what it holds must be gone before the reports take memory of their own.
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
