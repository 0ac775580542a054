/** The words an operation is written in. An operation is data; whatever can be derived from it is derived elsewhere. */

/** The JSON types that the specification gives to body fields. */
export type FieldType = 'string' | 'integer' | 'boolean' | 'string[]' | 'email'

/** One listed body field; `shown` is the one value that the specification shows for it. */
export interface Field<T extends FieldType = FieldType> {
  readonly type: T
  readonly shown?: string
}

export type Fields = Readonly<Record<string, Field>>
/** `untyped`: optional, and of a type that the specification does not show. */
export type Query = Readonly<Record<string, 'required' | 'optional' | 'untyped'>>

/** What a call does to the host, and so whose permission it needs (CONTRACT.md, Effects). */
export type Effect = 'read' | 'resource' | 'deploy' | 'host' | 'destructive'

/** The six database kinds, which share one definition. */
export const databaseKinds = ['colstore', 'sqlb', 'sqla', 'sqlc', 'docstore', 'kvstore'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** Records that run on the host: a mount belongs to one of them. */
export const serviceKinds = ['application', 'compose', ...databaseKinds] as const satisfies readonly RecordKind[]

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

/** A part or a side of a kind. An operation that writes one is shown by the operation that reads it. */
export type Aspect =
  | 'by-auth'
  | 'cloud'
  | 'command'
  | 'converted'
  | 'deploy'
  | 'description'
  | 'directories'
  | 'environment'
  | 'health'
  | 'login'
  | 'monitoring'
  | 'of-label'
  | 'of-name'
  | 'proxy-config'
  | 'self'
  | 'services'
  | 'start'
  | 'status'
  | 'stop'
  | 'tags'
  | 'template'
  | 'version'

/** Whom an operation may have to ask on the way, beyond the host and its engine: whoever that is may fail. */
export type Outsider =
  | 'git provider'
  | 'image registry'
  | 'mail server'
  | 'running database'
  | 'source of templates'
  | 'source of updates'
  | 'naming service'

/** What else holds of an operation, and does not follow from its verb and kind. */
export interface Traits {
  /** Left out: it is about the whole. */
  readonly aspect?: Aspect
  /** It may end the server's process, or the proxy before it: it is sent last, and nothing beside it. */
  readonly mayEnd?: true
  /** It may well write a configuration of the host besides what it names. */
  readonly rewrites?: true
  /** Whom it may have to ask to do what its name says. What the record's job asks later, as a build does, is not meant. */
  readonly reaches?: Outsider
  /** Its response need not show which record it is about. */
  readonly anonymous?: true
  /** It saves what no listed field carries, so it may well want a field that is not listed. */
  readonly unlisted?: true
  /** It says where the record comes from: a record may have one such source at a time. */
  readonly source?: true
  /** It updates a record whole, and no one part or side of it. */
  readonly whole?: true
  /** A text field that is not listed and that an update naturally takes, so that its effect shows. */
  readonly takes?: string
}

/** What an operation does to which kind of resource: `lists` answers many, `reads` answers one. */
export interface Act extends Traits {
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

export const makes = (kind: ResourceKind, traits: Traits = {}): Act => ({ verb: 'makes', kind, ...traits })
export const lists = (kind: ResourceKind, traits: Traits = {}): Act => ({ verb: 'lists', kind, ...traits })
export const reads = (kind: ResourceKind, traits: Traits = {}): Act => ({ verb: 'reads', kind, ...traits })
export const changes = (kind: ResourceKind, traits: Traits = {}): Act => ({ verb: 'changes', kind, ...traits })
export const deletes = (kind: ResourceKind, traits: Traits = {}): Act => ({ verb: 'deletes', kind, ...traits })

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
