import type { Exchange } from '../../fixtures/http/exchange.ts'
import { hostActions, mayEnd } from '../../schemas/order.ts'
import { Inconclusive } from '../claim/finding.ts'
import { onlookers } from './census/onlookers.ts'
import { drifted, repair } from './census/other-settings.ts'
import type { Drift } from './census/state-diff.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { hostAround } from './host-around.ts'
import { subject } from './subject.ts'
import { COMPANY_LOOK } from './subjects/company.ts'
import { untilBack } from '../scene/until-back.ts'

interface Changed {
  readonly drifts: readonly Drift[]
  /** How many values were compared. */
  readonly compared: number
  readonly exchanges: readonly Exchange[]
}

/** What an action of the host changed of what it does not name. */
export interface HostCensus {
  readonly records: Changed
  readonly settings: Changed
}

/** The run's records and the host's settings, seen again after an action of the host. What was changed is put back. */
export const hostCensus = evidence({
  id: 'host-census',
  needs: { subject, hostAround, control },
  on: (operation) => hostActions.includes(operation),
  cost: (operation) => COMPANY_LOOK + (mayEnd(operation) ? 1 : 0),
  async gather({ subject: tried, hostAround: seen, control: sent, operation, caller }): Promise<HostCensus> {
    if (!caller.success(sent))
      throw new Inconclusive('the action never succeeded', 'a host on which it may be carried out', [sent])
    if (mayEnd(operation)) await untilBack(caller)
    // None of them was acted on, so none is too far from it to count.
    const records = seen?.around
      ? await onlookers(seen.around, new Map(), () => true)
      : { drifts: [], compared: 0, exchanges: [] }
    const drift = await drifted(caller, seen?.settings ?? [], undefined)
    await repair(caller.sure, drift.damaged)
    if (drift.damaged.length > 0 && tried.is === 'host') tried.company?.forget()
    return {
      records: { ...records, exchanges: [sent, ...records.exchanges] },
      settings: { drifts: drift.others, compared: drift.compared, exchanges: [sent, ...drift.exchanges] },
    }
  },
})
