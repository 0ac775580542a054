/** How well a run fills its concurrency on a target that takes its time: 50 ms for every answer, in real time. */
import { noJournal } from '../../fixtures/journal.ts'
import { findOperation } from '../../schemas/registry.ts'
import { laneOf } from '../../schemas/order.ts'
import { Session } from '../../suites/run/session.ts'
import { judged } from '../judged.ts'

/** Milliseconds that every answer waits. */
const LATENCY = 50

export interface Slow {
  readonly ms: number
  readonly requests: number
  readonly concurrency: number
  /** Wall time against that of the same requests without a gap: requests × latency ÷ concurrency. */
  readonly ratio: number
  /** The lanes that end last, but for what has to come last: each with its end in milliseconds, and its requests. */
  readonly lanes: readonly { readonly lane: string; readonly end: number; readonly requests: number }[]
}

export async function slow(): Promise<Slow> {
  const { options, server } = await judged({ latencyMs: LATENCY })
  const lanes = new Map<string, { lane: string; end: number; requests: number }>()
  const started = performance.now()
  const session = new Session(options, noJournal, {
    progress() {},
    exchange({ operation: id }) {
      const operation = id === null ? undefined : findOperation(id)
      if (!operation) return
      const lane = laneOf(operation)
      const end = performance.now() - started
      lanes.set(lane, { lane, end, requests: (lanes.get(lane)?.requests ?? 0) + 1 })
    },
  })
  const { requests } = await session.run()
  const ms = performance.now() - started
  await server.close()
  const { concurrency } = options
  const ratio = ms / ((requests * LATENCY) / concurrency)
  return { ms, requests, concurrency, ratio, lanes: [...lanes.values()].sort((a, b) => b.end - a.end).slice(0, 4) }
}
