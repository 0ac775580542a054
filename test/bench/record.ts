/** Records the requests of one run against the reference server, in the order in which they go out. */
import { noJournal } from '../../fixtures/journal.ts'
import { Session } from '../../suites/run/session.ts'
import { judged } from '../judged.ts'

export interface Recorded {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Recording {
  readonly token: string
  readonly concurrency: number
  readonly requests: readonly Recorded[]
}

export async function record(): Promise<Recording> {
  const { options, server } = await judged({})
  const requests: Recorded[] = []
  const session = new Session(options, noJournal, {
    progress() {},
    exchange: ({ serial, method, path, headers, body }) => {
      requests[serial - 1] = { method: method === 'GET' ? 'GET' : 'POST', path, headers, body }
    },
  })
  await session.run()
  await server.close()
  return { token: server.token, concurrency: options.concurrency, requests }
}
