/** What other users show of the permissions that are assigned to one. */
import { isDeepStrictEqual } from 'node:util'
import { objectsIn } from '../../../fixtures/payload/find.ts'
import type { ListedField } from '../../../schemas/registry.ts'
import type { Drift } from './state-diff.ts'

export type Flags = Readonly<Record<string, unknown>>

/** What was assigned in a round, and what the list of users showed after it. */
export interface Round {
  readonly written: Flags
  /** Whether the list names the user itself; undefined where it could not be read. */
  readonly isListed: boolean | undefined
  readonly others: ReadonlyMap<string, Flags>
}

/** Each other user's permissions as a list of users shows them: booleans, and beside such also lists. */
export function flagsOfOthers(
  view: unknown,
  { flags, userId }: { readonly flags: readonly ListedField[]; readonly userId: string },
): ReadonlyMap<string, Flags> {
  const names = flags.map(({ name }) => name)
  return new Map(
    objectsIn(view).flatMap((user) => {
      const id = user['userId']
      if (typeof id !== 'string' || id === userId) return []
      if (!names.some((name) => typeof user[name] === 'boolean')) return []
      const shown = names.filter((name) => typeof user[name] === 'boolean' || Array.isArray(user[name]))
      return [[id, Object.fromEntries(shown.map((name) => [name, user[name]]))] as const]
    }),
  )
}

/**
 * Whose flags moved along with the subject's: a flag that was shown as it was assigned in every round, and changed twice at
 * least, for once may be somebody else's doing.
 */
export function hit(rounds: readonly Round[]): Drift[] {
  const [first, ...rest] = rounds
  if (!first) return []
  return [...first.others].flatMap(([id, before]) => {
    const followed = Object.keys(before).filter((name) => {
      const shown = rounds.map(({ others }) => others.get(id)?.[name])
      const moves = shown.filter((value, at) => at > 0 && !isDeepStrictEqual(value, shown[at - 1])).length
      return moves > 1 && rounds.every(({ written }, at) => isDeepStrictEqual(written[name], shown[at]))
    })
    const after = rest.at(-1)?.others.get(id)
    return followed.length > 0 ? [{ whose: `the user ${id}`, field: followed.join(', '), before, after }] : []
  })
}

/**
 * Who shows in a list what the run made up for another, so that nobody else can have assigned it.
 * @param known the identifiers of what there is: others may have been given these
 */
export function shared(rounds: readonly Round[], known: ReadonlySet<string>): Drift[] {
  const textsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  const isMadeUp = (field: string, one: unknown) =>
    typeof one === 'string' && !known.has(one) && rounds.some(({ written }) => textsOf(written[field]).includes(one))
  const drifts = rounds.flatMap(({ others }) =>
    [...others].flatMap(([id, after]) => {
      const fields = Object.keys(after).filter((field) => textsOf(after[field]).some((one) => isMadeUp(field, one)))
      return fields.length > 0 ? [{ whose: `the user ${id}`, field: fields.join(', '), before: undefined, after }] : []
    }),
  )
  return [...new Map(drifts.map((drift) => [drift.whose, drift])).values()]
}
