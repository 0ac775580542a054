/** Which faults, and which variants, stand on one server, so that one run judges them all. */
import type { Fault, Variant } from '../../fixtures/reference/wrap.ts'
import { operation, type GroupName, type OperationId } from '../../schemas/registry.ts'
import { isPoll } from '../checks/check.ts'
import { askedToCalibrate } from '../target/calibrate.ts'
import { killersOf } from './kills.ts'

/** A fault of more groups than these is one of all operations that are alike. */
export const GROUPS_AT_MOST = 4

/** What happens to the records of one of these groups happens to those of the others. */
const together: readonly (readonly GroupName[])[] = [
  ['application', 'port', 'mounts'],
  ['admin', 'user'],
]

/** These groups, and those whose records depend on theirs. */
export const dependent = (own: readonly GroupName[]): ReadonlySet<GroupName> =>
  new Set([...own, ...together.filter((some) => some.some((group) => own.includes(group))).flat()])

/** The groups that a fault breaks, and those whose records depend on them. */
export const groupsOf = ({ operations }: Pick<Fault, 'operations'>): ReadonlySet<GroupName> =>
  dependent(operations === '*' ? [] : operations.map((id) => operation(id).group))

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
export function fill<T>(all: readonly T[], claimsOf: (one: T) => readonly string[] | null): readonly (readonly T[])[] {
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
  'process',
  'params',
  'writes',
  'deploy',
  'host',
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

/** They refuse or delay so much that what others beside them are accused of might not be seen. */
const stayAlone: ReadonlySet<string> = new Set([
  'auth/few-rights',
  'auth/read-only-host',
  'deploy/refused',
  'habits/older-copies',
  'limits/busy',
])

/** With others beside it, the few fields that may be missing stand out. It leaves its place in a batch empty. */
const LENIENT_IN_PLACES = 'params/null-is-missing'

/** Families whose ways these change besides their own. */
const alsoChange: Readonly<Record<string, readonly string[]>> = {
  // A server that takes any body is lenient everywhere, and may not be strict in places as well.
  'writes/lenient': ['params', 'habits', 'limits'],
  'params/any-body-where-nothing-is-sought': ['writes', 'habits', 'limits'],
  // Of either little is left to be seen.
  'creates/true': ['reads'],
  'reads/few-fields': ['creates'],
  // It wraps successes as well.
  'errors/stamped': ['answers'],
}

const familyOf = ({ id }: Variant) => id.slice(0, id.indexOf('/'))

/** What a variant changes: its family's ways, and rules of the store. */
function changedBy(variant: Variant): readonly string[] | null {
  if (stayAlone.has(variant.id) || !layers.includes(familyOf(variant))) return null
  return [familyOf(variant), ...(alsoChange[variant.id] ?? []), ...Object.keys(variant.rules ?? {})]
}

/** Variants that change different things. */
export const batchesOfVariants = (variants: readonly Variant[]): readonly (readonly Variant[])[] =>
  fill(variants, changedBy)
    .flatMap((batch) => [
      batch.filter(({ id }) => id !== LENIENT_IN_PLACES),
      batch.filter(({ id }) => id === LENIENT_IN_PLACES),
    ])
    .filter(({ length }) => length > 0)
    .map((batch) => batch.toSorted((one, other) => layers.indexOf(familyOf(one)) - layers.indexOf(familyOf(other))))
