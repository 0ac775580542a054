/** Where a record shows its status: the specification names the field of databases alone. */
import { identifierField } from '../../schemas/registry.ts'

type Fields = Readonly<Record<string, unknown>>

const STATED = 'applicationStatus'
/** What a server calls it that has another name for each kind, or one for all. */
const names = [...new Set([STATED, ...Object.keys(identifierField).map((kind) => `${kind}Status`), 'status'])]

/** The field that shows the status of a record; the stated one where none does. */
export const statusField = (record: Fields | undefined): string =>
  names.find((name) => record && name in record && (name === STATED || typeof record[name] === 'string')) ?? STATED

/** The status that a record shows; undefined where it shows none. */
export const statusOf = (record: Fields | undefined): unknown => record?.[statusField(record)]

/** Whether a record may show its status in this field. */
export const isStatus = (field: string): boolean => names.includes(field)
