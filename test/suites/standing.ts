/**
 * A reference server in this process whose memory a test can see, with a hand between it and the run. Requests reach it without a
 * wire, which tests of other rooms look at.
 */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { createReference, type ReferenceOptions } from '../../fixtures/reference/app.ts'
import { refusal } from '../../fixtures/reference/errors.ts'
import { describeSeeds } from '../../fixtures/reference/target.ts'
import type { Store } from '../../fixtures/reference/store.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { standInside } from '../../fixtures/inside/standing.ts'
import { noJournal, type Journal } from '../../fixtures/journal.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import type { RunOptions, Target } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import type { Moment } from './moments.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { Session } from '../../suites/run/session.ts'

export const TOKEN = 'Zq3Xw8Ke5Rt1Yu6Io9Pa2Sd7Fg4Hj0Lz'

/** The operation that a request is to; undefined: none. */
export const operationOf = ({ url }: Request): Operation | undefined =>
  operations.find(({ path }) => path === new URL(url).pathname)

type Next = (request: Request) => Promise<Response>
/** Answers instead of the server, or hands on to it. */
export type Between = (request: Request, next: Next) => Response | Promise<Response>

export interface Stand extends Omit<ReferenceOptions, 'token'> {
  readonly between?: Between
  readonly token?: string
  readonly target?: Partial<Target>
  readonly options?: Partial<RunOptions>
}

export interface Standing {
  readonly store: Store
  readonly options: RunOptions
  /** Closes the server, as if it had died. */
  die(): void
}

/** Starts a server that lasts as long as its test; `kept`: until it is told to die, for what is done before tests. */
export async function standing(stand: Stand = {}, lasts: 'test' | 'kept' = 'test'): Promise<Standing> {
  const { between, token = TOKEN, target, options, ...reference } = stand
  const { store, fetch } = createReference({ ...reference, token })
  const next: Next = async (request) => fetch(request)
  const respond = async (request: Request): Promise<Response> => {
    const response = await (between ? between(request, next) : next(request))
    // What nobody read is read now: the adapter would wait half a second for it.
    if (!request.bodyUsed && request.method === 'POST') await request.arrayBuffer()
    return response
  }
  const listener = getRequestListener(respond, {
    hostname: '127.0.0.1',
    errorHandler: refusal,
    overrideGlobalObjects: false,
  })
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => void listener(request, response))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const baseUrl = `http://127.0.0.1:${address.port}`
  const leave = standInside(baseUrl, async (request) => {
    try {
      return await (between ? between(request, next) : next(request))
    } catch (error) {
      return refusal(error)
    }
  })
  const die = () => {
    leave()
    server.close()
    server.closeAllConnections()
  }
  if (lasts === 'test') onTestFinished(die)
  return {
    store,
    die,
    options: optionsFor(
      { baseUrl, token, target: { ...describeSeeds(store.seeds), ...target } },
      { restarts: false, ...options },
    ),
  }
}

interface Watching {
  readonly exchange?: (exchange: Exchange, session: Session) => void
  readonly journal?: Journal
  /** The run is stopped at this moment. */
  readonly stopAt?: Moment
  /** What happens to the target, and at which moment. */
  readonly upon?: { readonly at: Moment; readonly act: () => void }
}

/** Judges it. */
export function run({ options }: Pick<Standing, 'options'>, watching: Watching = {}): Promise<Outcome> {
  const { journal = noJournal, stopAt, upon } = watching
  const watches = [
    ...(stopAt ? [{ watch: stopAt(), act: () => session.interrupt() }] : []),
    ...(upon ? [{ watch: upon.at(), act: upon.act }] : []),
  ]
  const watched: Journal = {
    write(entry) {
      journal.write(entry)
      for (const { watch, act } of watches) if (watch.entry?.(entry)) act()
    },
  }
  const session: Session = new Session(options, watched, {
    progress() {},
    exchange(exchange) {
      watching.exchange?.(exchange, session)
      for (const { watch, act } of watches) if (watch.exchange?.(exchange)) act()
    },
  })
  return session.run()
}

/** Stands up a server and judges it. */
export async function runOn(stand: Stand = {}, watching: Watching = {}): Promise<Outcome> {
  return run(await standing(stand), watching)
}

/** Names of the records that a server holds and no seed put there. */
export function left(store: Store): string[] {
  return Object.entries(store.records).flatMap(([kind, table]) =>
    table
      .entries()
      .filter(([, record]) => !/^\/?foreign-/.test(nameOf(record)))
      .map(([id, record]) => `${kind} ${id} ${nameOf(record)}`),
  )
}

const nameOf = (record: Readonly<Record<string, unknown>>): string => {
  const name = ['name', 'registryName', 'mountPath']
    .map((field) => record[field])
    .find((one) => typeof one === 'string')
  return typeof name === 'string' ? name : 'foreign-port'
}

/** Ids of the results with one of these verdicts. */
export const ids = ({ results }: Outcome, ...verdicts: readonly string[]): string[] =>
  results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id)

export const errorResponse = (status: number, code: string, headers: Record<string, string> = {}, message = 'no') =>
  new Response(JSON.stringify({ message, code, issues: [] }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
