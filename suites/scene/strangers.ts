/** Records of other kinds by whose identifiers a read is asked (docs/judgement.md, rule 9). */
import type { References } from '../../fixtures/payload/payload.ts'
import { serviceKinds, type RecordKind } from '../../schemas/operation.ts'
import type { Caller } from './call.ts'
import { mayMake } from './foreign-records.ts'
import type { SceneRecord } from './made.ts'
import type { Scene } from './scene.ts'

/** What a host runs: kinds so alike that a server may keep them in one table. */
export const services: readonly RecordKind[] = serviceKinds

/** The kinds that a read of one kind is asked about. */
export const strangeTo = (kind: RecordKind): readonly RecordKind[] =>
  services.includes(kind) ? services.filter((other) => other !== kind) : []

/** Makes a record, reads and deletes it: what a stranger costs whose kind has no lane in this run. */
const MADE = 3

/** Requests at most that the lanes of a run take to have strangers, which other lanes do not keep for them. */
export function strangersCost(lanes: ReadonlySet<string>): number {
  const missing = services.filter((kind) => !lanes.has(kind)).length
  return missing * services.filter((kind) => lanes.has(kind)).length * MADE
}

/**
 * Has a record of another kind asked about: the one that its own lane keeps, else one made and deleted for this.
 * @returns null where there is none
 */
export async function withStranger<T>(
  kind: RecordKind,
  { caller, scene, parent }: { readonly caller: Caller; readonly scene: Scene; readonly parent: References },
  ask: (stranger: SceneRecord) => Promise<T>,
): Promise<T | null> {
  const kept = await caller.creates.standing.get(kind)
  if (kept?.alive) return ask(kept)
  if (kept !== undefined || !mayMake(kind, caller)) return null
  const { record } = await scene.make(kind, parent)
  if (!record) return null
  try {
    return await ask(record)
  } finally {
    await scene.dispose(record)
  }
}
