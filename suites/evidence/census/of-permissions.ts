import { objectsIn } from '../../../fixtures/payload/find.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { ListedField } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { Carried, Census, Drift } from './state-diff.ts'
import { flagShown } from '../../values/flags.ts'
import type { Snapshot } from '../../scene/snapshot.ts'

type Flags = Readonly<Record<string, unknown>>

interface Assigning {
  readonly flags: readonly ListedField[]
  readonly caller: Caller
  /** As shown before the first write. */
  readonly before: Flags
  look(): Promise<Snapshot>
  assign(values: Flags): Promise<Exchange>
  /** Every user with both identifiers, as far as they are listed; null where no list is allowed. */
  list(): Promise<Snapshot | null>
  readonly userId: string
}

/** Each other user's flags as a list of users shows them: only those that are booleans. */
function flagsOfOthers(view: unknown, { flags, userId }: Assigning): ReadonlyMap<string, Flags> {
  const names = flags.flatMap(({ name, type }) => (type === 'boolean' ? [name] : []))
  return new Map(
    objectsIn(view).flatMap((user) => {
      const id = user['userId']
      if (typeof id !== 'string' || id === userId) return []
      const shown = names.filter((name) => typeof user[name] === 'boolean')
      return shown.length === 0 ? [] : [[id, Object.fromEntries(shown.map((name) => [name, user[name]]))] as const]
    }),
  )
}

/**
 * Whose flags moved along with the subject's: a flag that was shown as it was assigned in every round, and changed twice at
 * least, for once may be somebody else's doing.
 */
function hit(rounds: readonly { readonly written: Flags; readonly others: ReadonlyMap<string, Flags> }[]): Drift[] {
  const [first, ...rest] = rounds
  if (!first) return []
  return [...first.others].flatMap(([id, before]) => {
    const followed = Object.keys(before).filter((name) => {
      const shown = rounds.map(({ others }) => others.get(id)?.[name])
      const moves = shown.filter((value, at) => at > 0 && value !== shown[at - 1]).length
      return moves > 1 && rounds.every(({ written }, at) => written[name] === shown[at])
    })
    const after = rest.at(-1)?.others.get(id)
    return followed.length > 0 ? [{ whose: `the user ${id}`, field: followed.join(', '), before, after }] : []
  })
}

/** So many patterns tell nine booleans apart, and give each of them both values. */
const ROUNDS = 4

/** Assigns permissions several times, so that no two are given the same values throughout, and reads each back. */
export async function permissionsCensus(assigning: Assigning): Promise<Census> {
  const { flags, caller, before, look, assign, list } = assigning
  const rounds: { written: Flags; others: ReadonlyMap<string, Flags>; exchange: Exchange }[] = []
  const { projectId } = caller.options.target.identifiers
  // Two of them: who keeps only the first of a list would show it.
  const arrays: Readonly<Record<string, readonly string[]>> = {
    accesedProjects: [projectId ?? caller.values.unknownId()],
    accesedServices: [caller.values.unknownId(), caller.values.unknownId()],
  }
  const guessed = (name: string) => name !== 'accesedProjects' || projectId === undefined
  const booleans = flags.filter(({ type }) => type === 'boolean')
  const carried: Carried[] = []
  const exchanges: Exchange[] = []
  /** Arrays that the target takes values for: what nobody has may be refused. */
  let taken = Object.keys(arrays)
  for (let round = 0; round < ROUNDS; round++) {
    const given = (names: readonly string[]) => ({
      ...before,
      ...Object.fromEntries(booleans.map(({ name }, place) => [name, (((place + 1) >> round) & 1) === 1])),
      // Projects in the first round, services in the second, both, none.
      ...Object.fromEntries(
        names.map((name, place) => [name, round === place || round === 2 ? arrays[name] : []] as const),
      ),
    })
    let values: Flags = given(taken)
    let write = await assign(values)
    while (!caller.success(write) && taken.length > 0 && write.response) {
      taken = taken.slice(0, -1)
      values = given(taken)
      write = await assign(values)
    }
    if (!caller.success(write)) break
    const written = values
    const matches = (seen: Snapshot) =>
      flags.every((flag) => JSON.stringify(flagShown(seen.view, flag)?.value) === JSON.stringify(written[flag.name]))
    const seen = await caller.patience.eventually(look, matches, { why: 'permissions to show as assigned' })
    exchanges.push(write, seen.exchange)
    const listed = await list()
    if (listed) rounds.push({ written: values, others: flagsOfOthers(listed.view, assigning), ...listed })
    for (const flag of flags) {
      if (flag.type !== 'boolean' && !taken.includes(flag.name)) continue
      const shown = flagShown(seen.view, flag)
      carried.push({
        field: flag.name,
        type: flag.type,
        written: values[flag.name],
        ...(shown ? { shown: shown.value } : {}),
        ...(shown && shown.name !== flag.name ? { under: shown.name } : {}),
        ...(flag.type !== 'boolean' && guessed(flag.name) ? { guessed: true } : {}),
        before: before[flag.name],
      })
    }
  }
  const untold =
    carried.length === 0 ? { untold: { reason: 'the target refuses to assign other permissions than it shows' } } : {}
  const compared = { kept: 0, others: Math.max(0, ...rounds.map(({ others }) => others.size)) }
  const last = rounds.slice(-2).map(({ exchange }) => exchange)
  return { ...untold, carried, kept: [], others: hit(rounds), compared, exchanges: [...exchanges, ...last] }
}
