/** What a finding against a server with faults says of one of them. */
import type { Fault } from '../../fixtures/reference/wrap.ts'
import { findOperation } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { consistency, groupsOf } from './batches.ts'
import { killersOf } from './kills.ts'

type Finding = Pick<Result, 'id' | 'check' | 'verdict'>

/** Whether a finding is of a fault: on its groups; of votes, where others on the server vote otherwise too, on what it breaks. */
export function belongingTo({
  operations,
}: Pick<Fault, 'operations'>): (finding: Pick<Result, 'id' | 'check'>) => boolean {
  const groups = groupsOf({ operations })
  return ({ id, check }) => {
    const [on = ''] = id.split(' ', 1)
    const found = findOperation(on)
    if (!found || !groups.has(found.group)) return false
    return !consistency.has(check) || operations === '*' || operations.includes(found.id)
  }
}

/** Told of results as they are reached, says whether each fault has been told by every check that names it. */
export function untilAllTold(faults: readonly Fault[]): (results: readonly Finding[]) => boolean {
  const left = new Map(
    faults.map((fault) => [
      fault,
      {
        isOf: faults.length === 1 ? () => true : belongingTo(fault),
        by: new Set(killersOf(fault.id).map(({ id }) => id)),
      },
    ]),
  )
  return (results) => {
    for (const one of results)
      for (const [fault, { isOf, by }] of left) {
        if (one.verdict !== fault.level || !by.has(one.check) || !isOf(one)) continue
        by.delete(one.check)
        if (by.size === 0) left.delete(fault)
      }
    return left.size === 0
  }
}
