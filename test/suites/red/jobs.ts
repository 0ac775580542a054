/** What goes on after the response of a deploy, a start or a stop. */
import { drift, later, type Pair } from './pair.ts'

export const jobPairs: Readonly<Record<string, Pair>> = {
  'jobs/kept': { operation: 'sqla.deploy', good: later(), bad: later({ own: { drifts: [drift], isSeen: true } }) },
  'jobs/others': { operation: 'sqla.deploy', good: later(), bad: later({ others: { drifts: [drift], isSeen: true } }) },
}
