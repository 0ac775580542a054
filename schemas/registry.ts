import { application } from './groups/application.ts'
import { compose } from './groups/compose.ts'
import { colstore, docstore, kvstore, sqla, sqlb, sqlc } from './groups/databases.ts'
import { admin, cluster, engine, mounts, port, registry, user } from './groups/host.ts'
import { settings } from './groups/settings.ts'
import type {
  Act,
  Aspect,
  Definition,
  Effect,
  Field,
  Fields,
  FieldType,
  Query,
  RecordKind,
  ResourceKind,
} from './operation.ts'

/** All groups, in the specification's order. */
export const groups = {
  settings,
  application,
  compose,
  colstore,
  sqlb,
  sqla,
  sqlc,
  docstore,
  kvstore,
  registry,
  admin,
  user,
  engine,
  port,
  mounts,
  cluster,
}

type Groups = typeof groups
export type GroupName = keyof Groups
export type OperationId = { [G in GroupName]: `${G}.${keyof Groups[G] & string}` }[GroupName]

type DefinitionOf<I extends OperationId> = I extends `${infer G extends GroupName}.${infer O}`
  ? O extends keyof Groups[G]
    ? Groups[G][O]
    : never
  : never

interface JsonTypes {
  string: string
  integer: number
  boolean: boolean
  'string[]': readonly string[]
  email: string
}
type Payload<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? JsonTypes[T] : never }
type Arguments<Q extends Query> = { [K in keyof Q as Q[K] extends 'required' ? K : never]: string } & {
  [K in keyof Q as Q[K] extends 'required' ? never : K]?: string
}

/** The body (POST) or the query parameters (GET) of an operation, fully typed; null for 'no body'. */
export type Input<I extends OperationId> =
  DefinitionOf<I> extends { method: 'POST'; body: infer B }
    ? B extends Fields
      ? Payload<B>
      : null
    : DefinitionOf<I> extends { method: 'GET'; query: infer Q extends Query }
      ? Arguments<Q>
      : never

/** An operation as every room sees it: its definition with the names that follow from its place. */
export interface Operation {
  readonly id: OperationId
  readonly group: GroupName
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Without the base address, for example `/settings.health`. */
  readonly path: string
  readonly query: readonly ListedParameter[]
  /** null: 'no body'; no fields: an empty object. */
  readonly body: null | { readonly fields: readonly ListedField[] }
  readonly effect: Effect
  readonly act: Act
  /** The clause that says that the operation is there. */
  readonly clause: string
}

export interface ListedParameter {
  readonly name: string
  readonly required: boolean
  /** The specification does not show its type. */
  readonly untyped?: true
}

export interface ListedField {
  readonly name: string
  readonly type: FieldType
  /** The one value that the specification shows. */
  readonly shown?: string
}

function describe(group: GroupName, name: string, definition: Definition): Operation {
  return {
    // The id is made of the very keys that OperationId is made of.
    id: `${group}.${name}` as OperationId,
    group,
    name,
    method: definition.method,
    path: `/${group}.${name}`,
    query: Object.entries(definition.query).map(([parameter, mark]) => ({
      name: parameter,
      required: mark === 'required',
      ...(mark === 'untyped' ? { untyped: true as const } : {}),
    })),
    body: definition.body && {
      fields: Object.entries(definition.body).map(([field, said]) => ({ name: field, ...said })),
    },
    effect: definition.effect,
    act: definition.act,
    clause: `OP-${group}.${name}`,
  }
}

/** All operations, in the specification's order. */
export const operations: readonly Operation[] = (Object.keys(groups) as GroupName[]).flatMap((group) =>
  Object.entries<Definition>(groups[group]).map(([name, definition]) => describe(group, name, definition)),
)

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

/** The operation of that id, typed ids only, so it is always there. */
export function operation(id: OperationId): Operation {
  const found = byId.get(id)
  if (!found) throw new Error(`no operation ${id} in the registry`)
  return found
}

/** The operation of that name, for names that come from outside. */
export function findOperation(id: string): Operation | undefined {
  return byId.get(id)
}

/** The identifier field of each kind of record that a run can make. */
export const identifierField: Readonly<Record<RecordKind, string>> = {
  application: 'applicationId',
  compose: 'composeId',
  colstore: 'colstoreId',
  sqlb: 'sqlbId',
  sqla: 'sqlaId',
  sqlc: 'sqlcId',
  docstore: 'docstoreId',
  kvstore: 'kvstoreId',
  registry: 'registryId',
  port: 'portId',
  mount: 'mountId',
}

/** Records that a run can make for itself. */
export const recordKinds: readonly RecordKind[] = Object.keys(identifierField).filter(isRecordKind)

/** Whether a run can make records of this kind. */
export function isRecordKind(kind: string): kind is RecordKind {
  return kind in identifierField
}

/** Whether it makes a record of the run's own, from its own fields alone: not from a template. */
export const isCreate = ({ act }: Operation): boolean =>
  act.verb === 'makes' && act.aspect === undefined && isRecordKind(act.kind)

/** Whether it reads a record of the run's own whole, by its identifier. */
export const readsRecord = ({ act }: Operation): boolean =>
  act.verb === 'reads' && act.aspect === undefined && isRecordKind(act.kind)

/** Tells the operations that do this to the kind, or to one aspect of it. */
export const does =
  (verb: Act['verb'], kind: ResourceKind, aspect?: Aspect) =>
  ({ act }: Pick<Operation, 'act'>): boolean =>
    act.verb === verb && act.kind === kind && act.aspect === aspect

/** What `doing` has found: it is asked with every request. */
const byAct = new Map<string, Operation>()

/**
 * The operation that does this to the kind, or to one aspect of it.
 * @throws where the registry has no such operation, or several
 */
export function doing(verb: Act['verb'], kind: ResourceKind, aspect?: Aspect): Operation {
  const key = `${verb} ${kind} ${aspect}`
  const known = byAct.get(key)
  if (known) return known
  const found = operations.filter(does(verb, kind, aspect))
  const [only] = found
  if (!only || found.length > 1)
    throw new Error(`${found.length} operations in the registry ${[verb, kind, aspect].join(' ')}; expected one`)
  byAct.set(key, only)
  return only
}

/** The operations that a kind of record is made, read and deleted by. */
export const lifeOf = (kind: RecordKind): { create: Operation; one: Operation; remove: Operation } => ({
  create: doing('makes', kind),
  one: doing('reads', kind),
  remove: doing('deletes', kind),
})
