/** k6 in a container, where there is no other: which engine runs it, and that its image is here. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

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

/** How soon a container that does not run yet is asked again, and how soon one that goes on although it was asked; in milliseconds. */
const STARTING_MS = 200
const GOING_ON_MS = 5000

/**
 * Asks a container to stop, until it does: what is asked of one that is just being started is lost.
 * @param over whether it has ended
 */
export async function interrupt(engine: string, name: string, over: () => boolean): Promise<void> {
  while (!over()) {
    const asked = does(engine, ['kill', '--signal', 'INT', name])
    await pause(asked ? GOING_ON_MS : STARTING_MS, undefined, { ref: false })
  }
}

/**
 * Ends a container at once. Whoever asks ends too: it is waited for. The engine may be taking it away already, because it has
 * ended: then it refuses, and is asked until the container is gone.
 */
export function remove(engine: string, name: string): void {
  const last = Date.now() + ANSWER_MS
  spawnSync(engine, ['rm', '--force', '--volumes', name], { stdio: 'ignore', timeout: ANSWER_MS })
  while (does(engine, ['container', 'inspect', name]) && Date.now() < last);
}
