import { hostAround } from './host-around.ts'
import { evidence } from './frame/evidence.ts'
import { probeSort, type Probe } from './probes/probe.ts'
import { probingOf } from './probes/probing.ts'
import { subject } from './subject.ts'
import { surroundings } from './surroundings.ts'

/** What is read before the valid request of an operation on what the run can't make. */
export const probesBefore = evidence({
  id: 'probes-before',
  needs: { subject },
  after: [surroundings, hostAround],
  on: (operation) => probeSort(operation) !== undefined,
  cost: () => 0,
  gather: async ({ subject: tried, operation, caller }): Promise<readonly Probe[]> =>
    tried.is === 'host' ? ((await probingOf(operation, caller, tried.references)?.before?.()) ?? []) : [],
})
