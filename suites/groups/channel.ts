/** What the thread that sends and the thread that shows tell each other. */
import { BroadcastChannel } from 'node:worker_threads'
import { openJournal } from '../../fixtures/journal.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { resumingIn } from '../run/saved.ts'
import type { Outcome, Progress, SessionHooks } from '../run/outcome.ts'
import { Session } from '../run/session.ts'

/** Everything that goes over the channel. */
export type Message =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'over'; readonly outcome: Omit<Outcome, 'results'> }
  | { readonly type: 'interrupt' }
  | { readonly type: 'restart' }
  /** `why` it is not there again; null: it is. */
  | { readonly type: 'restarted'; readonly why: string | null }

export const channelName = (run: string): string => `touchstone-${run}`

interface Joined {
  readonly session: Session
  readonly over: Promise<void>
}

let joined: Joined | null = null

/** The one session of this thread: the first suite that asks starts it, all others join. */
export function joinRun(options: RunOptions): Joined {
  joined ??= begin(options)
  return joined
}

/** Progress is told this often, in milliseconds. */
const PACE = 100

function begin(options: RunOptions): Joined {
  const channel = new BroadcastChannel(channelName(options.run))
  const post = (message: Message) => channel.postMessage(message)
  let told = 0
  let restarted: (why: string | null) => void = () => undefined
  const hooks: SessionHooks = {
    progress(progress) {
      if (Date.now() - told < PACE) return
      told = Date.now()
      post({ type: 'progress', progress })
    },
    restart: async () => {
      const why = await new Promise<string | null>((resolve) => {
        restarted = resolve
        post({ type: 'restart' })
      })
      if (why !== null) throw new Error(why)
    },
  }
  const journal = openJournal(options.out, options.run)
  const session = new Session(options, journal, hooks, resumingIn(options))
  channel.onmessage = ({ data }: { data: unknown }) => {
    const message = data as Message
    if (message.type === 'interrupt') session.interrupt()
    if (message.type === 'restarted') restarted(message.why)
  }
  const over = session.run().then(({ results: _results, ...outcome }) => {
    // The results themselves reach the other thread with their tests.
    post({ type: 'over', outcome })
    channel.close()
  })
  return { session, over }
}
