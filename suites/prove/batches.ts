/** Which faults, and which variants, stand on one server, so that one run judges them all. */
import type { Fault, Variant } from '../../fixtures/reference/wrap.ts'
import { operation, type GroupName, type OperationId } from '../../schemas/registry.ts'
import { isPoll } from '../checks/check.ts'
import { askedToCalibrate } from '../run/calibrate.ts'
import { killersOf } from './kills.ts'

/** A fault of more groups than these is one of all operations that are alike. */
const GROUPS_AT_MOST = 4

/** What happens to the records of one of these groups happens to those of the others. */
const together: readonly (readonly GroupName[])[] = [
  ['application', 'port', 'mounts'],
  ['admin', 'user'],
]

/** The groups that a fault breaks, and those whose records depend on them. */
export function groupsOf({ operations }: Pick<Fault, 'operations'>): ReadonlySet<GroupName> {
  const own = operations === '*' ? [] : operations.map((id) => operation(id).group)
  return new Set([...own, ...together.filter((some) => some.some((group) => own.includes(group))).flat()])
}

const calibrates = (id: OperationId) => askedToCalibrate.includes(id)

/** Whether what a fault does may be seen on operations that it does not break, or change what others are judged by. */
function isAlone({ id, operations }: Fault): boolean {
  if (operations === '*' || operations.some(calibrates)) return true
  const broken = new Set(operations.map((one) => operation(one).group))
  return broken.size > GROUPS_AT_MOST || killersOf(id).some(isPoll)
}

interface Filling<T> {
  readonly taken: Set<string>
  readonly members: T[]
}

/** Puts each into the first batch that holds nothing of what it claims; what claims nothing that is known stays alone. */
function fill<T>(all: readonly T[], claimsOf: (one: T) => readonly string[] | null): readonly (readonly T[])[] {
  const open: Filling<T>[] = []
  const alone: T[][] = []
  for (const one of all) {
    const claims = claimsOf(one)
    if (!claims) {
      alone.push([one])
      continue
    }
    let batch = open.find(({ taken }) => claims.every((claim) => !taken.has(claim)))
    if (!batch) open.push((batch = { taken: new Set(), members: [] }))
    batch.members.push(one)
    for (const claim of claims) batch.taken.add(claim)
  }
  return [...open.map(({ members }) => members), ...alone]
}

/**
 * Faults of disjoint groups that disjoint checks must notice: none can hide another, and a finding is of one fault alone.
 * Those of all operations, of votes and of what calibration asks stay alone.
 */
export const batchesOfFaults = (faults: readonly Fault[]): readonly (readonly Fault[])[] =>
  fill(faults, (fault) =>
    isAlone(fault) ? null : [...groupsOf(fault), ...killersOf(fault.id).map((check) => check.id)],
  )

/**
 * The families of variants that may share a server, one of each, in the order in which they wrap it: what changes values comes
 * before what changes errors, and what changes bytes comes last. A family that is not listed stays alone.
 */
const layers: readonly string[] = [
  'ids',
  'params',
  'writes',
  'reads',
  'deletes',
  'creates',
  'habits',
  'answers',
  'auth',
  'errors',
  'limits',
  'wire',
]

/** They leave so much undecided, or take so long, that what others are accused of might not be seen beside them. */
const aloneAlways: ReadonlySet<string> = new Set([])

const familyOf = ({ id }: Variant) => id.slice(0, id.indexOf('/'))

/** Variants that change different things: of each family one, and each rule of the store at most once. */
export const batchesOfVariants = (variants: readonly Variant[]): readonly (readonly Variant[])[] =>
  fill(variants, (variant) =>
    aloneAlways.has(variant.id) || !layers.includes(familyOf(variant))
      ? null
      : [familyOf(variant), ...Object.keys(variant.rules ?? {})],
  ).map((batch) => batch.toSorted((one, other) => layers.indexOf(familyOf(one)) - layers.indexOf(familyOf(other))))
