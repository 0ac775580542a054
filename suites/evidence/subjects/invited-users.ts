/** Users who are listed because of an invitation: whom a list shows, which of them this run invited, and how they are removed. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { objectsIn } from '../../../fixtures/payload/find.ts'
import { isObject, type JsonObject } from '../../../schemas/json-object.ts'
import { doing } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'

export const listsUsers = doing('lists', 'user')
export const removesUser = doing('deletes', 'user')

/** What each address begins with that the run invites, in lower case. */
export const invitedAs = (run: string): string => `ts-${run}-`.toLowerCase()

export interface User {
  readonly userId: string
  readonly authId: string
  readonly entry: JsonObject
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const valueOf = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)

export function usersIn(value: unknown): readonly User[] {
  return objectsIn(value).flatMap((entry) => {
    const { userId, authId } = entry
    return isId(userId) && isId(authId) ? [{ userId, authId, entry }] : []
  })
}

/** The texts of a user's own entry, or of what is nested in it once, but for lists: there others may stand. */
const ownTexts = (entry: JsonObject): readonly unknown[] =>
  Object.values(entry).flatMap((value) => (isObject(value) ? Object.values(value) : [value]))

/** Each e-mail address of an entry once. */
const addressesIn = (entry: JsonObject): readonly string[] => [
  ...new Set(
    ownTexts(entry).flatMap((text) => (typeof text === 'string' && text.includes('@') ? text.toLowerCase() : [])),
  ),
]

/**
 * The users of a list of whom exactly one e-mail address stands there, and begins as only a run's names do.
 * @param begins as `invitedAs` says
 */
export function invitedIn(users: readonly User[], begins: string): readonly User[] {
  const isShared = ({ userId, authId }: User) =>
    users.some((other) => (other.userId === userId) !== (other.authId === authId))
  return users.filter((one) => {
    const [address = '', ...others] = addressesIn(one.entry)
    const isOwn = others.length === 0 && address.startsWith(begins) && address.endsWith('@example.com')
    return isOwn && !isShared(one)
  })
}

/** Whether a list shows all who stood there but one. */
function isWithout(standing: readonly User[], gone: string, list: Exchange): boolean {
  const now = new Set(usersIn(valueOf(list)).map(({ authId }) => authId))
  return standing.every(({ authId }) => now.has(authId) === (authId !== gone))
}

/**
 * Removes those whom a run invited, and says of whom it could not that they are left. Where the first removal takes somebody
 * else, no more are removed.
 * @param standing all whom the list shows
 * @returns how many were removed
 */
export async function removeInvited(
  caller: Caller,
  invited: readonly User[],
  standing: readonly User[],
): Promise<number> {
  const tookOthers = async (authId: string): Promise<string | null> => {
    const list = () => caller.call({ operation: listsUsers })
    const isAlone = (seen: Exchange) => isWithout(standing, authId, seen)
    const seen = await caller.patience.eventually(list, isAlone, { why: 'an invited user to be gone' })
    return isAlone(seen) ? null : `${removesUser.id} kept the first invited user, or removed somebody else as well`
  }
  let why: string | null = null
  let count = 0
  for (const [at, { authId, entry }] of invited.entries()) {
    if (why === null) {
      const removed = await caller.call({ operation: removesUser, references: { authId }, madeUp: { authId } })
      if (!caller.success(removed)) why = `${removesUser.id} was not answered with success`
      else if (at === 0) why = await tookOthers(authId)
    }
    if (why === null) count++
    else caller.leave({ kind: 'user', name: addressesIn(entry)[0] ?? '', id: authId, why })
  }
  return count
}
