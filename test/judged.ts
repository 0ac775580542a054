/** A reference server and the options to judge it by, in this process: what many tests start from. */
import { startReference, type StartOptions } from '../fixtures/reference/serve.ts'
import { noJournal } from '../fixtures/journal.ts'
import type { RunOptions } from '../schemas/target.ts'
import type { Outcome } from '../suites/outcome.ts'
import { Session } from '../suites/session.ts'

let runs = 0

export async function judged(start: StartOptions, over: Partial<RunOptions> = {}) {
  const server = await startReference(start)
  const options: RunOptions = {
    run: `t${(++runs).toString(36).padStart(3, '0')}${process.pid.toString(36).slice(-4).padStart(4, 'x')}`,
    seed: 1,
    embedded: true,
    target: {
      baseUrl: server.baseUrl,
      token: server.token,
      auth: { header: 'Authorization', scheme: 'Bearer' },
      headers: {},
      omit: [],
      ...server.target,
    },
    allow: ['deploy', 'host', 'destructive'],
    only: [],
    skip: [],
    concurrency: 8,
    rate: null,
    timeoutMs: 10_000,
    settleMs: 2000,
    maxRequests: null,
    badTokens: null,
    shard: { index: 1, count: 1 },
    bail: false,
    restarts: true,
    out: '',
    ...over,
  }
  return { server, options }
}

/** Judges a reference server with these faults or variants, and closes it. */
export async function outcomeOf(start: StartOptions, over: Partial<RunOptions> = {}): Promise<Outcome> {
  const { server, options } = await judged(start, over)
  try {
    return await new Session(options, noJournal, { progress() {}, restart: () => server.restart() }).run()
  } finally {
    await server.close()
  }
}
