import { faults } from '../fixtures/reference/faults/index.ts'
import { startReference } from '../fixtures/reference/serve.ts'
import { variants } from '../fixtures/reference/variants/index.ts'
import { UsageError } from '../fixtures/errors.ts'
import { nearest } from '../schemas/nearest.ts'
import type { TargetFile } from '../schemas/target.ts'

export interface ServeOptions {
  /** A free one where left out. */
  readonly port?: number
  /** The access token; a random one where left out. */
  readonly token?: string
  /** Ids of what it breaks and of what it does otherwise; `touchstone list faults` and `list variants` show them. */
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
  /** Every response is held back for so many milliseconds. */
  readonly latencyMs?: number
  /** So many foreign records of each kind lie in it. */
  readonly seeded?: number
}

/** The reference server, listening on a loopback port. */
export interface Serving {
  readonly baseUrl: string
  readonly token: string
  /** A target file that fits it: `judge({ target: server.target })`. */
  readonly target: TargetFile
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

function known(sort: string, ids: readonly string[], all: readonly { readonly id: string }[]): void {
  const names = all.map(({ id }) => id)
  for (const id of ids)
    if (!names.includes(id)) throw new UsageError(`there is no ${sort} '${id}'; ${nearest(id, names)}`)
}

/**
 * Starts the reference server.
 * @throws UsageError where the port is taken, or there is no such fault or variant
 */
export async function serve(options: ServeOptions = {}): Promise<Serving> {
  known('fault', options.faults ?? [], faults)
  known('variant', options.variants ?? [], variants)
  const server = await startReference(options)
  const { baseUrl, token } = server
  const close = () => server.close()
  // The server's own description is deeply read-only; a target file is the same, as a program may write it.
  const target = structuredClone({ baseUrl, token, ...server.target }) as TargetFile
  return { baseUrl, token, target, close, [Symbol.asyncDispose]: close }
}
