/** How many requests an operation takes at most, while nothing fails: what `touchstone plan` shows. */
import { rungNames } from '../../fixtures/http/credentials.ts'
import { isCreate, isRecordKind, type Operation, readsRecord } from '../../schemas/registry.ts'
import { BURST_REQUESTS } from './burst.ts'
import { NAMESAKE_REQUESTS } from './namesake.ts'
import { naturalField, unusual } from './stimuli.ts'
import { probesOf } from './probes.ts'
import { STATUS_REQUESTS } from './status-others.ts'
import type { Need } from './trace.ts'
import { variationsOf } from './variations.ts'
import { spoils } from './vary.ts'

/** Requests that the record takes which refused deletes are about. */
const DECOY_REQUESTS = 5
/** Requests that calibration sends at most. */
export const CALIBRATION = 48

/** Requests that a lane sends for its own scene, at most: what it makes, finds and deletes, and a second first look, or a last one. */
export function laneRequests(lane: string): number {
  // In the end each record that is left is read once more, and what a port or a mount belongs to.
  if (lane === 'port' || lane === 'mount') return 23
  return isRecordKind(lane) ? 12 + 4 * witnesses(lane) : 1
}

/** What many records at once take, where they are asked for. */
export const burstRequests = (needs: ReadonlySet<Need>): number => (needs.has('burst') ? BURST_REQUESTS : 0)

/** What an operation takes by itself, whatever record it is tried on. */
export function requestsOf(operation: Operation, needs: ReadonlySet<Need>, destructive: boolean): number {
  const one = (need: Need) => (needs.has(need) ? 1 : 0)
  const rungs = rungNames.filter((rung) => needs.has(rung)).length
  const variations = needs.has('unusual') ? unusual(operation, destructive).length : 0
  const base = rungs + one('control') + one('lower-case') + variations + varied(operation, needs, destructive)
  const around =
    (needs.has('probe') ? probesOf(operation) : 0) +
    (needs.has('census') ? hostCensus(operation) : 0) +
    recordCensus(operation, needs)
  return (
    base +
    around +
    NAMESAKE_REQUESTS * one('namesake') +
    5 * one('restart') +
    effectRequests(operation, needs) +
    extra(operation, needs, variations)
  )
}

/** Writes of host settings and permissions with values of the run's own, and reads of what is around them. */
function hostCensus({ effect, act }: Operation): number {
  if (effect !== 'host') return 0
  return act.kind === 'user' ? 12 : act.kind === 'proxy-file' ? 23 : 16
}

/** Records of other kinds that stand beside those of a kind, or belong to it. */
const witnesses = (kind: string): number => (kind === 'application' ? 3 : kind === 'registry' ? 0 : 1)

/** A write with values of its own, and reads of its record and of those around it; a read asked of the neighbours too. */
function recordCensus(operation: Operation, needs: ReadonlySet<Need>): number {
  const { act, method, body } = operation
  if (!isRecordKind(act.kind)) return 0
  const around = witnesses(act.kind)
  if (method === 'GET')
    return (
      (needs.has('neighbours') ? 1 + (readsRecord(operation) ? Math.min(1, around) : 0) : 0) +
      (needs.has('census') ? 2 + around : 0)
    )
  if (!needs.has('census') || (act.verb === 'makes' && !isCreate(operation))) return 0
  const carries = (body?.fields.length ?? 0) > 1 || naturalField(operation) !== null
  const writes = act.verb === 'changes' && carries ? (act.aspect === 'status' ? 4 + STATUS_REQUESTS : 2) : 0
  return 2 + around + writes
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
  // The decoy of a delete is made, found, looked at once more and deleted, and what is deleted is looked at.
  const decoy = operation.act.verb === 'deletes' && isRecordKind(operation.act.kind) ? DECOY_REQUESTS : 0
  return 3 + decoy + (naturalField(operation) === null ? 0 : 4)
}

/** What is made is found and deleted again; what is set is read, written back first, and put back in the end. */
function extra(operation: Operation, needs: ReadonlySet<Need>, variations: number): number {
  const { verb, kind } = operation.act
  if (verb === 'makes' && isRecordKind(kind)) return 2 * variations + (operation.effect === 'deploy' ? 2 : 0)
  if (operation.effect === 'host') return needs.has('effect') ? 11 : 7
  return 0
}
