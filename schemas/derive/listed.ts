import type { Effect, FieldType } from '../operation.ts'
import { operations } from '../registry.ts'

/** An operation as `list operations --json` prints it (CONTRACT.md). */
export interface ListedOperation {
  /** `group.name`, as the specification has it. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** Without the base address, for example `/settings.health`. */
  readonly path: string
  readonly query: readonly { readonly name: string; readonly required: boolean }[]
  /** null: 'no body'; no fields: an empty object. */
  readonly body: null | { readonly fields: readonly { readonly name: string; readonly type: FieldType }[] }
  /** What calling it does to the host, and so whose permission it needs. */
  readonly effect: Effect
  /** The id of the clause that says that it is there. */
  readonly clause: string
}

/** All operations, in the specification's order. */
export const listedOperations: readonly ListedOperation[] = operations.map(
  ({ id, method, path, query, body, effect, clause }) => ({
    id,
    method,
    path,
    query: query.map(({ name, required }) => ({ name, required })),
    body: body && { fields: body.fields.map(({ name, type }) => ({ name, type })) },
    effect,
    clause,
  }),
)
