import type { SeedTarget } from '../../fixtures/reference/target.ts'
import type { RunningReference } from '../../fixtures/reference/serve.ts'
import type { RunOptions } from '../../schemas/target.ts'

let runs = 0

/** What a run is told that judges a reference server in this very process: everything allowed, the defaults of `run`. */
export function optionsFor(
  server: Pick<RunningReference, 'baseUrl' | 'token'> & { readonly target: Partial<SeedTarget> },
  over: Partial<RunOptions> = {},
): RunOptions {
  return {
    run: `t${(++runs).toString(36).padStart(3, '0')}${process.pid.toString(36).slice(-4).padStart(4, 'x')}`,
    seed: 1,
    embedded: true,
    target: {
      baseUrl: server.baseUrl,
      token: server.token,
      auth: { header: 'Authorization', scheme: 'Bearer' },
      headers: {},
      omit: [],
      identifiers: {},
      expendable: {},
      sample: {},
      lookup: {},
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
}
