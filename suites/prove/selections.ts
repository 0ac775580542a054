/** By what a fault is judged, as `run --only` would take it: from little to the whole run. */
import type { Fault } from '../../fixtures/reference/wrap.ts'
import { operation, operations, type GroupName } from '../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor, type AnyCheck } from '../checks/check.ts'
import { checksOn } from '../run/checks.ts'
import { GROUPS_AT_MOST, groupsOf } from './batches.ts'
import { killersOf } from './kills.ts'

/** Groups in which a fault of many is looked for first. */
const SAMPLE = 2

function sizeOf(group: GroupName): number {
  return operations.filter((one) => one.group === group).length
}

/** Groups, the smallest first. */
export const bySize = (some: readonly GroupName[]): readonly GroupName[] =>
  some.toSorted((one, other) => sizeOf(one) - sizeOf(other) || one.localeCompare(other))

/** The checks that name a fault, on the groups that it breaks. A consistency check is asked of all: the others' answers are what it judges by. */
export function narrow({ id, operations: broken }: Pick<Fault, 'id' | 'operations'>): readonly string[] {
  const own = broken === '*' ? [] : [...new Set(broken.map((one) => operation(one).group))]
  return killersOf(id).flatMap((check) => {
    if (isConsistencyCheck(check) || own.length === 0) return [check.id]
    const besides = isMonitor(check) ? (check.besides ?? []) : []
    const sent = broken === '*' ? [] : broken.flatMap((on) => besides.map((one) => `${on} ${one}`))
    return [...own.map((group) => `${group}.* ${check.id}`), ...sent]
  })
}

/** Those checks on the smallest groups in which a fault of many groups can be seen; null for a fault of few. */
function sampled({ id, operations: broken }: Pick<Fault, 'id' | 'operations'>): readonly string[] | null {
  const all = broken === '*' ? operations : broken.map((one) => operation(one))
  if (new Set(all.map(({ group }) => group)).size <= GROUPS_AT_MOST) return null
  const smallest = (check: AnyCheck) => {
    const enrolled = all.filter((one) => checksOn(one).includes(check)).map(({ group }) => group)
    return bySize([...new Set(enrolled)]).slice(0, SAMPLE)
  }
  const found = killersOf(id).map((check) =>
    isConsistencyCheck(check) ? [check.id] : smallest(check).map((group) => `${group}.* ${check.id}`),
  )
  // What is noticed on other operations than those that are broken has no smallest groups.
  return found.every(({ length }) => length > 0) ? found.flat() : null
}

/** All that is asked of the groups that a fault of few breaks, and of those that depend on them: a check may look at what others sent. */
function ofGroups(fault: Pick<Fault, 'operations'>): readonly string[] | null {
  const groups = [...groupsOf(fault)]
  return groups.length === 0 || groups.length > GROUPS_AT_MOST ? null : groups.map((group) => `${group}.*`)
}

/**
 * One after another, until every check that names the fault has noticed it. What is seen on a few operations is seen; what is not
 * is looked for on all that the fault breaks, then by all that is asked of its groups, and in the end by everything.
 */
export function selectionsFor(fault: Pick<Fault, 'id' | 'operations'>, whole: boolean): readonly (readonly string[])[] {
  if (killersOf(fault.id).length === 0) return []
  if (whole) return [[]]
  return [sampled(fault), narrow(fault), ofGroups(fault), []].filter((only) => only !== null)
}
