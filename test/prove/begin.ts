/**
 * Begins the kill matrix as a process that gives way to all others. The tests beside it mostly wait, so it has nearly all of every
 * core, and what they time is hardly disturbed. Named in vitest.config.ts; proven.test.ts reads what came of it.
 */
import { fork } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Matrix } from '../../schemas/matrix.ts'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

/** Names the file, to the worker that reads it. */
const NAME = 'TOUCHSTONE_PROOF'

/** Between two looks for the file, in milliseconds. */
const LOOK = 500

/** How the process ended: without a matrix if it crashed. */
interface Ended {
  readonly matrix?: Matrix
  readonly printed: string
}

export default function setUp(): () => void {
  const file = join(emptyFolder(), 'proof.json')
  process.env[NAME] = file
  const child = fork(fileURLToPath(new URL('judge-all.ts', import.meta.url)), {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // At once: on Linux each thread has a priority of its own, and hands it on to those that it opens.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let ended: Ended = { printed: '' }
  child.on('message', (matrix) => (ended = { ...ended, matrix: matrix as Matrix }))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      ended = { ...ended, printed: ended.printed + text }
      process.stdout.write(text)
    })
  }
  child.once('close', () => {
    writeFileSync(`${file}.part`, JSON.stringify(ended))
    renameSync(`${file}.part`, file)
  })
  return () => void child.kill()
}

/**
 * The matrix, once it is judged.
 * @throws Error with what the process printed, where it ended without one
 */
export async function proof(): Promise<Matrix> {
  const file = process.env[NAME]
  if (file === undefined) throw new Error(`${NAME} is not set: vitest.config.ts names what begins the proof`)
  while (!existsSync(file)) await wait(LOOK)
  const { matrix, printed } = JSON.parse(readFileSync(file, 'utf8')) as Ended
  if (matrix === undefined) throw new Error(`the proof ended without a matrix: ${printed}`)
  return matrix
}
