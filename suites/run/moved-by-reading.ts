/** Whether reads alone change records of the run: then a change shows nothing of the operation that was sent in between. */
import { identifierField, lifeOf, readsRecord, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { drifts, none } from '../evidence/census/onlookers.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'

/**
 * Reads new records twice more, while nobody writes. What the first read after a create changes is behind them then; what each
 * read changes is told here.
 */
export async function movedByReading(
  operation: Operation,
  { own, around }: RecordFixture,
): Promise<Inconclusive | undefined> {
  if (!own || !around || readsRecord(operation)) return undefined
  const makes = operation.act.verb === 'makes'
  // What a create has done to others shows on them only so long as nobody looks at them.
  const others = makes ? [] : around.others
  const records = [own, ...others].filter(({ alive, kind }) => alive && kind === own.kind)
  for (const record of records) {
    // Before a create is judged, nothing has changed what it made: how the record was first shown is how it was made.
    const shown = makes ? around.first(record) : undefined
    const first = await around.see(record)
    const second = await around.see(record)
    const isGone = (field: string) => field === identifierField[record.kind]
    const found = [shown ? drifts(record, shown, first, new Set()) : none, drifts(record, first, second, new Set())]
    const [moved] = found.flatMap((one) => one.drifts).filter(({ field }) => !isGone(field))
    if (moved)
      return new Inconclusive(
        {
          text: `${lifeOf(own.kind).one.id} changes ${moved.field} by itself, so nothing shows what else does`,
          cause: 'a read changes its record',
        },
        undefined,
        [shown?.exchange ?? [], first.exchange, second.exchange].flat(),
      )
  }
  return undefined
}
