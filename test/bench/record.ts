/** Records the requests of one run, in the order in which they go out. */
import { noJournal } from '../../fixtures/journal.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { Session } from '../../suites/run/session.ts'
import { targetOf, type Served } from './served.ts'

export interface Recorded {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Recording {
  readonly baseUrl: string
  readonly concurrency: number
  readonly requests: readonly Recorded[]
}

export async function record(server: Served, lookup: boolean): Promise<Recording> {
  const { identifiers = {}, lookup: lists = {} } = targetOf(server, lookup)
  const target = { identifiers, expendable: {}, sample: {}, lookup: lists }
  const options = optionsFor({ ...server, target }, { embedded: false, restarts: false, fuzz: 0 })
  const requests: Recorded[] = []
  const session = new Session(options, noJournal, {
    progress() {},
    exchange: ({ method, path, headers, body }) => {
      requests.push({ method: method === 'GET' ? 'GET' : 'POST', path, headers, body })
    },
  })
  await session.run()
  return { baseUrl: server.baseUrl, concurrency: options.concurrency, requests }
}
