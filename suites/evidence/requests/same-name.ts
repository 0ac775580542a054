/** A record of another kind under the name of one that is deleted: who deletes by names takes it along. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../../schemas/operation.ts'
import { lifeOf, recordKinds } from '../../../schemas/registry.ts'
import { Around, isGone } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { isUnderApplication, kindsBeside, mayMake } from '../../scene/foreign-records.ts'
import type { SceneRecord } from '../../scene/made.ts'
import type { RecordFixture } from '../../scene/record-fixture.ts'

export interface Outlasted {
  readonly kind: RecordKind
  readonly isGone: boolean
  readonly exchanges: readonly Exchange[]
}

/** It is made and found, read once more, and deleted; for one kind in so many. */
const EVERY = 4
/** What that costs each kind, taken over all. */
export const STRANGER = 4 / EVERY

/** The kinds that have a nearest one whose records stand by themselves, as theirs do. */
const asked = recordKinds.filter((kind) => {
  const [nearest] = kindsBeside(kind)
  return nearest !== undefined && !isUnderApplication(kind) && !isUnderApplication(nearest)
})

/** Whether a kind is asked so with this seed: one kind of database at least, whatever the seed. */
export const isAskedOfKinds = (kind: RecordKind, seed: number): boolean =>
  asked.includes(kind) && (seed + asked.indexOf(kind)) % EVERY === 0

/** A record of the nearest other kind under this name, and under this appName where that is not refused; null where there is none. */
export async function strangerOf(
  { kind, scene, parent, caller }: RecordFixture,
  name: string,
  appName: unknown,
): Promise<SceneRecord | null> {
  const [nearest] = kindsBeside(kind)
  if (nearest === undefined || !mayMake(nearest, caller) || !caller.allows(lifeOf(nearest).one)) return null
  const called = (names: object) => scene.make(nearest, parent, (valid) => ({ ...valid, ...names }))
  const both = appName === undefined ? null : (await called({ name, appName })).record
  return both ?? (await called({ name })).record
}

/** Looks at it once more. */
export async function outlasted(stranger: SceneRecord, caller: Caller): Promise<Outlasted | null> {
  const around = new Around(caller, stranger, [])
  const first = around.last(stranger)
  if (!first?.record) return null
  const now = await around.seen(stranger, ({ record }) => record !== undefined, 'a record of another kind to be there')
  return { kind: stranger.kind, isGone: isGone(now), exchanges: [first.exchange, now.exchange] }
}
