import { isRecordKind } from '../../schemas/registry.ts'
import { drifts, none, stays, type Compared } from './census/onlookers.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { naturalField } from './requests/stimuli.ts'
import { ownRecord } from './own-record.ts'
import { surroundings } from './surroundings.ts'
import { unusual } from './unusual.ts'

/** What an update has changed on its record that named the record alone: seen before it is sent any field that it takes. */
export const sinceBare = evidence({
  id: 'since-bare',
  needs: { ownRecord, surroundings, control },
  // One look shows what all of them did.
  after: [unusual],
  on: (operation) =>
    isRecordKind(operation.act.kind) && operation.act.verb === 'changes' && naturalField(operation) !== null,
  cost: () => 1,
  async gather({ ownRecord: { around } }): Promise<Compared> {
    const { own } = around
    const was = around.last(own)
    if (!was) return none
    const is = await around.seen(own, stays(own, was), 'a record to be as it was', { how: 'lately' })
    return drifts(own, was, is, new Set())
  },
})
