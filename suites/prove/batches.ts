/** Which faults, and which variants, stand on one server, so that one run judges them all. */
import { needsWire, type Fault } from '../../fixtures/reference/wrap.ts'
import { groups as allGroups, operation, operations, type GroupName, type OperationId } from '../../schemas/registry.ts'
import { isConsistencyCheck } from '../checks/check.ts'
import { checks } from '../run/checks.ts'
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
function isAlone({ operations }: Fault): boolean {
  if (operations === '*' || operations.some(calibrates)) return true
  return new Set(operations.map((one) => operation(one).group)).size > GROUPS_AT_MOST
}

/** So many faults of one consistency check share a server: a consistency check tells few that do otherwise from many. */
const OF_ONE_CONSISTENCY_CHECK = 4

const isOfConsistencyCheck = ({ id }: Fault) => killersOf(id).some(isConsistencyCheck)
/** The ids of what votes. */
export const consistency: ReadonlySet<string> = new Set(checks.filter(isConsistencyCheck).map(({ id }) => id))

/** Faults that a run waits long for, and works little: requests stay without a response, or what was written never shows. */
const waitedFor: ReadonlySet<string> = new Set([
  'answers/hangs-always',
  'answers/hangs-after-error',
  'answers/hangs-after-refusal',
  'answers/hangs-with-server',
  'answers/waits-without-field',
  'auth/effect-of-deploy',
  'auth/effect-of-save',
  'exists/no-registry.one',
  'exists/silent-kvstore.one',
  'exists/silent-mounts.update',
  'exists/silent-settings.getIp',
  'fuzz/number-16-bits',
  'params/own-id-not-read',
  'records/deployed-stays',
  'records/deployed-stays-working',
  'records/unreadable-silent',
  'status/number',
])

/** The like of the away server: a run with one of these would end the proof, so each has one of its own that begins at once. */
export const waitedForAway: ReadonlySet<string> = new Set(['application/one-stale'])

/** Why a run of faults begins before others, where it does. */
export const urgencyOf = (faults: readonly Fault[]): 'waits' | undefined =>
  faults.some(({ id }) => waitedFor.has(id)) ? 'waits' : undefined

interface Filling<T> {
  readonly taken: Map<string, number>
  readonly members: T[]
}

interface Filled {
  /** How many of a batch may claim the same: one, where nothing else is said. */
  readonly most?: (claim: string) => number
  /** Whether the emptiest batch is filled first, and not the first: of few on one server less can hinder another. */
  readonly evenly?: boolean
}

/** Puts each into a batch that has room for all that it claims; what claims nothing that is known stays alone. */
export function fill<T>(
  all: readonly T[],
  claimsOf: (one: T) => readonly string[] | null,
  { most = () => 1, evenly = false }: Filled = {},
): readonly (readonly T[])[] {
  const claiming = all.map((one) => ({ one, claims: claimsOf(one) }))
  const alone = claiming.filter(({ claims }) => claims === null).map(({ one }) => [one])
  const open: Filling<T>[] = []
  const begin = () => open[open.push({ taken: new Map(), members: [] }) - 1]
  if (evenly) {
    const every = claiming.flatMap(({ claims }) => claims ?? [])
    const wanted = Map.groupBy(every, (claim) => claim)
    const least = Math.max(0, ...[...wanted].map(([claim, { length }]) => Math.ceil(length / most(claim))))
    while (open.length < least) begin()
  }
  for (const { one, claims } of claiming) {
    if (claims === null) continue
    const fitting = open.filter(({ taken }) => claims.every((claim) => (taken.get(claim) ?? 0) < most(claim)))
    const ranked = evenly ? fitting.toSorted((a, b) => a.members.length - b.members.length) : fitting
    const batch = ranked[0] ?? begin()
    batch?.members.push(one)
    for (const claim of claims) batch?.taken.set(claim, (batch.taken.get(claim) ?? 0) + 1)
  }
  return [...open.map(({ members }) => members), ...alone]
}

const claimsOf = (fault: Fault): readonly string[] | null =>
  isAlone(fault) ? null : [...groupsOf(fault), ...killersOf(fault.id).map(({ id }) => id)]

/** So many faults of one check share a server over a wire: what they break is seen in the response itself, and in no other. */
const OF_ONE_CHECK = 4

/**
 * Faults of disjoint groups that disjoint checks must notice: none can hide another, and a finding is of one fault alone.
 * Those of votes share servers with each other, a few of each consistency check: all operations are asked, whatever is broken.
 * Those that need a wire share servers with each other, and so do those that need none.
 * Those of all operations and of what calibration asks stay alone. What breaks most comes first: it takes longest.
 */
export const batchesOfFaults = (faults: readonly Fault[]): readonly (readonly Fault[])[] => {
  const {
    wire = [],
    voted = [],
    others = [],
  } = Object.groupBy(faults, (fault) => (needsWire(fault) ? 'wire' : isOfConsistencyCheck(fault) ? 'voted' : 'others'))
  const batches = [
    ...fill(wire, claimsOf, { most: (claim) => (claim in allGroups ? 1 : OF_ONE_CHECK) }),
    ...fill(voted, claimsOf, { most: (claim) => (consistency.has(claim) ? OF_ONE_CONSISTENCY_CHECK : 1) }),
    ...fill(others, claimsOf),
  ]
  return batches.toSorted((one, other) => countBroken(other) - countBroken(one))
}

const countBroken = (some: readonly Fault[]): number =>
  some.reduce((sum, { operations: broken }) => sum + (broken === '*' ? operations : broken).length, 0)
