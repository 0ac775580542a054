/** What a record lost while it was dressed: several operations were sent, and which of them took it shows on its turn. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Around, RecordSnapshot } from '../../scene/around.ts'
import { drifts } from './onlookers.ts'
import { fieldsOf } from './setters.ts'
import type { Drift } from './state-diff.ts'

/** A setter that was taken, and the fields that it carried. */
export interface Dress {
  readonly operation: Operation
  readonly fields: readonly string[]
}

/** @param fields those that it may carry */
export const dressOf = (operation: Operation, { asked }: Exchange, fields = fieldsOf(operation)): Dress => ({
  operation,
  fields: fields.filter((name) => name in Object(asked?.body)),
})

/** The fields that they carried. */
export const writtenBy = (sent: readonly Dress[]): ReadonlySet<string> => new Set(sent.flatMap(({ fields }) => fields))

interface Suspicion {
  readonly drift: Drift
  readonly of: ReadonlySet<Operation>
}

const suspicions = new WeakMap<Around, readonly Suspicion[]>()

/** Remembers what changed on the lane's own record while these were sent, besides what they carried. */
export function suspect(
  around: Around,
  was: RecordSnapshot | undefined,
  is: RecordSnapshot,
  sent: readonly Dress[],
): void {
  const of = new Set(sent.map(({ operation }) => operation))
  const lost = drifts(around.own, was, is, writtenBy(sent)).drifts.map((drift) => ({ drift, of }))
  suspicions.set(around, [...(suspicions.get(around) ?? []), ...lost])
}

/**
 * What this operation may have changed when it dressed the record, and what still stands so: a change that its own turn can't
 * show, since it makes it a second time.
 * @param but the fields that it changes rightfully
 */
export function suspected(
  around: Around,
  operation: Operation,
  { record }: RecordSnapshot,
  but: ReadonlySet<string>,
): readonly Drift[] {
  if (!record) return []
  const stands = ({ field, after }: Drift) => JSON.stringify(record[field]) === JSON.stringify(after)
  return (suspicions.get(around) ?? [])
    .filter(({ of, drift }) => of.has(operation) && !but.has(drift.field) && stands(drift))
    .map(({ drift }) => drift)
}
