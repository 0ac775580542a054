import { changed, type Snapshot } from '../scene/snapshot.ts'
import { QUIET, type Patience } from '../target/patience.ts'
import { Inconclusive } from '../claim/finding.ts'
import { evidence } from './frame/evidence.ts'
import { probesBefore } from './probes-before.ts'
import { subject } from './subject.ts'
import type { TakeSnapshot } from './subjects/common.ts'
import type { Subject } from './subjects/subject.ts'
import { surroundings } from './surroundings.ts'

/** How a subject is seen, and how it was seen before the refusals. */
export interface Watch {
  readonly takeSnapshot: () => Promise<Snapshot>
  readonly before: Snapshot
}

/** What the operation is about, seen before any request with bad credentials. */
export const snapshotBefore = evidence({
  id: 'snapshot-before',
  needs: { subject },
  after: [surroundings, probesBefore],
  cost: () => 1,
  async gather({ subject: tried, again, caller: { patience } }): Promise<Watch> {
    const takeSnapshot = (tried.is === 'record' ? tried.takeDecoySnapshot : null) ?? tried.takeSnapshot
    if (!takeSnapshot) throw new Inconclusive('no operation shows what it changes')
    return learn(patience, tried, takeSnapshot, again)
  },
})

/** Looks at the subject, and learns what of it moves by itself: at once, and when in doubt after a while. */
async function learn(
  patience: Patience,
  { is, volatile }: Subject,
  takeSnapshot: TakeSnapshot,
  doubtful: boolean,
): Promise<Watch> {
  let before = await takeSnapshot(doubtful ? undefined : 'lately')
  // Where nothing was asked nothing can move; the record that a later turn looks at may.
  if (before.isUnasked || (volatile.learned.has(is) && !doubtful)) return { takeSnapshot, before }
  // Of several lengths: what moves to and fro may be back where it was.
  for (const length of doubtful ? [QUIET / 2, QUIET / 3, QUIET / 6] : [0]) {
    if (length > 0) await patience.rest(length, 'what moves by itself to move')
    const seen = await takeSnapshot()
    for (const path of changed(before, seen, volatile)) volatile.moving.add(path)
    before = seen
  }
  volatile.learned.add(is)
  return { takeSnapshot, before }
}
