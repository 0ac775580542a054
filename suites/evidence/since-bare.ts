import { isRecordKind } from '../../schemas/registry.ts'
import { drifts, none, stays, type Compared } from './census/onlookers.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { naturalField } from './requests/stimuli.ts'
import { ownRecord } from './own-record.ts'
import { surroundings } from './surroundings.ts'
import { unusual } from './unusual.ts'

/** What an update has changed on its record that named the record alone, or carried what it cannot do without. */
export const sinceBare = evidence({
  id: 'since-bare',
  needs: { ownRecord, surroundings, control },
  // One look shows what all of them did.
  after: [unusual],
  on: (operation) =>
    isRecordKind(operation.act.kind) && operation.act.verb === 'changes' && naturalField(operation) !== null,
  cost: () => 1,
  async gather({ ownRecord: { around }, operation, caller }): Promise<Compared> {
    const { own } = around
    const was = around.last(own)
    if (!was) return none
    const carried = new Set(Object.keys(caller.creates.wanting.get(operation)?.('') ?? {}))
    const is = await around.seen(own, stays(own, was, carried), 'a record to be as it was', { how: 'lately' })
    return drifts(own, was, is, carried)
  },
})
