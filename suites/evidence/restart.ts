/** The target ended without a warning and started again: what was made before is looked for after. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Pointers } from '../../fixtures/payload/payload.ts'
import { isRecordKind, lifeOf } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import type { Planned } from '../run/plan.ts'
import { shows } from '../target/profile.ts'
import { Scene } from '../scene/scene.ts'
import type { Making } from '../scene/made.ts'
import { emptyTrace, type Outlived, type Trace } from './trace.ts'

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
      const holds = (exchange: Exchange) => caller.success(exchange) && shows(exchange, record.id)
      return caller.patience.eventually(ask, holds, { why: 'records that outlive a restart', teaches: null })
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
