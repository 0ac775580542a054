import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import type { Around } from '../scene/around.ts'
import { isTransient } from '../target/not-now.ts'
import { writtenBy, dressOf, suspect, type Dress } from './census/dressing.ts'
import { stays } from './census/onlookers.ts'
import { environments, fieldsOf, renames, setters } from './census/setters.ts'
import { deployOf } from './deployed-gone.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { renews } from './requests/update.ts'
import { recordSubject } from './subjects/record.ts'

/** A deploy, and about three writes; how many there are may not depend on the operations of a group. */
const AGAIN = 4

/** The run's own record with a value in every field that can be set, before anything is done to it. */
export const dressed = evidence({
  id: 'dressed',
  needs: { ownRecord },
  on: ({ act }) => isRecordKind(act.kind) && act.verb === 'changes',
  // A lane dresses its record once, and the plan counts it there.
  cost: (operation) => (deploysAgain(operation) ? AGAIN : 0),
  async gather({ ownRecord: { own, around, fixture }, operation, caller }): Promise<void> {
    const { unwilling } = caller.creates
    // What is set after a deploy needs no value before it, unless a deploy does.
    const again = deploysAgain(operation) && !(await changedSinceDeploy(own, around, fixture, caller))
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
    // What a record runs in stays, whatever starts it; no operation lists it.
    const [surrounding] = environments(own.kind)
    if (surrounding && surrounding !== operation && !own.written.has('env') && !unwilling.has(surrounding)) {
      const exchange = caller.allows(surrounding) ? await recordSubject(surrounding, fixture).tell?.({}) : null
      if (exchange && caller.success(exchange)) {
        around.touch(own, exchange.asked?.body)
        sent.push(dressOf(surrounding, exchange, ['env']))
      } else if (exchange?.response && !isTransient(exchange)) unwilling.add(surrounding)
    }
    if (sent.length > 0) {
      // Else it would be seen when the surroundings are.
      const is = await around.seen(own, stays(own, was, writtenBy(sent)), 'a dressed record to keep all else')
      suspect(around, was, is, sent)
    }
    if (again) await changedSinceDeploy(own, around, fixture, caller)
  },
})

/** Whether it deploys again what may have changed since, and carries nothing: a redeploy or a rebuild. */
function deploysAgain({ act, effect, body }: Operation): boolean {
  return effect === 'deploy' && act.verb === 'changes' && act.aspect === undefined && body?.fields.length === 1
}

/**
 * Deploys the record, and then gives it other values: only so is it seen where it goes back to those of its last deploy.
 * @returns whether it was deployed
 */
async function changedSinceDeploy(
  own: SceneRecord,
  around: Around,
  fixture: RecordFixture,
  caller: Caller,
): Promise<boolean> {
  const deploy = deployOf(own.kind)
  if (!deploy || !caller.allows(deploy)) return false
  const deployed = await recordSubject(deploy, fixture).send({})
  if (!caller.success(deployed)) return false
  around.touch(own, {})
  const renewal = renews(own.kind)
  for (const setter of [...setters(own.kind), ...renames(own.kind), ...(renewal ? [renewal] : [])]) {
    if (caller.creates.unwilling.has(setter) || !caller.allows(setter)) continue
    const { send, tell } = recordSubject(setter, fixture)
    const exchange = await (tell ?? send)({})
    if (caller.success(exchange)) around.touch(own, exchange.asked?.body)
  }
  return true
}
