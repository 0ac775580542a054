/** What goes on after the response of a deploy, a start or a stop, and what becomes of what is deployed. */
import { drift, failure, later, success, type Pair } from './pair.ts'

export const jobPairs: Readonly<Record<string, Pair>> = {
  'jobs/kept': { operation: 'sqla.deploy', good: later(), bad: later({ own: { drifts: [drift], isSeen: true } }) },
  'jobs/others': { operation: 'sqla.deploy', good: later(), bad: later({ others: { drifts: [drift], isSeen: true } }) },
  'records/gone-deployed': {
    operation: 'sqla.remove',
    good: { deployedGone: { deployed: success(), removed: success(), read: failure(), isGone: true } },
    bad: {
      deployedGone: {
        deployed: success(),
        removed: success(),
        read: success({ sqlaId: 'id-1' }),
        isGone: false,
        again: { removed: success(), read: failure(), isGone: true },
      },
    },
  },
}
