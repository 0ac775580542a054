/** The target ended without a warning and started again: records from before must still be there. */
import { preparingOf } from '../scene/prepare.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { doing, isCreate, isRecordKind, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { shows } from '../target/profile.ts'
import { Scene } from '../scene/scene.ts'
import type { CreateOutcome } from '../scene/made.ts'
import { handedIn } from './frame/evidence.ts'

/** What became of one record that was made before the target ended and started again. */
export interface Outlived {
  readonly creation: CreateOutcome
  /** Why the target was not there again; null: it was. */
  readonly away: string | null
  /** The read of the record afterwards; null where there was no record, or nobody to ask. */
  readonly after: Exchange | null
  /** What an authorised request drew then that names no record; null where every record was read, or nobody to ask. */
  readonly authorised: Exchange | null
}

const version = doing('reads', 'host', 'version')

export const outlived = handedIn<Outlived>({
  id: 'restart',
  phase: 'restart',
  on: isCreate,
  // Made, found, read after the new start, deleted, and the target asked whether it is back.
  cost: (operation, { target }) => 5 + preparingOf(operation, target),
})

/** Makes a record of each kind, has the target ended and started again, and reads them all. */
export async function outlive(
  creates: readonly Operation[],
  caller: Caller,
  found: References,
  restart: () => Promise<void>,
): Promise<ReadonlyMap<Operation, Outlived>> {
  const scene = new Scene(caller)
  try {
    const made: (readonly [Operation, CreateOutcome])[] = []
    for (const create of creates) {
      const { kind } = create.act
      if (isRecordKind(kind)) made.push([create, await scene.make(kind, found)])
    }
    const away = await restart().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const read = ({ record }: CreateOutcome) => {
      if (!record || away !== null) return Promise.resolve(null)
      const { one } = lifeOf(record.kind)
      if (!caller.allows(one)) return Promise.resolve(null)
      const ask = () => caller.call({ operation: one, references: record.references })
      const holds = (exchange: Exchange) => caller.success(exchange) && shows(exchange, record.id)
      return caller.patience.eventually(ask, holds, { why: 'records that outlive a restart', teaches: null })
    }
    const reads = await Promise.all(
      made.map(async ([create, creation]) => ({ create, creation, after: await read(creation) })),
    )
    // Where all errors are alike, a record that is not there draws what a refused token draws.
    const isUnclear = reads.some(({ after }) => after !== null && !caller.success(after))
    const authorised = isUnclear && caller.allows(version) ? await caller.call({ operation: version }) : null
    return new Map(reads.map(({ create, creation, after }) => [create, { creation, away, after, authorised }]))
  } finally {
    for (const left of await scene.close()) caller.leave(left)
  }
}
