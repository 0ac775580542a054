import type { Exchange } from '../../fixtures/http/exchange.ts'
import { takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { naturalField } from '../evidence/requests/stimuli.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'

/** An update that was taken right after an operation, and the fields that this target was seen to show as they are written. */
export interface FollowUp {
  readonly exchange: Exchange
  readonly written: Readonly<Record<string, unknown>>
}

/**
 * Updates a record while a job may still be under way: one that saves the record as it was loaded undoes that. Of
 * several fields the environment is written, for it is what a deploy reads.
 * @returns null where nothing that a read shows was taken
 */
export async function followUp(fixture: RecordFixture): Promise<FollowUp | null> {
  const { kind, caller, own } = fixture
  const setter = own && setters(fixture)[0]
  const tell = setter && recordSubject(setter, fixture).tell
  const exchange = tell ? await tell({}) : null
  if (!exchange || !caller.success(exchange)) return null
  const written = Object.entries(Object(exchange.asked?.body) as Readonly<Record<string, unknown>>)
  const isShown = ([field]: readonly [string, unknown]) =>
    field !== `${kind}Id` && caller.lateChanges.shows(kind, field)
  return { exchange, written: Object.fromEntries(written.filter(isShown)) }
}

/** Writes a record anew, each of these fields with a value that nothing else has. */
export async function rewrite(fixture: RecordFixture): Promise<void> {
  for (const setter of setters(fixture)) await recordSubject(setter, fixture).tell?.({})
}

/** What may update the record, the best first: its environment, unless that was written and not shown; or its name. */
function setters({ kind, caller, own }: RecordFixture): readonly Operation[] {
  const isUnshown = own?.written.has('env') === true && !caller.lateChanges.shows(kind, 'env')
  const mine = operations.filter(
    (one) => one.act.kind === kind && one.act.verb === 'changes' && one.effect === 'resource' && caller.allows(one),
  )
  return [
    ...mine.filter((one) => takesEnvironment(one) && !isUnshown),
    ...mine.filter((one) => naturalField(one) === 'name'),
  ]
}
