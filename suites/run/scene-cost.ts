/** Requests that a lane sends for its own scene, at most while nothing fails. */
import { isRecordKind, operations } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { begins } from '../scene/late-changes.ts'
import { hasFar, kindsBeside } from '../scene/foreign-records.ts'
import { preparing } from '../scene/prepare.ts'

/** Records of a lane's own kind: the neighbour, the one that is gone, and the subject. */
const OWN = 3

/** What it makes, finds and deletes, a second first look, or a last one, and the sweep: all that is left, read once more. */
export function sceneCost(lane: string, target: Pick<Target, 'prepare'>): number {
  if (!isRecordKind(lane)) return 1
  const isUnder = lane === 'port' || lane === 'mount'
  const others = kindsBeside(lane)
  const prepared =
    OWN * (preparing(lane, target) + (isUnder ? preparing('application', target) : 0)) +
    others.reduce((sum, kind) => sum + preparing(kind, target), 0)
  // No text tells a port from others: each of the lane's creates is preceded by a list.
  if (isUnder) return 19 + 4 + (lane === 'port' ? 4 : 0) + prepared
  // An update after a deploy, and a look when its job must be through.
  const jobs = operations.some((one) => one.act.kind === lane && begins(one)) ? 2 : 0
  return jobs + 10 + 4 * others.length + (hasFar(lane) ? 4 : 0) + 2 + prepared
}
