import { objectsIn, valueOf } from '../../../fixtures/payload/find.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { ListedField } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { flagsOfOthers, hit, shared, type Flags, type Round } from './flags-of-others.ts'
import type { WrittenField, Census, Drift } from './state-diff.ts'
import { flagMistyped, flagShown, sameFlag } from '../../values/flags.ts'
import type { Snapshot } from '../../scene/snapshot.ts'

interface Assigning {
  readonly flags: readonly ListedField[]
  readonly caller: Caller
  /** As shown before the first write. */
  readonly before: Flags
  /** The whole user as it was shown then. */
  readonly first: unknown
  takeSnapshot(): Promise<Snapshot>
  assign(values: Flags): Promise<Exchange>
  /** Every user with both identifiers, as far as they are listed; null where no list is allowed. */
  list(): Promise<Snapshot | null>
  /** The user as the read by authId shows it; null where there is none. */
  readByAuth(): Promise<Snapshot | null>
  readonly userId: string
  /** A service of the run's own, in the project that the target file names; null: there is none. */
  readonly serviceId: string | null
}

/**
 * What each boolean is given in the rounds, so that no two are given the same: all but the last change twice at least, as often
 * as is told of another user whose flags follow.
 */
const PATTERNS = ['0100', '0010', '1010', '0101', '0110', '1001', '1011', '1101', '1100']
const ROUNDS = 4

/** The identifiers of the user that are shown otherwise than before the first assignment. */
function renamed(first: unknown, last: unknown): Drift[] {
  return ['userId', 'authId'].flatMap((field) => {
    const [before, after] = [valueOf(first, field), valueOf(last, field)]
    const moved = typeof before === 'string' && typeof after === 'string' && before !== after
    return moved ? [{ whose: 'the user', field, before, after }] : []
  })
}

/**
 * The rights that were assigned to the user, and that the list denies: more than was assigned may come of a role. And the lists of
 * projects and services that it shows otherwise than the read does.
 */
function listedOtherwise(view: unknown, written: Flags, seen: unknown, { flags, userId }: Assigning): Drift[] {
  const rows = objectsIn(view).filter((row) => row['userId'] === userId)
  const booleans = flags.filter(({ type }) => type === 'boolean')
  const whose = 'the user in the list'
  return rows.flatMap((row) => [
    ...booleans
      .filter(({ name }) => row[name] === false && written[name] === true)
      .map(({ name }) => ({ whose, field: name, before: written[name], after: row[name] })),
    ...flags.flatMap((flag): readonly Drift[] => {
      const [before, after] = [flagShown(seen, flag)?.value, row[flag.name]]
      const isApart = Array.isArray(before) && Array.isArray(after) && !sameFlag(before, after)
      return isApart ? [{ whose, field: flag.name, before, after }] : []
    }),
  ])
}

/** undefined: the list could not be read. */
const isListed = (view: unknown, { userId }: Assigning): boolean | undefined =>
  view === undefined ? undefined : objectsIn(view).some((row) => row['userId'] === userId)

/** The user that lists name in some rounds only: it comes and goes with what is assigned, not with who else is there. */
function leftOut(rounds: readonly Round[], { userId }: Assigning): Drift[] {
  const seen = rounds.flatMap((round) => round.isListed ?? [])
  const moves = seen.filter((is, at) => at > 0 && is !== seen[at - 1]).length
  return moves > 1 ? [{ whose: 'the user in the list', field: 'userId', before: userId }] : []
}

/** What the read by authId shows otherwise than the read by userId, which shows all as it was assigned. */
function shownApart(view: unknown, seen: unknown, { flags, userId }: Assigning): Drift[] {
  if ((valueOf(view, 'userId') ?? userId) !== userId) return []
  return flags.flatMap((flag) => {
    const before = flagShown(seen, flag)?.value
    const after = (flagShown(view, flag) ?? flagMistyped(view, flag))?.value
    const isLess = flag.type === 'boolean' ? before === true && after === false : !sameFlag(before, after)
    const isOther = before !== undefined && after !== undefined && (isLess || typeof after !== typeof before)
    return isOther ? [{ whose: 'the user by authId', field: flag.name, before, after }] : []
  })
}

/** A list of projects or services in each round. */
type Lists = Readonly<Record<string, readonly (readonly string[])[]>>

/**
 * Two lists of either, one of three, which have one element in common at the other end, beside each other and each alone: who keeps the
 * first, the last or two, adds to what was there, or takes the one for the other, shows it. A service that is there is named in the round
 * that names its project: elsewhere a target may leave it out.
 */
function listsOf(
  { options, values }: Caller,
  serviceId: string | null,
): { readonly lists: Lists; readonly known: ReadonlySet<string> } {
  const { projectId } = options.target.identifiers
  const own = projectId ?? values.unknownId()
  const first = values.unknownId()
  // Not in order: who sorts a list may show it in another form.
  const [third = '', second = ''] = [values.unknownId(), values.unknownId()].toSorted()
  return {
    lists: {
      accesedProjects: [[values.unknownId(), own], [], [own, values.unknownId(), values.unknownId()], []],
      accesedServices: [[], [second, values.unknownId(), third], [first, serviceId ?? second], []],
    },
    known: new Set([projectId ?? [], serviceId ?? []].flat()),
  }
}

/** Assigns permissions several times, so that no two are given the same values throughout, and reads each back. */
export async function permissionsCensus(assigning: Assigning): Promise<Census> {
  const { flags, caller, before, takeSnapshot, assign, list, readByAuth } = assigning
  const rounds: (Round & { readonly exchange: Exchange })[] = []
  const { lists, known } = listsOf(caller, assigning.serviceId)
  const booleans = flags.filter(({ type }) => type === 'boolean')
  const writtenFields: WrittenField[] = []
  const exchanges: Exchange[] = []
  let moved: readonly Drift[] = []
  let misshown: readonly Drift[] = []
  // What nobody has may be refused: then fewer lists are tried, and in the end the known alone.
  const offers: Lists[] = [
    lists,
    pick(lists, 'accesedProjects'),
    ...(known.size > 0 ? [knownIn(lists, known)] : []),
    {},
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const given = (offer: Lists): Flags => ({
      ...before,
      ...Object.fromEntries(
        booleans.map(({ name }, place) => [name, PATTERNS[place % PATTERNS.length]?.[round] === '1']),
      ),
      ...Object.fromEntries(Object.entries(offer).map(([name, inRounds]) => [name, inRounds[round] ?? []])),
    })
    let written = given(offers[0] ?? {})
    let write = await assign(written)
    while (!caller.success(write) && offers.length > 1 && write.response) {
      offers.shift()
      written = given(offers[0] ?? {})
      write = await assign(written)
    }
    if (!caller.success(write)) break
    const left = (name: string): readonly unknown[] | undefined => {
      const value = written[name]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && known.has(one)) : undefined
    }
    const matches = (seen: Snapshot) =>
      flags.every((flag) => {
        const value = flagShown(seen.view, flag)?.value
        return sameFlag(written[flag.name], value) || (Array.isArray(value) && sameFlag(left(flag.name), value))
      })
    const seen = await caller.patience.eventually(takeSnapshot, matches, { why: 'permissions to show as assigned' })
    exchanges.push(write, seen.exchange)
    const lies = (one: Snapshot | null) => listedOtherwise(one?.view, written, seen.view, assigning)
    const waits = matches(seen) && misshown.length === 0
    const wasListed = rounds.some((one) => one.isListed)
    const isThere = (one: Snapshot | null) => !wasListed || isListed(one?.view, assigning) === true
    const agrees = (one: Snapshot | null) => lies(one).length === 0 && isThere(one)
    const listed = await (waits
      ? caller.patience.eventually(list, agrees, { why: 'a list to show permissions as assigned' })
      : list())
    if (listed) {
      const { view } = listed
      rounds.push({
        written,
        others: flagsOfOthers(view, assigning),
        isListed: isListed(view, assigning),
        ...listed,
      })
    }
    if (waits) misshown = lies(listed)
    // Every second time: what the first read keeps, the other one shows.
    if (waits && misshown.length === 0 && round % 2 === 1) {
      const differs = (one: Snapshot | null) => shownApart(one?.view, seen.view, assigning)
      const why = 'another read to show permissions as assigned'
      const apart = await caller.patience.eventually(readByAuth, (one) => differs(one).length === 0, { why })
      misshown = differs(apart)
      if (apart) exchanges.push(apart.exchange)
    }
    moved = renamed(assigning.first, seen.view)
    for (const flag of flags) {
      if (flag.type !== 'boolean' && !(flag.name in (offers[0] ?? {}))) continue
      const shown = flagShown(seen.view, flag) ?? flagMistyped(seen.view, flag)
      const kept = left(flag.name)
      writtenFields.push({
        field: flag.name,
        type: flag.type,
        written: written[flag.name],
        ...(shown ? { shown: shown.value } : {}),
        ...(shown && shown.name !== flag.name ? { under: shown.name } : {}),
        ...(kept ? { known: kept } : {}),
        before: before[flag.name],
      })
    }
  }
  const undecided =
    writtenFields.length === 0
      ? { undecided: { reason: 'the target refuses to assign other permissions than it shows' } }
      : {}
  const kept = [...moved, ...misshown, ...leftOut(rounds, assigning)]
  const compared = { kept: kept.length, others: Math.max(0, ...rounds.map(({ others }) => others.size)) }
  const last = rounds.slice(-2).map(({ exchange }) => exchange)
  return {
    ...undecided,
    writtenFields,
    kept,
    others: [...hit(rounds), ...shared(rounds, known)],
    compared,
    exchanges: [...exchanges, ...last],
  }
}

const pick = (lists: Lists, name: string): Lists => ({ [name]: lists[name] ?? [] })

const knownIn = (lists: Lists, known: ReadonlySet<string>): Lists =>
  Object.fromEntries(
    Object.entries(pick(lists, 'accesedProjects')).map(([name, inRounds]) => [
      name,
      inRounds.map((one) => one.filter((id) => known.has(id))),
    ]),
  )
