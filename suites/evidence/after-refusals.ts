import type { Snapshot } from '../scene/snapshot.ts'
import { badCredentials } from './bad-credentials.ts'
import { evidence } from './frame/evidence.ts'
import { snapshotBefore } from './snapshot-before.ts'
import { subject } from './subject.ts'

export interface AfterRefusals {
  /** When the last of them was answered. */
  readonly since: number
  /** What the refused requests were about, seen again; null where it is known already that one had an effect. */
  readonly after: Snapshot | null
  /** What the valid request is about, where that is another record. */
  readonly basis: Snapshot | null
}

/** What the operation is about, seen again after the refusals. */
export const afterRefusals = evidence({
  id: 'after-refusals',
  needs: { subject, watch: snapshotBefore, attempts: badCredentials },
  cost: () => 1,
  async gather({ subject: tried, watch, attempts, operation, caller, again }): Promise<AfterRefusals> {
    const since = Date.now()
    if (attempts.changed) return { since, after: null, basis: null }
    const decoyed = tried.is === 'record' && tried.takeDecoySnapshot !== null
    // What is deleted late is seen in no later read: the valid request deletes it next.
    if (operation.act.verb === 'deletes' && !decoyed) await caller.patience.late(since)
    // What refused deletes were about is seen late, when all has been sent (effect); nobody else touches it.
    const after = decoyed && !again ? watch.before : await watch.takeSnapshot()
    return { since, after, basis: decoyed && tried.takeSnapshot ? await tried.takeSnapshot() : after }
  },
})
