import { valueOf } from '../../fixtures/find.ts'
import type { Exchange } from '../../fixtures/exchange.ts'
import type { ListedField } from '../../schemas/registry.ts'
import type { Caller } from '../call.ts'
import type { Carried, Census } from '../census.ts'
import { spelledLike } from '../spelling.ts'
import type { Look } from '../subject.ts'

type Flags = Readonly<Record<string, unknown>>

/** How a permission is shown: under its own name, or under one that is spelt almost like it; undefined where it is not. */
export function flagShown(view: unknown, { name, type }: ListedField): { name: string; value: unknown } | undefined {
  const fits = (value: unknown) => (type === 'boolean' ? typeof value === 'boolean' : Array.isArray(value))
  const own = valueOf(view, name)
  if (own !== undefined) return fits(own) ? { name, value: own } : undefined
  const like = spelledLike(view, name).find((other) => fits(valueOf(view, other)))
  return like === undefined ? undefined : { name: like, value: valueOf(view, like) }
}

interface Assigning {
  readonly flags: readonly ListedField[]
  readonly caller: Caller
  /** As shown before the first write. */
  readonly before: Flags
  look(): Promise<Look>
  assign(values: Flags): Promise<Exchange>
}

/** So many patterns tell nine booleans apart, and give each of them both values. */
const ROUNDS = 4

/** Assigns permissions several times, so that no two are given the same values throughout, and reads each back. */
export async function permissionsCensus({ flags, caller, before, look, assign }: Assigning): Promise<Census> {
  const { projectId } = caller.options.target.identifiers
  const arrays: Readonly<Record<string, string>> = {
    accesedProjects: projectId ?? caller.values.unknownId(),
    accesedServices: caller.values.unknownId(),
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
        names.map((name, place) => [name, round === place || round === 2 ? [arrays[name]] : []] as const),
      ),
    })
    let values: Flags = given(taken)
    let write = await assign(values)
    while (!caller.success(write) && taken.length > 0 && write.answer) {
      taken = taken.slice(0, -1)
      values = given(taken)
      write = await assign(values)
    }
    if (!caller.success(write)) break
    let seen = await look()
    const matches = () =>
      flags.every((flag) => JSON.stringify(flagShown(seen.view, flag)?.value) === JSON.stringify(values[flag.name]))
    if (!matches()) await caller.settled(async () => (seen = await look()).exchange, matches)
    exchanges.push(write, seen.exchange)
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
  return { ...untold, carried, kept: [], others: [], compared: { kept: 0, others: 0 }, exchanges }
}
