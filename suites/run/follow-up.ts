import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import { environments, renames } from '../evidence/census/setters.ts'
import { recordSubject } from '../evidence/subjects/record.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'

type Fields = Readonly<Record<string, unknown>>

/** Updates that were taken right after an operation, and the fields that this target was seen to show as they are written. */
export interface FollowUp {
  readonly exchanges: readonly Exchange[]
  readonly written: Fields
}

/**
 * Updates a record while a job may still be under way: one that saves the record as it was loaded undoes that. The environment is
 * what a deploy reads; the name goes another way to where records are kept.
 */
export async function followUp(fixture: RecordFixture): Promise<FollowUp> {
  const { kind, caller, own } = fixture
  const exchanges: Exchange[] = []
  for (const setter of own ? setters(fixture) : []) {
    const exchange = await recordSubject(setter, fixture).tell?.({})
    if (exchange && caller.success(exchange)) exchanges.push(exchange)
  }
  const isShown = (field: string) => field !== `${kind}Id` && caller.lateChanges.shows(kind, field)
  const written = exchanges.flatMap(({ asked }) => Object.entries(Object(asked?.body) as Fields))
  return { exchanges, written: Object.fromEntries(written.filter(([field]) => isShown(field))) }
}

/** Writes a record anew, each of these fields with a value that nothing else has. */
export async function rewrite(fixture: RecordFixture): Promise<void> {
  for (const setter of setters(fixture)) await recordSubject(setter, fixture).tell?.({})
}

/** What may update the record: its environment, unless that was written and not shown; and its name. */
function setters({ kind, caller, own }: RecordFixture): readonly Operation[] {
  const isUnshown = own?.written.has('env') === true && !caller.lateChanges.shows(kind, 'env')
  return [...(isUnshown ? [] : environments(kind)), ...renames(kind)].filter((one) => caller.allows(one))
}
