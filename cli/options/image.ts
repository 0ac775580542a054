/** The image that the user names, by flags, environment and target file. */
import { InvalidArgumentError, type Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { REFERENCE, type ImageSpec, type TokenSource } from '../../fixtures/image/spec.ts'
import type { ImageSettings } from '../../schemas/image.ts'
import type { TargetFile } from '../../schemas/target.ts'
import { whole, type RunFlags } from './flags.ts'
import type { Environment } from './target.ts'

/** How long a container may take until it is ready, in seconds, where nobody says. */
const READY_S = 60

/** Where the API is until it is known where the image is published. */
const NOWHERE = 'http://127.0.0.1:1'

function variable(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[^=\s]+(=|$)/.test(text)) throw new InvalidArgumentError('It must be NAME=VALUE, or NAME for one of your own.')
  return [...(before ?? []), text]
}

export function addImageOptions(command: Command): Command {
  return command
    .option('--image <ref>', `start this container image and judge it; '${REFERENCE}' is Touchstone's own server`)
    .option('--port <n>', 'with --image: the port of the API', whole(1, 65_535))
    .option('--env <name=value>', 'with --image: an environment variable for it (repeatable)', variable)
}

/** Each `NAME=VALUE`, and `NAME` alone for a variable that is set here. */
function variables(given: readonly string[], env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name = '', value] = /^([^=]+)(?:=([^]*))?$/.exec(text) ?? []
      const own = value ?? env[name]
      if (own === undefined) throw new UsageError(`--env ${name}: no such variable is set here; give ${name}=VALUE`)
      return [name, own]
    }),
  )
}

function sourceOf({ token, env, place }: { token?: string; env: Environment; place: string }, image: ImageSettings) {
  const given = token ?? env['TOUCHSTONE_TOKEN']
  if (given !== undefined) return { given }
  const { log, command } = image.token ?? {}
  if (log !== undefined) return { log: new RegExp(log, 'm') }
  if (command !== undefined) return { command }
  throw new UsageError(
    `no token for the image; give --token, TOUCHSTONE_TOKEN, token in ${place}, or image.token there, which says where the ` +
      'container shows it',
  )
}

const prefix = (path = '') => {
  const bare = path.replace(/\/+$/, '')
  return bare === '' || bare.startsWith('/') ? bare : `/${bare}`
}

export interface ImageTarget {
  readonly spec: ImageSpec
  /** The flags as they would name a target that runs already, but for its address and its token. */
  readonly flags: RunFlags
}

/** The image to be brought up, or null where none is named. */
export function readImage(flags: RunFlags, file: TargetFile, env: Environment, run: string): ImageTarget | null {
  const { image, port, baseUrl } = flags
  if (image === undefined) {
    const lone = port === undefined ? (flags.env ? '--env' : null) : '--port'
    if (lone) throw new UsageError(`${lone} is about an image; give --image as well`)
    return null
  }
  if (image.trim() === '') throw new UsageError('--image is empty; give an image as docker run takes it')
  if (baseUrl !== undefined) throw new UsageError('--image and --base-url are two targets; give one of them')
  const place = flags.target ?? 'the target file'
  const said = file.image ?? {}
  const named = flags.token ?? env['TOUCHSTONE_TOKEN'] ?? file.token
  const source: TokenSource =
    image === REFERENCE && named === undefined && !said.token
      ? { log: /^token (\S+)$/m }
      : sourceOf({ ...(named === undefined ? {} : { token: named }), env, place }, said)
  const companions = Object.entries(said.companions ?? {}).map(([name, one]) => [
    name,
    { image: one.image, env: one.env ?? {}, command: one.command ?? [], wait: one.wait ?? {} },
  ])
  const path = prefix(said.path)
  return {
    spec: {
      image,
      run,
      port: port ?? said.port ?? null,
      path,
      env: { ...said.env, ...variables(flags.env ?? [], env) },
      command: said.command ?? [],
      wait: said.wait ?? {},
      seconds: flags.wait > 0 ? flags.wait : READY_S,
      token: source,
      companions: Object.fromEntries(companions),
      network: said.network ?? null,
    },
    // Whatever else is wrong is told before anything is brought up.
    flags: { ...flags, baseUrl: NOWHERE + path, token: named ?? 'not-known-yet' },
  }
}
