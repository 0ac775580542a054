/** How many requests an operation takes at most, while nothing fails: what `touchstone plan` shows. */
import { rungNames } from '../fixtures/credentials.ts'
import { isRecordKind, type Operation } from '../schemas/registry.ts'
import { naturalField, unusual } from './stimuli.ts'
import type { Need } from './trace.ts'
import { variationsOf } from './variations.ts'
import { spoils } from './vary.ts'

/** Requests that calibration sends at most. */
export const CALIBRATION = 43

/** Requests that a lane sends for its own scene, at most: what it makes, finds and deletes, and a second first look. */
export function laneRequests(lane: string): number {
  if (lane === 'port' || lane === 'mount') return 16
  return isRecordKind(lane) ? 10 : 1
}

/** What an operation takes by itself, whatever record it is tried on. */
export function requestsOf(operation: Operation, needs: ReadonlySet<Need>, destructive: boolean): number {
  const one = (need: Need) => (needs.has(need) ? 1 : 0)
  const rungs = rungNames.filter((rung) => needs.has(rung)).length
  const variations = needs.has('unusual') ? unusual(operation).length : 0
  const base =
    rungs + one('control') + one('lower-case') + one('unusual') + variations + varied(operation, needs, destructive)
  return base + effectRequests(operation, needs) + extra(operation, needs, variations)
}

/** Variations of the valid request while it is answered with success and none of them is, and looks for what they did. */
function varied(operation: Operation, needs: ReadonlySet<Need>, destructive: boolean): number {
  const wanted = variationsOf(operation, needs, destructive).filter(({ after }) => after !== 'error')
  const listing = operation.act.verb === 'makes' && wanted.some(({ about }) => about === 'spare') ? 1 : 0
  return wanted.length + listing + (spoils(operation, wanted) ? 2 : 0)
}

/** Looks before and after, and further requests that tell more. */
function effectRequests(operation: Operation, needs: ReadonlySet<Need>): number {
  if (!needs.has('effect')) return 0
  return 3 + (naturalField(operation) === null ? 0 : 4)
}

/** What is made is found and deleted again; what is set is read, written back first, and put back in the end. */
function extra(operation: Operation, needs: ReadonlySet<Need>, variations: number): number {
  const { verb, kind } = operation.act
  if (verb === 'makes' && isRecordKind(kind)) return 2 * variations + (operation.effect === 'deploy' ? 2 : 0)
  if (operation.effect === 'host') return needs.has('effect') ? 11 : 7
  return 0
}
