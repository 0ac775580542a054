import type { References } from '../../fixtures/payload/payload.ts'
import { hostActions, isHostLane, LAST } from '../../schemas/order.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { invitedBy } from '../evidence/probes/invitation.ts'
import { INVITED } from '../evidence/probes/probing.ts'
import type { Company } from '../evidence/subjects/company.ts'
import { lonelySubject, patient } from '../evidence/subjects/lonely.ts'
import { OwnUser } from '../evidence/subjects/own-user.ts'
import type { Caller } from '../scene/call.ts'
import { work } from './lane-end.ts'
import type { Take } from './lane-turn.ts'
import type { Planned } from './plan.ts'

/** Operations that are about no record of the run. */
export async function lonelyTurns(
  lane: string,
  turns: readonly Planned[],
  caller: Caller,
  found: References,
  take: Take,
  company: Company,
): Promise<void> {
  let known = found
  const ownUser = new OwnUser(caller, found, turns)
  // Others have run since it was seen last, if it was.
  if (lane === LAST) company.seeAgain()
  try {
    for (const [at, planned] of turns.entries()) {
      if (planned.kept) continue
      caller.hasLeft(work(turns.slice(at)))
      known = { ...known, ...(await ownUser.before(planned.operation)) }
      const subject = () => patient(lane, caller, lonelySubject(planned.operation, caller, known, company))
      if (isHostLane(lane) && !hostActions.includes(planned.operation)) company.forget()
      const gathered = await take({
        planned,
        caller,
        references: known,
        tried: subject(),
        creation: null,
        fresh: () => Promise.resolve(subject()),
      })
      const sent = optional(control).from(gathered)
      if (planned.operation.act.verb === 'makes' && sent?.response && caller.success(sent)) {
        ownUser.invited()
        const invited = await invitedBy(caller, sent)
        if (invited) known = { ...known, token: invited.token, ...(invited.email ? { [INVITED]: invited.email } : {}) }
      }
    }
  } finally {
    await ownUser.close()
  }
}
