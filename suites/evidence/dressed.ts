import { subjectField } from '../../fixtures/payload/payload.ts'
import { isRecordKind, operations, type Operation } from '../../schemas/registry.ts'
import { isTransient } from '../target/profile.ts'
import { shownAs } from './census/shown-in.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './subject.ts'
import { recordSubject } from './subjects/record.ts'

/** The fields that an operation sets on a record under their own names. */
const fieldsOf = (operation: Operation): readonly string[] =>
  (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== subjectField(operation) && name !== 'appName')

/** What sets fields of a kind that its create does not list: without a value of theirs, nothing shows that they are lost. */
export const setters = (kind: string): readonly Operation[] =>
  operations.filter((one) => {
    const { act, effect } = one
    if (act.kind !== kind || act.verb !== 'changes' || effect !== 'resource' || act.aspect !== undefined) return false
    const fields = fieldsOf(one)
    return fields.length > 0 && fields.every((name) => shownAs[name] === undefined)
  })

/** The run's own record with a value in every field that can be set, before anything is done to it. */
export const dressed = evidence({
  id: 'dressed',
  needs: { ownRecord },
  on: ({ act }) => isRecordKind(act.kind) && act.verb === 'changes',
  // A lane does so once, and the plan counts it there.
  cost: () => 0,
  async gather({ ownRecord: { own, around, fixture }, operation, caller }): Promise<void> {
    const { unwilling } = caller.creates
    for (const setter of setters(own.kind)) {
      const isSet = fieldsOf(setter).every((name) => own.written.has(name))
      if (isSet || setter === operation || unwilling.has(setter) || !caller.allows(setter)) continue
      const exchange = await recordSubject(setter, fixture).send({})
      if (caller.success(exchange)) around.touch(own, exchange.asked?.body)
      else if (exchange.response && !isTransient(exchange)) unwilling.add(setter)
    }
  },
})
