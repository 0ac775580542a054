/** Requests that a lane sends for its own scene, at most while nothing fails. */
import { isRecordKind } from '../../schemas/registry.ts'
import { beside } from '../evidence/census.ts'

/** What it makes, finds and deletes, a second first look, or a last one, and the sweep: all that is left, read once more. */
export function sceneCost(lane: string): number {
  // No text tells a port from others: each of the lane's creates is preceded by a list.
  if (lane === 'port' || lane === 'mount') return 19 + 4 + (lane === 'port' ? 4 : 0)
  return isRecordKind(lane) ? 10 + 3 * beside(lane) + 2 + beside(lane) : 1
}
