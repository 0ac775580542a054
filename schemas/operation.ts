/** The words an operation is written in. An operation is data; whatever can be derived from it is derived elsewhere. */

/** The JSON types that the specification gives to body fields. */
export type FieldType = 'string' | 'integer' | 'boolean' | 'string[]' | 'email'

/** One listed body field; `shown` is the one value that the specification shows for it. */
export interface Field<T extends FieldType = FieldType> {
  readonly type: T
  readonly shown?: string
}

export type Fields = Readonly<Record<string, Field>>
export type Query = Readonly<Record<string, 'required' | 'optional'>>

/** What a call does to the host, and so whose permission it needs (CONTRACT.md, Effects). */
export type Effect = 'read' | 'resource' | 'deploy' | 'host' | 'destructive'

/** The six database kinds, which share one definition. */
export const databaseKinds = ['colstore', 'sqlb', 'sqla', 'sqlc', 'docstore', 'kvstore'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** Records that a run can make for itself. */
export type RecordKind = 'application' | 'compose' | DatabaseKind | 'registry' | 'port' | 'mount'

/** Host settings that have both a read and a write. */
export type SettingKind =
  | 'proxy-config'
  | 'web-server-proxy-config'
  | 'middleware-proxy-config'
  | 'proxy-file'
  | 'proxy-env'
  | 'log-rotation'
  | 'requests'

/** Everything else that an operation can be about. */
export type HostKind = 'user' | 'node' | 'container' | 'template' | 'invitation' | 'host'

export type ResourceKind = RecordKind | SettingKind | HostKind

/** What an operation does to which kind of resource: `lists` answers many, `reads` answers one. */
export interface Act {
  readonly verb: 'makes' | 'lists' | 'reads' | 'changes' | 'deletes'
  readonly kind: ResourceKind
}

export interface Post<F extends Fields | null = Fields | null> {
  readonly method: 'POST'
  readonly effect: Effect
  readonly act: Act
  readonly query: Readonly<Record<never, never>>
  /** null: 'no body'; no fields: an empty object. */
  readonly body: F
}

export interface Get<Q extends Query = Query> {
  readonly method: 'GET'
  readonly effect: Effect
  readonly act: Act
  readonly query: Q
  readonly body: null
}

export type Definition = Post | Get

export const text = { type: 'string' } as const
export const integer = { type: 'integer' } as const
export const boolean = { type: 'boolean' } as const
export const texts = { type: 'string[]' } as const
export const email = { type: 'email' } as const

/** A text field of which the specification shows one value. */
export const shown = <V extends string>(value: V) => ({ type: 'string', shown: value }) as const

export const makes = (kind: ResourceKind): Act => ({ verb: 'makes', kind })
export const lists = (kind: ResourceKind): Act => ({ verb: 'lists', kind })
export const reads = (kind: ResourceKind): Act => ({ verb: 'reads', kind })
export const changes = (kind: ResourceKind): Act => ({ verb: 'changes', kind })
export const deletes = (kind: ResourceKind): Act => ({ verb: 'deletes', kind })

/** A POST operation; leave `body` out for 'no body', give `{}` for 'body, no fields'. */
export function post(effect: Effect, act: Act): Post<null>
export function post<const F extends Fields>(effect: Effect, act: Act, body: F): Post<F>
export function post(effect: Effect, act: Act, body: Fields | null = null): Post {
  return { method: 'POST', effect, act, query: {}, body }
}

/** A GET operation; a `read` unless said otherwise. */
export function get<const Q extends Query>(act: Act, query: Q, effect: Effect = 'read'): Get<Q> {
  return { method: 'GET', effect, act, query, body: null }
}
