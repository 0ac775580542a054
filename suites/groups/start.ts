/** Starts a run: vitest in a thread of its own binds the results, this thread tells how it goes. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { BroadcastChannel } from 'node:worker_threads'
import { startVitest, type Reporter, type TestCase } from 'vitest/node'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { channelName, type Message } from './channel.ts'
import { digestsOf } from '../run/digests.ts'
import type { Outcome, RunHooks } from '../run/outcome.ts'
import { planOf } from '../run/plan.ts'
import { emptyShard } from '../run/selected.ts'

/**
 * Judges a target.
 * @throws UsageError where a pattern matches nothing or nothing is selected, NoVerdict where that is so in this shard alone;
 * both before anything is sent
 */
export async function startRun(options: RunOptions, hooks: RunHooks): Promise<Outcome> {
  const { index, count } = options.shard
  // The report is joined with those of the other shards all the same.
  if (emptyShard(options)) throw new NoVerdict(`no selected operation belongs to shard ${index}/${count}`)
  const results = new Map<string, Result>()
  const errors: string[] = []
  let over: Omit<Outcome, 'results'> | null = null
  const channel = new BroadcastChannel(channelName(options.run))
  const post = (message: Message) => channel.postMessage(message)
  const ended = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }: { data: unknown }) => {
      const message = data as Message
      if (message.type === 'progress') hooks.progress(message.progress)
      if (message.type === 'restart') void restart(hooks).then((why) => post({ type: 'restarted', why }))
      if (message.type !== 'over') return
      over = message.outcome
      resolve()
    }
  })
  let insisting: NodeJS.Timeout | undefined
  const interrupt = () => {
    const say = () => post({ type: 'interrupt' })
    say()
    // The other thread may not be listening yet.
    insisting = setInterval(say, 100)
  }
  hooks.signal.addEventListener('abort', interrupt)
  const reporter: Reporter = {
    onTestCaseResult(test: TestCase) {
      const { result } = test.meta()
      if (result) results.set(result.id, result)
    },
    onTestRunEnd(_modules, unhandled) {
      errors.push(...unhandled.map((error) => error.message))
    },
  }
  // vitest sets the process's exit code from its own point of view; ours is the contract's.
  const exitCode = process.exitCode
  try {
    await runVitest(options, reporter)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000))])
  } finally {
    process.exitCode = exitCode
    hooks.signal.removeEventListener('abort', interrupt)
    clearInterval(insisting)
    channel.close()
  }
  return { ...outcome(over, results, errors), digests: digestsOf(planOf(options)) }
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

// A run's objects live short: a small young generation and an old one that is swept early keep the process near 320 MB,
// where V8's own choice takes 450, at the same processor time.
setFlagsFromString('--max-semi-space-size=2')
setFlagsFromString('--heap-growing-percent=60')

async function runVitest(options: RunOptions, reporter: Reporter): Promise<void> {
  const here = fileURLToPath(import.meta.url)
  // The same files are TypeScript in a clone and JavaScript in a package.
  const extension = here.endsWith('.ts') ? 'ts' : 'js'
  const vitest = await startVitest(
    'test',
    [],
    {
      root: dirname(here),
      config: false,
      watch: false,
      include: [`*.suite.${extension}`],
      exclude: [],
      // One worker, all files in it, nothing isolated: one run has one session.
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      fileParallelism: false,
      // Nothing is written beside our own files, which may belong to somebody else.
      cache: false,
      testTimeout: 0,
      hookTimeout: 0,
      reporters: [reporter],
      provide: { run: options },
      // Node runs our files as they are; there is nothing for vite to transform.
      experimental: { viteModuleRunner: false },
    },
    { logLevel: 'silent', clearScreen: false },
  )
  await vitest.close()
}

function outcome(
  over: Omit<Outcome, 'results'> | null,
  results: ReadonlyMap<string, Result>,
  errors: readonly string[],
): Outcome {
  if (!over) {
    const why = errors[0] ?? 'the suites ended without a word'
    throw new Error(`The run could not be carried out: ${why}`)
  }
  // What did not arrive was not executed, whatever the other thread believes.
  return { ...over, results: [...results.values()], executed: results.size }
}
