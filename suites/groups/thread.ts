/** The thread that sends: one session, one connection, one journal. Only progress and the outcome leave it. */
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { openJournal } from '../../fixtures/journal.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { Sent } from '../../schemas/report.ts'
import type { Outcome, Progress, SessionHooks } from '../run/outcome.ts'
import { resumingIn } from '../run/saved.ts'
import { Session } from '../run/session.ts'

/** What this thread tells the one that started it. */
export type Message =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'restart' }
  | { readonly type: 'sent'; readonly sent: Sent }
  | { readonly type: 'over'; readonly outcome: Outcome }

/** What it is told. */
export type Asked =
  /** The first that it is told. */
  | ({ readonly type: 'begin' } & Given)
  | { readonly type: 'interrupt' }
  /** `why` the target is not there again; null: it is. */
  | { readonly type: 'restarted'; readonly why: string | null }

/** What it is given. */
interface Given {
  readonly options: RunOptions
  /** Whether to tell of every exchange. */
  readonly watched: boolean
}

/** Progress is told this often, in milliseconds. */
const PACE = 100

async function work(
  { options, watched }: Given,
  tell: (message: Message) => void,
  listen: (hear: (asked: Asked) => void) => void,
) {
  let reportedAt = 0
  let restarted: (why: string | null) => void = () => undefined
  const hooks: SessionHooks = {
    progress(progress) {
      if (Date.now() - reportedAt < PACE) return
      reportedAt = Date.now()
      tell({ type: 'progress', progress })
    },
    ...(watched ? { sent: (sent: Sent) => tell({ type: 'sent', sent }) } : {}),
    restart: async () => {
      const why = await new Promise<string | null>((resolve) => {
        restarted = resolve
        tell({ type: 'restart' })
      })
      if (why !== null) throw new Error(why)
    },
  }
  const session = new Session(options, openJournal(options.out, options.run), hooks, resumingIn(options))
  listen((asked) => {
    if (asked.type === 'interrupt') session.interrupt()
    else if (asked.type === 'restarted') restarted(asked.why)
  })
  tell({ type: 'over', outcome: await session.run() })
}

// Only now: while modules are loaded, nothing of what lives dies. At 25 % sweeping takes a tenth more processor time.
const sweepEarly = () => setFlagsFromString('--heap-growing-percent=50')

const port = parentPort
if (!port) throw new Error('suites/groups/thread is started as a thread, by suites/groups/start')
let hear: (asked: Asked) => void = () => undefined
port.on('message', (asked: Asked) => {
  if (asked.type !== 'begin') return hear(asked)
  sweepEarly()
  void work(
    asked,
    (message) => port.postMessage(message),
    (heard) => (hear = heard),
  )
})
