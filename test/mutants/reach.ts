/** Which mutants the requests of which operations reach, from one run against the server as it is. */
import { findOperation, operations, type GroupName, type OperationId } from '../../schemas/registry.ts'
import { dependent, GROUPS_AT_MOST } from '../../suites/prove/batches.ts'
import type { Mutant } from './instrument.ts'
import type { Run } from './job.ts'

export interface Reached {
  readonly mutant: Mutant
  /** How often, loading and starting included. */
  readonly hits: number
  /** Whether it is reached while modules are loaded. */
  readonly isStatic: boolean
  /** Operations whose requests reach it; of what is reached while loading, those that reach anything in its file. */
  readonly operations: readonly OperationId[]
}

/** What a plain run says of each mutant. */
export function reachOf(mutants: readonly Mutant[], { loading, running }: Run['coverage']): readonly Reached[] {
  const served = Object.entries(running.perTest).flatMap(([name, counts]) => {
    const found = findOperation(name)
    return found ? [{ id: found.id, counts }] : []
  })
  const reaching = ({ key }: Mutant) => served.filter(({ counts }) => (counts[key] ?? 0) > 0).map(({ id }) => id)
  const inFile = new Map<string, Set<OperationId>>()
  for (const mutant of mutants)
    inFile.set(mutant.file, new Set([...(inFile.get(mutant.file) ?? []), ...reaching(mutant)]))
  return mutants.map((mutant) => {
    const { key, file } = mutant
    const isStatic = (loading.static[key] ?? 0) > 0
    const counts = [running.static, ...Object.values(running.perTest)].map((some) => some[key] ?? 0)
    const own = isStatic ? [...(inFile.get(file) ?? [])] : reaching(mutant)
    return { mutant, hits: counts.reduce((sum, count) => sum + count, 0), isStatic, operations: own }
  })
}

/** Operations that are cheaper alone than their groups. */
const FEW = 3

const groupOf = (id: OperationId): GroupName => id.split('.', 1)[0] as GroupName
const size = new Map<GroupName, number>()
for (const { group } of operations) size.set(group, (size.get(group) ?? 0) + 1)

/** The groups whose requests reach it, the smallest first. */
export const groupsOf = ({ operations: own }: Pick<Reached, 'operations'>): readonly GroupName[] =>
  [...new Set(own.map(groupOf))].toSorted((one, other) => (size.get(one) ?? 0) - (size.get(other) ?? 0))

/** What reaches a mutant, or the cheapest part of it, as `run --only` takes it. */
export function partOf(reached: Pick<Reached, 'operations'>): readonly string[] {
  const { operations: own } = reached
  if (own.length > 0 && own.length <= FEW) return own
  const groups = groupsOf(reached)
  const some = groups.length > GROUPS_AT_MOST ? groups.slice(0, 1) : dependent(groups)
  return [...some].map((group) => `${group}.*`)
}
