import { lifeOf, type Operation } from '../../../schemas/registry.ts'
import { isNaming, type References } from '../../../fixtures/payload/payload.ts'
import type { RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { shownIn, typeOf } from '../census/shown-in.ts'
import type { WrittenField } from '../census/state-diff.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Other values for fields that the create of a record carried, that its read shows as they were sent, and that its update does not
 * list. An update may leave them as they are. Unlike texts that are fuzzed, secrets and addresses are among them: the values are valid.
 * Empty where no read has shown the record.
 */
export function givenAnew(
  update: Operation,
  { kind, written }: SceneRecord,
  last: RecordSnapshot | undefined,
  { caller, parent }: { readonly caller: Caller; readonly parent: References },
): Fields {
  const { create } = lifeOf(kind)
  const listed = new Set(update.body?.fields.map(({ name }) => name))
  const isShown = (field: string) => {
    const { value } = shownIn(last?.record, kind, field)
    return value !== undefined && value === written.get(field)
  }
  const fields = (create.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => !listed.has(name) && !isNaming(name) && !name.endsWith('Id') && isShown(name))
  if (fields.length === 0) return {}
  const valid = caller.validBody(create, parent) ?? {}
  // A field of few values has none but the one that it was made with.
  return Object.fromEntries(
    fields.map((name) => [name, valid[name]] as const).filter(([name, value]) => value !== written.get(name)),
  )
}

/** What became of further fields; what the record shows of them now is what is known to stand there. */
export function shownOf(
  further: Fields,
  before: RecordSnapshot | undefined,
  now: RecordSnapshot,
  { kind, written: known }: SceneRecord,
): readonly WrittenField[] {
  return Object.entries(further).map(([field, written]) => {
    const [was, is] = [shownIn(before?.record, kind, field), shownIn(now.record, kind, field)]
    if ('value' in is) known.set(field, is.value)
    return {
      field,
      type: typeOf(written),
      written,
      ...('value' in was ? { before: was.value } : {}),
      ...('value' in is ? { shown: is.value } : {}),
    }
  })
}
