/** A command line in the process of the test: for commands of which no process is what is tested. */
import { vi } from 'vitest'
import { call } from '../../cli/call.ts'
import { cleanEnvironment, type Ended } from './touchstone.ts'

/** What stands in the environment and in which folder the command runs. */
interface Setting {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

let last: Promise<unknown> = Promise.resolve()

/** Runs it as `touchstone` would, one after another: what it prints, and its environment, are this process's own meanwhile. */
export function called(words: readonly string[], setting: Setting = {}): Promise<Ended> {
  const ended = last.then(() => alone(words, setting))
  last = ended.catch(() => undefined)
  return ended
}

async function alone(words: readonly string[], { env, cwd = process.cwd() }: Setting): Promise<Ended> {
  const started = performance.now()
  const before = { env: process.env, cwd: process.cwd() }
  const printed = { out: '', err: '' }
  const keep = (into: 'out' | 'err') => (text: string | Uint8Array) => {
    printed[into] += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('err')),
  ]
  try {
    process.env = cleanEnvironment(env)
    process.chdir(cwd)
    const code = await call(words)
    return { code, ...printed, ms: performance.now() - started }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    for (const spy of spies) spy.mockRestore()
  }
}
