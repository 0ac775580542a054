import { does } from '../../schemas/registry.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { amongInvitations, INVITATIONS } from './probes/invitation.ts'
import type { Probe } from './probes/probe.ts'
import { INVITED } from './probes/probing.ts'
import { subject } from './subject.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** Two invitations, each read by its own token: last, for a new one may end those before it. */
export const invitations = evidence({
  id: 'invitations',
  needs: { subject, control },
  after: [variations, unusual],
  on: does('reads', 'invitation'),
  cost: () => INVITATIONS,
  async gather({ subject: tried, control: sent, operation, caller }): Promise<readonly Probe[]> {
    const { token, [INVITED]: email } = tried.is === 'host' ? tried.references : {}
    // The first may have ended by now, if odd requests have made others since: a second one tells.
    if (token === undefined || email === undefined || !sent.response) return []
    return amongInvitations(operation, { token, email }, caller)
  },
})
