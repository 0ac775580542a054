import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { codeOf, fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { nearest } from '../../schemas/nearest.ts'
import { collect, whole } from '../options/flags.ts'
import { stopSignal } from '../terminal/signals.ts'

interface ServeFlags {
  readonly port: number
  readonly token?: string
  readonly fault?: readonly string[]
  readonly variant?: readonly string[]
  readonly latency: number
  readonly seeded: number
  readonly rateLimit?: number
  readonly workers?: number
  readonly away?: boolean
  readonly writeTarget?: string
}

function known(sort: string, ids: readonly string[] = [], all: readonly { readonly id: string }[]): string[] {
  const names = all.map((item) => item.id)
  for (const id of ids) {
    if (!names.includes(id)) throw new UsageError(`there is no ${sort} '${id}'; ${nearest(id, names)}`)
  }
  return [...ids]
}

async function reference(flags: ServeFlags) {
  const { faults, loadFaults } = await import('../../fixtures/reference/faults/index.ts')
  const { variants } = await import('../../fixtures/reference/variants/index.ts')
  const { startReference } = await import('../../fixtures/reference/serve.ts')
  return startReference({
    ...common(flags, [...faults, ...loadFaults], variants),
    seeded: flags.seeded,
    rateLimit: flags.rateLimit,
    workers: flags.workers,
  })
}

async function away(flags: ServeFlags) {
  const { awayFaults, awayVariants, startAway } = await import('../../fixtures/away/index.ts')
  if (flags.seeded > 0)
    throw new UsageError('--seeded is for the reference server: the away server has no foreign records')
  if (flags.rateLimit !== undefined || flags.workers !== undefined)
    throw new UsageError('--rate-limit and --workers are for the reference server: the away server has no limit')
  try {
    return await startAway(common(flags, awayFaults, awayVariants))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new UsageError(`Port ${flags.port} is already in use: choose another one, or 0 for a free one.`)
  }
}

type Named = readonly { readonly id: string }[]

const common = ({ port, token, latency, fault, variant }: ServeFlags, faults: Named, variants: Named) => ({
  port,
  ...(token === undefined ? {} : { token }),
  latencyMs: latency,
  faults: known('fault', fault, faults),
  variants: known('variant', variant, variants),
})

/**
 * Writes what the server says of itself as a target file; it holds the token, so that it works as it is.
 * @throws UsageError if a file is there already: it may be somebody's work
 */
function writeTarget(file: string, target: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(target, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new UsageError(
      codeOf(error) === 'EEXIST'
        ? `--write-target: ${file} exists and is left as it is; delete it, or name another file`
        : `--write-target: ${file} can't be written: ${fileTrouble(error)}; name another file`,
    )
  }
}

async function serve(flags: ServeFlags): Promise<void> {
  if (flags.token !== undefined && !/^[\x21-\x7e]+$/.test(flags.token)) {
    throw new UsageError('--token must be one word of printable ASCII, for it is sent in a header')
  }
  const server = await (flags.away ? away(flags) : reference(flags))
  if (flags.writeTarget !== undefined) {
    const { baseUrl, token, target } = server
    try {
      writeTarget(flags.writeTarget, { baseUrl, token, ...target })
    } catch (error) {
      await server.close()
      throw error
    }
  }
  // What a target file needs to say: creates without a project are refused.
  const ids = Object.entries(server.target.identifiers).map(([name, id]) => `${name} ${id}\n`)
  // A token that the user gave is known to the user, and stays off the screen. 'listening' comes last: it says 'ready'.
  const made = flags.token === undefined ? `token ${server.token}\n` : ''
  process.stdout.write(`${ids.join('')}${made}listening ${server.baseUrl}\n`)
  await stopSignal()
  await server.close()
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the reference server until it is stopped')
    .option('--port <n>', 'the port, 0 for a free one', whole(0, 65_535), 0)
    .option('--token <token>', 'the access token (default: a random one, printed)')
    .option('--fault <id>', 'apply this seeded fault (repeatable)', collect)
    .option('--variant <id>', 'apply this legal variant (repeatable)', collect)
    .option('--away', 'start the away server instead: other response shapes, faults and variants')
    .option('--latency <ms>', 'delay every response', whole(0, 600_000), 0)
    .option('--rate-limit <n>', 'reject with 429 what exceeds N requests a second', whole(1, 1_000_000))
    .option('--workers <n>', 'serve N requests at once, others wait; with --latency, a known limit', whole(1, 10_000))
    .option('--seeded <n>', 'start with N foreign records of each kind', whole(0, 100_000), 0)
    .option('--write-target <file>', 'write a target file for this server, with its address, token and identifiers')
    .action(serve)
}
