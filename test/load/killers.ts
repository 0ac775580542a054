/** Which checks of a load have found a fault. */
import { loadFaults } from '../../fixtures/reference/faults/index.ts'
import { loadChecks } from '../../load/checks.ts'
import type { readReport } from '../cli/report-file.ts'

type Found = ReturnType<typeof readReport>

/** The checks that name a fault and have found it on what it breaks, as gravely as it is. */
export function killers({ results }: Found, id: string): readonly string[] {
  const fault = loadFaults.find((one) => one.id === id)
  const broken = fault && fault.operations !== '*' ? fault.operations : []
  const naming = loadChecks.filter(({ kills }) => kills.includes(id)).map((check) => check.id as string)
  return results.flatMap(({ operation, check, verdict }) =>
    naming.includes(check) &&
    verdict === fault?.level &&
    // A lost record is missed by reads of its kind; a figure over time is of the whole scenario.
    (broken.some((one) => one.split('.')[0] === operation.split('.')[0]) || check === 'load/steady')
      ? check
      : [],
  )
}
