/** Writes that are asked for by GET without the token: a route for all methods may stand where the guard looks at a POST alone. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { drawn } from '../../../fixtures/payload/draw.ts'
import { databaseKinds } from '../../../schemas/operation.ts'
import { settingWrites } from '../../../schemas/order.ts'
import { isRecordKind, type Operation } from '../../../schemas/registry.ts'
import { isTelling } from './stimuli.ts'
import type { Subject } from '../subjects/subject.ts'

/** Whether it changes a record of the run's own in a way that a read shows. */
const isShownChange = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  operation.effect === 'resource' &&
  isRecordKind(operation.act.kind) &&
  operation.act.verb === 'changes' &&
  isTelling(operation)

/** Besides those: what deletes such a record, and what writes a setting that a read shows. */
export const mayBeAskedByGet = (operation: Operation): boolean =>
  isShownChange(operation) ||
  (operation.act.verb === 'deletes' && isRecordKind(operation.act.kind)) ||
  settingWrites.includes(operation)

/** Every second one is, the other half with the next seed; of the same operation of the six kinds, every second kind's. */
export function isAskedByGet(operation: Operation, seed: number): boolean {
  if (!mayBeAskedByGet(operation)) return false
  const place = databaseKinds.findIndex((kind) => kind === operation.act.kind)
  const turn = place < 0 ? drawn(operation.id, 'by GET') : drawn(operation.name, 'by GET') + place
  return (turn + seed) % 2 === 0
}

/** How such a request is called where it had an effect. */
export const OPEN_GET = 'a GET without the Authorization header, in place of its POST'

/** Its fields stand in the query and in the body: a server may look in either. */
export const askOpenly = (tried: Subject): Promise<Exchange> =>
  (tried.tell ?? tried.send)({ credential: 'no-header', method: 'GET' })
