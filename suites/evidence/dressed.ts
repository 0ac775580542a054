import { isRecordKind } from '../../schemas/registry.ts'
import { isTransient } from '../target/profile.ts'
import { carriedBy, dressOf, suspect, type Dress } from './census/dressing.ts'
import { stays } from './census/onlookers.ts'
import { fieldsOf, setters } from './census/setters.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './subject.ts'
import { recordSubject } from './subjects/record.ts'

/** The run's own record with a value in every field that can be set, before anything is done to it. */
export const dressed = evidence({
  id: 'dressed',
  needs: { ownRecord },
  on: ({ act }) => isRecordKind(act.kind) && act.verb === 'changes',
  // A lane does so once, and the plan counts it there.
  cost: () => 0,
  async gather({ ownRecord: { own, around, fixture }, operation, caller }): Promise<void> {
    const { unwilling } = caller.creates
    const was = around.last(own)
    const sent: Dress[] = []
    for (const setter of setters(own.kind)) {
      const isSet = fieldsOf(setter).every((name) => own.written.has(name))
      if (isSet || setter === operation || unwilling.has(setter) || !caller.allows(setter)) continue
      const exchange = await recordSubject(setter, fixture).send({})
      if (caller.success(exchange)) {
        around.touch(own, exchange.asked?.body)
        sent.push(dressOf(setter, exchange))
      } else if (exchange.response && !isTransient(exchange)) unwilling.add(setter)
    }
    if (sent.length === 0) return
    // Else it would be seen when the surroundings are.
    const is = await around.seen(own, stays(own, was, carriedBy(sent)), 'a dressed record to keep all else')
    suspect(around, was, is, sent)
  },
})
