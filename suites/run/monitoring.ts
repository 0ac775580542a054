/** What the monitors saw of every operation in the whole run. */
import type { OperationId } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { isMonitor } from '../checks/check.ts'
import { Inconclusive } from '../claim/finding.ts'
import { monitored, type Showing } from './judge.ts'
import type { Planned } from './plan.ts'
import type { Tally } from './tally.ts'

/** @param unsent why nothing was sent to an operation, where nothing was */
export function monitoredAll(
  plan: readonly Planned[],
  tally: Tally,
  unsent: ReadonlyMap<OperationId, Error>,
  showing: Showing,
): readonly Result[] {
  return plan.flatMap(({ operation, checks }) => {
    const why = unsent.get(operation.id) ?? new Inconclusive('no answer of the sort was drawn')
    return checks
      .filter(isMonitor)
      .map((check) => monitored(operation, check, tally.of(operation.id, check.id), showing, why))
  })
}
