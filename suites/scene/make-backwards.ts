import { backwards, type References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { isTransient, saysNotNow } from '../target/not-now.ts'
import type { Caller } from './call.ts'
import type { CreateOutcome } from './made.ts'
import type { Scene } from './scene.ts'

/** Makes a record by a body whose fields stand in reverse order; where that is refused, in the order in which they are listed. */
export async function makeBackwards(
  kind: RecordKind,
  scene: Scene,
  references: References,
  caller: Caller,
): Promise<CreateOutcome> {
  const turned = await scene.make(kind, references, backwards)
  const { exchange } = turned
  if (turned.record || !exchange?.response || caller.success(exchange)) return turned
  if (isTransient(exchange) || saysNotNow(exchange)) return turned
  const listed = await scene.make(kind, references)
  if (!listed.record) return turned
  listed.record.refusedBackwards = exchange
  return listed
}
