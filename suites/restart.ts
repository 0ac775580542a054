/** The target ended without a warning and started again: what was made before is looked for after. */
import type { Exchange } from '../fixtures/exchange.ts'
import type { Pointers } from '../fixtures/payload.ts'
import { isRecordKind, lifeOf } from '../schemas/registry.ts'
import type { Caller } from './call.ts'
import type { Planned } from './plan.ts'
import { shows } from './profile.ts'
import { Scene, type Making } from './scene.ts'
import { emptyTrace, type Trace } from './trace.ts'

/** What became of one record. */
export interface Outlived {
  readonly making: Making
  /** Why the target was not there again; null: it was. */
  readonly away: string | null
  /** The read of the record afterwards; null where there was no record, or nobody to ask. */
  readonly after: Exchange | null
}

/** Makes a record of each kind, has the target ended and started again, and reads them all. */
export async function outlive(
  plan: readonly Planned[],
  caller: Caller,
  found: Pointers,
  restart: () => Promise<void>,
): Promise<readonly (readonly [Planned, Trace])[]> {
  const scene = new Scene(caller)
  try {
    const made: (readonly [Planned, Making])[] = []
    for (const planned of plan) {
      const { kind } = planned.operation.act
      if (isRecordKind(kind)) made.push([planned, await scene.make(kind, found)])
    }
    const away = await restart().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const read = ({ record }: Making) => {
      if (!record || away !== null) return Promise.resolve(null)
      const ask = () => caller.call({ operation: lifeOf(record.kind).one, pointers: record.pointers })
      return caller.settled(ask, (exchange) => caller.success(exchange) && shows(exchange, record.id))
    }
    return await Promise.all(
      made.map(async ([planned, making]) => {
        const outlived: Outlived = { making, away, after: await read(making) }
        return [planned, { ...emptyTrace(), outlived }] as const
      }),
    )
  } finally {
    for (const left of await scene.close()) caller.leave(left)
  }
}
