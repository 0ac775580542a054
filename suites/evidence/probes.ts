import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { probesBefore } from './probes-before.ts'
import { probeSort, probesOf, type Probe } from './probes/probe.ts'
import { probingOf } from './probes/probing.ts'
import { subject } from './subject.ts'

/** Reads around the valid request that show whether it did what its name promises. */
export const probes = evidence({
  id: 'probes',
  needs: { subject, begun: probesBefore, control },
  on: (operation) => probeSort(operation) !== undefined,
  cost: probesOf,
  async gather({ subject: tried, begun, control: sent, operation, caller }): Promise<readonly Probe[]> {
    const probing = tried.is === 'host' ? probingOf(operation, caller, tried.references) : undefined
    return [...begun, ...((await probing?.after(sent, begun)) ?? [])]
  },
})
