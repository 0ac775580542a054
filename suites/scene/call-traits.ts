/** What a call is, and what can be told of it without sending it, or once it was sent. */
import type { Credential } from '../../fixtures/http/credentials.ts'
import type { Encoding, Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import { mayEnd, readOfSetting, settingWrites } from '../../schemas/order.ts'
import { identifierField, isRecordKind, operations, readsRecord, type Operation } from '../../schemas/registry.ts'
import type { Form } from './formed.ts'

/** One call of an operation: valid and authorised but for what is said here. */
export interface Call {
  readonly operation: Operation
  readonly references?: References
  /** Made-up values of parameters and fields that it lists: they hold whatever `sample` says (docs/judgement.md, rule 17). */
  readonly madeUp?: References
  /** Instead of the valid body. */
  readonly body?: unknown
  readonly rawBody?: string
  /** Besides the valid query; a parameter that is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  /** An optional parameter that is given all the same. */
  readonly filled?: string
  readonly encode?: Encoding
  readonly credential?: Credential
  /** In place of the POST of the operation, to learn whether another method carries it out. */
  readonly method?: 'GET'
  readonly tokenLocation?: string
  /** Which of several forms of a bad credential, where not the one that goes with the operation. */
  readonly draw?: number
  readonly headers?: Readonly<Record<string, string | null>>
  readonly chunked?: boolean
  /** Belongs to a burst (see `Sending`). */
  readonly together?: boolean
  /** Called just before it goes out. */
  readonly announce?: () => void
  /** Puts back what was written: what else was read just now is as it was. */
  readonly restores?: true
  /** Other lanes wait for what it makes, so it never waits for them. */
  readonly awaited?: true
  readonly form?: Form
}

/** Whether a second time is not the same as once. */
export const onceOnly = (operation: Operation): boolean =>
  operation.act.verb === 'makes' || operation.act.verb === 'deletes' || mayEnd(operation)

const names = new Map<Operation, readonly string[]>()

/** The parameters and fields that an operation lists. Every request asks for them. */
export function namesOf(operation: Operation): readonly string[] {
  const known = names.get(operation)
  if (known) return known
  const all = [...operation.query, ...(operation.body?.fields ?? [])].map(({ name }) => name)
  names.set(operation, all)
  return all
}

/** Whether a request carried texts that a read could show if they were stored. */
export const carries = ({ asked }: Exchange, { effect }: Operation): boolean =>
  textsIn([asked?.body, effect === 'read' ? null : asked?.query]).length > 0

/** What a call about one record names: the identifier of its kind, and whatever is sent instead. */
export function namedBy(call: {
  readonly operation: Operation
  readonly references?: References
  readonly body?: unknown
  readonly query?: unknown
}): readonly unknown[] {
  const { kind } = call.operation.act
  return [isRecordKind(kind) ? call.references?.[identifierField[kind]] : undefined, call.body, call.query]
}

/** Reads of a record or a setting itself: what they show is looked at again and again. */
const looks: ReadonlySet<Operation> = new Set([
  ...operations.filter(readsRecord),
  ...settingWrites.flatMap((write) => readOfSetting(write) ?? []),
])

const isPlain = (call: object): boolean =>
  Object.keys(call).every((name) => name === 'operation' || name === 'references')

/** Whether it is the valid, authorised request of an operation that reads. */
export const isPlainRead = (call: { readonly operation: Operation }): boolean =>
  call.operation.method === 'GET' && isPlain(call)

/** What a call does to what was read before it: nothing, as a plain look; puts one value back; or perhaps changes it. */
export function sortOf(call: {
  readonly operation: Operation
  readonly restores?: true
}): 'read' | 'restores' | 'other' {
  return looks.has(call.operation) && isPlain(call) ? 'read' : call.restores ? 'restores' : 'other'
}
