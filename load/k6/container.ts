/** k6 in a container, where there is no other: which engine runs it, and that its image is here. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

/** How long an engine may take to answer a question, in milliseconds. */
const ANSWER_MS = 20_000

/** Whether an engine does it, in silence. */
const does = (engine: string, args: readonly string[]): boolean => {
  try {
    execFileSync(engine, args, { stdio: 'ignore', timeout: ANSWER_MS })
    return true
  } catch {
    return false
  }
}

/** The first of these engines whose service runs; null: none does. */
export const answering = (engines: readonly string[]): string | null =>
  engines.find((engine) => does(engine, ['info'])) ?? null

/**
 * Pulls an image where it is not here yet.
 * @returns why it failed, or null
 */
export function pull(engine: string, image: string, say: (line: string) => void): Promise<string | null> {
  if (does(engine, ['image', 'inspect', image])) return Promise.resolve(null)
  say(`pulling ${image}: once, some 30 MB`)
  const child = spawn(engine, ['pull', '--quiet', image], { stdio: ['ignore', 'ignore', 'pipe'] })
  let last = ''
  createInterface({ input: child.stderr }).on('line', (line) => (last = line.trim() || last))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? null : last || `exit code ${code ?? 'unknown'}`))
  })
}

/** Ends a container at once. Whoever asks ends too: it is waited for. */
export const remove = (engine: string, name: string): void =>
  void spawnSync(engine, ['rm', '--force', '--volumes', name], { stdio: 'ignore', timeout: ANSWER_MS })
