/** Where a record shows what a write carried. */
import type { FieldType } from '../../../schemas/operation.ts'
import type { RecordSnapshot } from '../../scene/around.ts'

/** Where what a field carries is shown under another name, or by another read than `one`. */
export const shownAs: Readonly<Record<string, string>> = {
  targetEnvironmentId: 'environmentId',
  password: 'databasePassword',
}

/** The other name by which a record of this kind calls what a field carries. */
export const shownFor = (kind: string, field: string): string | undefined =>
  kind === 'registry' ? undefined : shownAs[field]

/** What says where a record is to go: the field of the place says whether it got there, whatever else is shown. */
const destinations: ReadonlySet<string> = new Set(['targetEnvironmentId'])

/** The field as the record shows it, under its own name or the one by which the record calls it. */
export function shownIn(record: RecordSnapshot['record'], kind: string, field: string): { value?: unknown } {
  if (record === undefined) return {}
  const other = shownFor(kind, field)
  const isPlaced = destinations.has(field) && other !== undefined && other in record
  if (field in record && !isPlaced) return { value: record[field] }
  return other !== undefined && other in record ? { value: record[other] } : {}
}

export const typeOf = (value: unknown): FieldType =>
  typeof value === 'boolean' ? 'boolean' : Number.isInteger(value) ? 'integer' : 'string'
