/** The one state that is shown: changeStatus sets it (specification, States and transitions). */
import type { Operation } from '../../schemas/registry.ts'
import type { Around, Sighting } from '../around.ts'
import type { Caller } from '../call.ts'
import type { Census } from '../census.ts'
import { censusOfChange } from './record-census.ts'

const FIELD = 'applicationStatus'
const IDLE = 'idle'
/** Other values are not shown: these are tried where only a move away from `idle` lets a move back to it be seen. */
const elsewhere = ['running', 'done', 'error'] as const

const statusIn = ({ record }: Sighting) => record?.[FIELD]

/** Moves the record away from `idle` where it is there, and back; `before` is what the status was in between. */
export async function censusOfStatus(
  operation: Operation,
  caller: Caller,
  around: Around,
  body: Readonly<Record<string, unknown>>,
): Promise<Census> {
  const { own } = around
  const now = await around.see(own)
  if (statusIn(now) === IDLE)
    for (const value of elsewhere) {
      const exchange = await caller.call({ operation, body: { ...body, [FIELD]: value } })
      if (!caller.success(exchange)) continue
      const moved = await around.see(own)
      if (statusIn(moved) !== IDLE) break
    }
  return censusOfChange(operation, caller, around, { control: undefined, body, further: {} })
}
