/**
 * A reference server and the options to judge it by, in this process: what many tests start from. Requests reach it without a
 * wire, unless `inside` is false.
 */
import { startReference, type StartOptions } from '../fixtures/reference/serve.ts'
import { noJournal } from '../fixtures/journal.ts'
import type { RunOptions } from '../schemas/target.ts'
import type { Outcome } from '../suites/run/outcome.ts'
import { optionsFor } from '../suites/prove/options.ts'
import { Session } from '../suites/run/session.ts'

export async function judged(start: StartOptions, over: Partial<RunOptions> = {}) {
  const server = await startReference({ inside: true, ...start })
  return { server, options: optionsFor(server, over) }
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
