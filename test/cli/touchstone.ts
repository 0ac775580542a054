/** Runs the command line as a user does: another process, another environment. */
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The start of the command line as a clone has it. */
export const entryPointOfClone = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))

/** The same in few files, where the tests have put it together (bundled.ts). */
export const entryPoint = process.env['TOUCHSTONE_BUNDLED'] ?? entryPointOfClone

interface Setting {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Told of the process once it runs, to send it signals. */
  readonly started?: (child: ChildProcess, printed: () => string) => void
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly ms: number
}

/** What this very test run has in its environment must not reach the process that is tested. */
export function cleanEnvironment(env: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TOUCHSTONE|VITEST|NODE_OPTIONS|NODE_ENV|FORCE_COLOR|TEST$)/.test(name),
  )
  return { ...Object.fromEntries(inherited), ...env }
}

export function touchstone(args: readonly string[], { env, cwd, started }: Setting = {}): Promise<Ended> {
  const begun = performance.now()
  const child = spawn(process.execPath, [entryPoint, ...args], {
    cwd,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  started?.(child, () => out)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out, err, ms: performance.now() - begun }))
  })
}
