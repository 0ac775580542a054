import type { Exchange } from '../../fixtures/http/exchange.ts'
import { readsRecord } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { recordSnapshotOf } from '../scene/around.ts'
import { isPutAway } from '../values/compare.ts'
import { drifts, none, stays } from './census/onlookers.ts'
import type { Drift } from './census/state-diff.ts'
import { control } from './control.ts'
import { evidence, optional } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { unusual } from './unusual.ts'

export interface ReadTwice {
  /** What a later read shows otherwise than the first one, and nobody wrote in between. */
  readonly drifts: readonly Drift[]
  /** How many fields were compared. */
  readonly compared: number
  readonly exchanges: readonly Exchange[]
}

/** A secret may be shown once. */
const isChange = ({ field, after }: Drift): boolean => !isPutAway(field, after)

/**
 * A record that was read several times since its create, and written by nobody: the reads come before all changes of a lane. All
 * of them were sent for other checks; a change alone is looked for once more.
 */
export const readTwice = evidence({
  id: 'read-twice',
  needs: { ownRecord, control, unusual: optional(unusual) },
  on: readsRecord,
  cost: () => 0,
  async gather({ ownRecord: { own, around }, control: sent, unusual: others = [], caller }): Promise<ReadTwice> {
    const first = around.first(own)
    if (!first?.record) throw new Inconclusive('no earlier read shows the record', undefined, [sent])
    const reads = [sent, ...others].filter((one) => caller.success(one)).toSorted((a, b) => a.serial - b.serial)
    const compared = reads.map((one) => drifts(own, first, recordSnapshotOf(own, one, caller), new Set()))
    const suspect = compared.findIndex((one) => one.drifts.some(isChange))
    const later = reads[suspect]
    const most = Math.max(0, ...compared.map((one) => one.compared))
    if (!later) return { ...none, compared: most, exchanges: [first.exchange, sent] }
    // A read may be answered from an older copy.
    const now = await around.seen(own, stays(own, first), 'a record to be as it was')
    const found = drifts(own, first, now, new Set())
    return { drifts: found.drifts.filter(isChange), compared: most, exchanges: [first.exchange, later, now.exchange] }
  },
})
