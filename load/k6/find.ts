/** Finds k6, or builds it, or has a container run it. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UsageError } from '../../fixtures/errors.ts'
import { moduleFolder } from '../place.ts'
import { buildK6, builtK6, type Environment } from './build.ts'
import { answering, pull } from './container.ts'

/** A k6 that can be started. */
export interface K6 {
  readonly version: string
  /** Its file; or the engine and the image that run it. */
  readonly by: { readonly file: string } | { readonly engine: string; readonly image: string }
}

/** The first version that runs TypeScript as it is. */
const OLDEST = [1, 0]

const executable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The file of that name in PATH; null: there is none. */
function onPath(name: string, env: Environment): string | null {
  const files = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return files.find((file) => existsSync(file) && executable(file)) ?? null
}

/** The version that a k6 says it has; null where it says none. */
function versionOf(file: string): string | null {
  try {
    const said = execFileSync(file, ['version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    })
    return /\bv(\d+\.\d+\.\d+\S*)/.exec(said)?.[1] ?? null
  } catch {
    return null
  }
}

const tooOld = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < (OLDEST[0] ?? 0) || (major === OLDEST[0] && minor < (OLDEST[1] ?? 0))
}

/** The version of k6 that is built and, in a container, run. */
export function pinned(): string {
  const found = /go\.k6\.io\/k6\/v2 v(\S+)/.exec(readFileSync(join(moduleFolder(), 'go.mod'), 'utf8'))?.[1]
  if (found === undefined) throw new Error('load/k6/go.mod names no version of k6')
  return found
}

/** The image that has that version, by its full name: not every engine looks for short ones at the same place. */
export const k6Image = (): string => `docker.io/grafana/k6:${pinned()}`

/**
 * K6_BIN, else PATH, else a pinned build that is kept, else the container image.
 * @param say told what takes long
 * @throws UsageError where there is none of them, with the weighted to get one
 */
export async function findK6(env: Environment, say: (line: string) => void): Promise<K6> {
  const named = env['K6_BIN']
  if (named !== undefined && named !== '') {
    const version = versionOf(named)
    if (version === null)
      throw new UsageError(`K6_BIN is ${named}, which can't be run as k6; name the file of a k6, or unset it`)
    if (tooOld(version))
      throw new UsageError(`K6_BIN is k6 ${version}, which runs no TypeScript; k6 ${OLDEST.join('.')} or newer does`)
    return { version, by: { file: named } }
  }
  const found = onPath('k6', env)
  const version = found === null ? null : versionOf(found)
  if (found !== null && version !== null && !tooOld(version)) return { version, by: { file: found } }
  const whys =
    found === null ? ['there is no k6 in PATH'] : [`k6 in PATH is ${version ?? 'no k6'}, which runs no TypeScript`]
  const kept = builtK6(env)
  if (executable(kept)) return { version: pinned(), by: { file: kept } }
  const go = onPath('go', env)
  if (go === null) whys.push('there is no Go to build it with')
  else {
    const failed = await buildK6(go, env, say)
    if (failed === null) return { version: pinned(), by: { file: kept } }
    whys.push(`go build failed: ${failed}`)
  }
  const engine = answering(['docker', 'podman'].flatMap((name) => onPath(name, env) ?? []))
  if (engine === null) whys.push('no container engine answers')
  else {
    const image = k6Image()
    const failed = await pull(engine, image, say)
    if (failed === null) return { version: pinned(), by: { engine, image } }
    whys.push(`the image ${image} can't be pulled: ${failed}`)
  }
  throw new UsageError(
    `load needs k6: ${whys.join(', ')}. Install it (a package of your system, or a release of k6), and have it in PATH or ` +
      `name its file in K6_BIN; or install Go, and it is built once; or start Docker or Podman.`,
  )
}
