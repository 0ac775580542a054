import { hostActions } from '../../schemas/order.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'
import type { Surroundings } from './subjects/company.ts'

/** The run's records and the host's settings, seen before an action of the host. */
export const hostAround = evidence({
  id: 'host-around',
  needs: { subject },
  on: (operation) => hostActions.includes(operation),
  // A lane does so once, and the plan counts it there.
  cost: () => 0,
  gather: async ({ subject: tried, operation, again }): Promise<Surroundings | null> =>
    tried.is === 'host' && tried.company ? tried.company.before(operation, again) : null,
})
