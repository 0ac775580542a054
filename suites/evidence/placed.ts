import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { does, isCreate, lifeOf, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { mayMake } from '../scene/foreign-records.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { services } from '../scene/strangers.ts'
import { isNoMore } from '../scene/find-record.ts'
import { shows } from '../target/profile.ts'
import { tellsGone } from '../values/says-gone.ts'
import type { Caller } from '../scene/call.ts'
import { control } from './control.ts'
import { evidence, optional } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { subject } from './subject.ts'

/** Fields of a create that say under what its record is to stand, where a run knows two of them or was told one. */
export const parents = ['environmentId', 'applicationId', 'serviceId', 'projectId'] as const

const isOfTemplate = does('makes', 'compose', 'template')
const isUnder = ({ body }: Operation, field: string) => body?.fields.some(({ name }) => name === field) === true
/** Whether an operation names the service under which its record stands. */
export const isOfService = (operation: Operation): boolean => isUnder(operation, 'serviceId')
/** Kinds of services that a mount is made for besides applications. */
const hosts = services.filter((kind) => kind !== 'application')
/** A service and its mount: each made, found and deleted; and a look whether the mount is gone. */
const HOSTED = 7

export interface Placed {
  /** As they were first shown. */
  readonly records: readonly SceneRecord[]
  /** Of a kind of parent: twice, the create of one that no read knows, and that read. */
  readonly unread?: readonly Exchange[]
  /** Of a service of each kind, what became of the mount whose delete was acknowledged. */
  readonly deleted?: readonly Deleted[]
}

export interface Deleted {
  /** The create, the delete, and the last read while its parent stood. */
  readonly exchanges: readonly Exchange[]
  /** Whether that read shows it, or says that it is gone; null where it fails. */
  readonly isThere: boolean | null
}

/** Records that were made under another parent than the lane's others. */
export const placed = evidence({
  id: 'placed',
  needs: { subject, ownRecord, control: optional(control) },
  on: (operation) =>
    isOfTemplate(operation) ||
    (isCreate(operation) && ['environmentId', 'applicationId', 'serviceId'].some((field) => isUnder(operation, field))),
  // The lane has made the others, and they were found.
  cost: (operation) => (isOfService(operation) ? HOSTED * hosts.length : 0),
  async gather({ subject: tried, ownRecord: { fixture }, control: sent, operation, again }): Promise<Placed> {
    if (isOfTemplate(operation)) {
      const record = tried.is === 'create' && sent ? tried.record(sent) : null
      if (!record) throw new Inconclusive('no stack was made from a template', undefined, sent ? [sent] : [])
      return { records: [record] }
    }
    const hosted = isOfService(operation) ? await ofEachService(fixture) : { records: [] }
    const { elsewhere, scene, kind } = fixture
    if (!elsewhere && (hosted.records.length > 0 || hosted.unread)) return hosted
    if (!elsewhere)
      throw new Inconclusive(
        `there is no second parent for what ${operation.id} makes`,
        kind === 'colstore' ? 'identifiers.targetEnvironmentId in the target file, of another environment' : undefined,
      )
    if (!again) return { ...hosted, records: [elsewhere.record, ...hosted.records] }
    const { record } = await scene.make(kind, elsewhere.parent)
    if (!record) throw new Inconclusive('no record was made under the second parent again')
    await scene.dispose(record)
    return { ...hosted, records: [record, ...hosted.records] }
  },
})

/** A mount of a service of each kind that takes one. */
async function ofEachService({ kind, scene, caller, parent }: RecordFixture): Promise<Placed> {
  const possible = hosts.filter((one) => mayMake(one, caller))
  let unread: readonly Exchange[] | undefined
  const deleted: Deleted[] = []
  const madeFor = async (one: RecordKind) => {
    const { record: service } = await scene.make(one, parent)
    if (!service) return null
    const references = { ...parent, ...service.references, serviceId: service.id }
    const first = await scene.make(kind, references)
    const second = first.record || !first.unread ? first : await scene.makeAgain(kind, references)
    if (!second.record && second.unread) {
      unread = [first, second].flatMap((one) => (one.record ? [] : [...one.exchanges, one.unread ?? []])).flat()
      // Of others, reads know what is made.
      caller.creates.closed.delete(lifeOf(kind).create)
    }
    if (second.record) {
      await scene.dispose(second.record)
      deleted.push(...(await afterDelete(second.record, caller)))
    }
    await scene.dispose(service)
    return second.record
  }
  // What the first one shows: where such mounts can't be found, no more are made.
  const [firstHost, ...others] = possible
  const first = firstHost ? await madeFor(firstHost) : null
  const records = [first, ...(await Promise.all(others.map(madeFor)))].flatMap((record) => record ?? [])
  return { records, ...(unread ? { unread } : {}), deleted }
}

/** What a read shows of a record whose delete was acknowledged, while its parent stands. */
async function afterDelete(record: SceneRecord, caller: Caller): Promise<readonly Deleted[]> {
  const { kind, id, references, made, removed } = record
  const { one } = lifeOf(kind)
  if (!removed || !caller.allows(one)) return []
  const isThere = (seen: Exchange) => caller.success(seen) && shows(seen, id) && !tellsGone(seen)
  const read = await caller.patience.eventually(
    () => caller.call({ operation: one, references }),
    (seen) => !isThere(seen),
    { why: 'a deleted record to be gone' },
  )
  const isKnown = caller.success(read) || isNoMore(caller, read, record)
  return [{ exchanges: [made, removed, read], isThere: isKnown ? isThere(read) : null }]
}
