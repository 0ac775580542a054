import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Scene } from './scene.ts'

/**
 * Deletes what a create made whose response shows others as well: of those that bear its name, the one that is none of the run's yet.
 * @returns whether it was found; what can't be deleted then the scene says when it closes
 */
export async function swept(scene: Scene, kind: RecordKind, name: string, create: Exchange): Promise<boolean> {
  const known = scene.shown(kind).length
  await scene.sweep(kind, [name], create)
  return scene.shown(kind).length > known
}
