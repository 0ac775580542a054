/**
 * What says where a record's code comes from. A record has one source in many products: then the save of one empties what was
 * saved of all others, and where it does so whole, that is the target's way (docs/judgement.md, rule 6).
 */
import { subjectField } from '../../fixtures/payload/payload.ts'
import { operations, type Operation } from '../../schemas/registry.ts'

interface Change {
  readonly field: string
  readonly after?: unknown
}

const sources = operations.filter(({ act }) => act.source === true)

const fieldsOf = (source: Operation): readonly string[] =>
  (source.body?.fields ?? []).map(({ name }) => name).filter((name) => name !== subjectField(source))

/** What saves other sources than a field's own, on records of its kind; empty where the field is of no source. */
export function rivalsOf(kind: string, field: string): readonly Operation[] {
  const ofKind = sources.filter(({ act }) => act.kind === kind)
  const own = ofKind.find((one) => fieldsOf(one).includes(field))
  return own ? ofKind.filter((one) => one !== own) : []
}

/** Whether a value says that nothing is there. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '' || value === 0

/**
 * Whether the save of a source emptied what was saved of all others, and nothing else: one that loses a field and keeps the
 * rest holds no one source.
 * @param record as it is shown after the save
 */
export function holdsOneSource(
  operation: Operation,
  changes: readonly Change[],
  record: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (operation.act.source !== true || !record || changes.length === 0) return false
  const others = sources
    .filter(({ act, id }) => act.kind === operation.act.kind && id !== operation.id)
    .flatMap(fieldsOf)
  const isEmptied = ({ field, after }: Change) => others.includes(field) && isUnset(after)
  return changes.every(isEmptied) && others.every((field) => isUnset(record[field]))
}
