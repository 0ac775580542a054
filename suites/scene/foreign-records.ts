/** Records that nothing in a lane should touch. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { isRecordKind, lifeOf } from '../../schemas/registry.ts'
import type { Caller } from './call.ts'
import { isChild, type SceneRecord } from './made.ts'
import type { Scene } from './scene.ts'
import { operationsOf } from '../../schemas/pattern.ts'
import { soleId } from './create.ts'

/** Whether a record of a kind may be made, though it is not what the run judges. */
export function mayMake(kind: RecordKind, caller: Caller): boolean {
  const { create } = lifeOf(kind)
  return caller.allows(create) && !caller.options.skip.some((pattern) => operationsOf(pattern)(create.id))
}

/** The kinds of what belongs to an application. */
const underApplication = ['mount', 'port'] as const
/** What one of them may share with that of another application; and what it may, where all of that has to differ. */
const shared = {
  mount: { all: ['mountPath'], some: [] },
  port: { all: ['publishedPort', 'targetPort'], some: ['targetPort'] },
} as const

/**
 * What belongs to an application that is acted on, and has to outlast all but its delete; of other kinds nothing is made.
 * @param others what belongs to another one: a mount shares its path with one of them, and a port its numbers, so that a delete by
 * these shows
 */
export async function childrenOf(
  own: SceneRecord,
  scene: Scene,
  caller: Caller,
  others: readonly SceneRecord[],
): Promise<readonly SceneRecord[]> {
  if (own.kind !== 'application') return []
  const kinds = underApplication.filter((kind) => mayMake(kind, caller))
  const references = { ...own.references, serviceId: own.id }
  const made = await Promise.all(
    kinds.map(async (kind) => {
      // Where creates do not answer with the one identifier, a record is found by what it would share.
      const twin = others.find((one) => one.kind === kind && soleId(kind, one.made, one.name) === one.id)
      if (!twin) return scene.make(kind, references)
      const makeAlike = (fields: readonly string[]) => {
        const alike = Object.fromEntries(fields.map((field) => [field, twin.written.get(field)]))
        return scene.make(kind, references, (valid) => ({ ...valid, ...alike }))
      }
      const sharing = await makeAlike(shared[kind].all)
      // They may have to differ.
      const isTaken = !sharing.record && sharing.exchange !== null && isRefused(sharing.exchange, caller)
      return isTaken ? makeAlike(shared[kind].some) : sharing
    }),
  )
  return made.flatMap(({ record }) => record ?? [])
}

/** The kind of which a record stands beside those of a kind, as like them as it may be; another where the target has none of it. */
const neighbour: Partial<Record<RecordKind, RecordKind>> = {
  compose: 'application',
  colstore: 'sqla',
  sqlb: 'sqla',
  sqla: 'sqlb',
  sqlc: 'sqlb',
  docstore: 'kvstore',
  kvstore: 'docstore',
  port: 'mount',
  mount: 'port',
}

/** The kinds of the records that stand beside those of a kind, or belong to them. */
export function kindsBeside(kind: string): readonly RecordKind[] {
  if (kind === 'application') return [...underApplication, ...underApplication, 'compose']
  const other = isRecordKind(kind) ? neighbour[kind] : undefined
  if (other === undefined) return []
  return isRecordKind(kind) && isUnderApplication(kind) ? [other, 'application'] : [other]
}

/** Whether records of a kind stand under an application. */
export const isUnderApplication = (kind: RecordKind): boolean => underApplication.some((one) => one === kind)

/** Kinds that stand by themselves, of which one is made where there is no nearer. */
const services: readonly RecordKind[] = ['kvstore', 'sqla', 'sqlb', 'docstore', 'colstore', 'sqlc', 'application']
/** A target that refuses so many kinds is asked for no more. */
const TRIES = 2

/**
 * Kinds whose mount stands under the record of another kind that has their appName: who deletes by that name hits it. Beside
 * all others it stands under the neighbour: who deletes the mounts of a whole kind, or of everybody, hits that one.
 */
const underTwin: ReadonlySet<RecordKind> = new Set(['sqla', 'kvstore'])

/** Records of other kinds that nothing in this lane should touch. */
export async function foreignRecordsOf(
  kind: RecordKind,
  scene: Scene,
  own: SceneRecord,
  secondary: SceneRecord | null,
  parent: References,
  caller: Caller,
): Promise<readonly SceneRecord[]> {
  if (kind === 'application') {
    // What belongs to the neighbour has to outlive its like.
    const under = secondary ? { ...secondary.references, serviceId: secondary.id } : null
    const kinds = underApplication.filter((one) => under && mayMake(one, caller))
    const children = under ? await Promise.all(kinds.map((one) => scene.make(one, under))) : []
    // Another service of the same project has to outlive it too.
    const beside = mayMake('compose', caller) ? [await scene.make('compose', parent)] : []
    return [...children, ...beside].flatMap(({ record }) => record ?? [])
  }
  const nearest = neighbour[kind]
  if (nearest === undefined) return []
  const { appName } = own.references
  const others = [
    nearest,
    ...(isUnderApplication(kind) ? [] : services.filter((one) => one !== nearest && one !== kind)),
  ]
  for (const other of others.filter((one) => mayMake(one, caller)).slice(0, TRIES)) {
    const alike = appName !== undefined && other !== 'application' && kind !== 'compose' ? { appName } : {}
    const { record: duplicate, exchange } = await scene.make(other, parent, (valid) => ({ ...valid, ...alike }))
    // Names may have to be unique across kinds: one under a name of its own is better than none.
    const isTaken = !duplicate && 'appName' in alike && exchange !== null && isRefused(exchange, caller)
    const record = isTaken ? (await scene.make(other, parent)).record : duplicate
    if (!record) continue
    // What a delete takes along is what stands under a service: another's stays.
    const under = underTwin.has(kind) || !secondary ? record : secondary
    const mayHang = hasFar(kind) && mayMake('mount', caller)
    const mount = mayHang && (await scene.make('mount', { ...under.references, serviceId: under.id })).record
    return mount ? [record, mount] : [record]
  }
  return []
}

const isRefused = (exchange: Exchange, caller: Caller) => exchange.response !== null && !caller.success(exchange)

/** Whether beside records of a kind there is one under another service. */
export const hasFar = (kind: RecordKind): boolean => neighbour[kind] !== undefined && !isUnderApplication(kind)

/**
 * Whether a record stands under another one than its own: only what deletes may take it along, so nothing else is held against it.
 * Whatever else an operation does to all ports and mounts, it does to those of its own application.
 */
export const isFar = (record: SceneRecord, own: SceneRecord): boolean =>
  own.kind === 'application'
    ? isUnderApplication(record.kind) && !isChild(record, own)
    : record.kind === 'mount' && hasFar(own.kind)
