import type { Snapshot } from '../scene/snapshot.ts'
import { badCredentials } from './bad-credentials.ts'
import { evidence } from './frame/evidence.ts'
import { lookBefore } from './look-before.ts'

/** How late a refused delete may take effect and still be noticed, in milliseconds: what queues and hooks take. */
const LATE = 350

/** What the operation is about, seen again after the refusals; null where it is known already that one had an effect. */
export const afterRefusals = evidence({
  id: 'after-refusals',
  needs: { watch: lookBefore, attempts: badCredentials },
  cost: () => 1,
  async gather({ watch, attempts, operation, caller }): Promise<Snapshot | null> {
    if (attempts.changed) return null
    // What is deleted late is seen in no later read: the valid request deletes it next.
    if (operation.act.verb === 'deletes') await caller.patience.rest(LATE, 'a refused delete to take effect')
    return watch.look()
  },
})
