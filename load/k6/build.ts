/** Builds the k6 that go.mod pins, once, into a folder that is kept. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { moduleFolder } from '../place.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** How often a build says that it goes on, in milliseconds. */
const EVERY = 10_000
/** A build that takes longer was killed in the middle: its lock counts no more. */
const STALE = 15 * 60_000

/** Where the build is, or will be; another one for another pin. */
export function builtK6(env: Environment): string {
  const folder = moduleFolder()
  const pin = createHash('sha256')
  for (const name of ['go.mod', 'go.sum']) pin.update(readFileSync(join(folder, name)))
  const home = env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const place = `k6-${pin.digest('hex').slice(0, 12)}-${process.platform}-${process.arch}`
  return join(home, 'touchstone', place, process.platform === 'win32' ? 'k6.exe' : 'k6')
}

/** Waits for a build of somebody else, or takes the lock; true: it is ours to build. */
async function locked(file: string, lock: string): Promise<boolean> {
  for (;;) {
    try {
      mkdirSync(lock)
      return true
    } catch {
      if (existsSync(file)) return false
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > STALE)
        rmSync(lock, { recursive: true, force: true })
      await pause(500)
    }
  }
}

/**
 * Builds k6 where it is not there yet.
 * @returns why it failed, or null
 */
export async function buildK6(go: string, env: Environment, say: (line: string) => void): Promise<string | null> {
  const file = builtK6(env)
  const lock = `${file}.lock`
  mkdirSync(dirname(file), { recursive: true })
  if (!(await locked(file, lock))) return null
  try {
    if (existsSync(file)) return null
    say(
      `building k6: once, 2 to 10 minutes on most machines; it is kept in ${dirname(file)}. ` +
        `First Go fetches the modules. To use another k6, put it into PATH or name its file in K6_BIN.`,
    )
    const failed = await compile(go, `${file}.new`, env, say)
    if (failed === null) renameSync(`${file}.new`, file)
    return failed
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const PACKAGE = 'go.k6.io/k6/v2'

/** How many packages a build compiles at most: those that Go has kept from other builds are not compiled again. null: not told. */
async function packagesOf(go: string, env: Environment): Promise<number | null> {
  try {
    const asked = { cwd: moduleFolder(), env, maxBuffer: 1 << 24 }
    const { stdout } = await promisify(execFile)(go, ['list', '-deps', '-mod=readonly', PACKAGE], asked)
    return stdout.split('\n').filter((line) => line !== '').length
  } catch {
    // The build itself will say what is wrong.
    return null
  }
}

/** How far a build is. */
export function buildLine(packages: number, total: number | null, seconds: number): string {
  const passed = `building k6: ${packages}${total === null ? '' : ` of at most ${total}`} packages, ${Math.round(seconds)} s so far`
  const share = total === null ? 0 : packages / total
  return share < 0.05 ? passed : `${passed}, at most ${Math.ceil((seconds * (1 - share)) / share)} s left`
}

async function compile(
  go: string,
  into: string,
  env: Environment,
  say: (line: string) => void,
): Promise<string | null> {
  const total = await packagesOf(go, env)
  const args = ['build', '-v', '-trimpath', '-mod=readonly', '-o', into, PACKAGE]
  const child = spawn(go, args, { cwd: moduleFolder(), env, stdio: ['ignore', 'ignore', 'pipe'] })
  const began = performance.now()
  let packages = 0
  let last = ''
  const telling = setInterval(() => say(buildLine(packages, total, (performance.now() - began) / 1000)), EVERY)
  createInterface({ input: child.stderr }).on('line', (line) => {
    // With -v, each compiled package is a line of its name; everything else is said of an error.
    if (/^[\w./-]+$/.test(line)) packages++
    else last = line
  })
  return new Promise((resolve) => {
    const end = (failed: string | null) => {
      clearInterval(telling)
      resolve(failed)
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code) => end(code === 0 ? null : last || `exit code ${code ?? 'unknown'}`))
  })
}
