/** Users whom this run made: some targets make one of an invitation at once. Where nobody is expendable, the run spends its own. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { textsIn } from '../../../fixtures/payload/texts-in.ts'
import { subjectField, type References } from '../../../fixtures/payload/payload.ts'
import { does, doing, type Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import type { Caller } from '../../scene/call.ts'
import { saysPage } from '../../values/page.ts'
import {
  invitedAs,
  invitedIn,
  listsUsers,
  removeInvited,
  removesUser,
  usersIn,
  valueOf,
  type User,
} from './invited-users.ts'

/** Where a lane keeps the identifiers of its own user, by the fields that they are of: no payload takes them from there. */
const OWN: Readonly<Record<string, string>> = { userId: 'ownUserId', authId: 'ownAuthId' }

/** What a write may change or remove of the run's own, by field; nothing where the run has made no user. */
export const ownUserIn = (found: References): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(OWN).map(([field, kept]) => [field, found[kept]]))

const reads = [doing('reads', 'user'), doing('reads', 'user', 'by-auth')] as const

const makes = does('makes', 'invitation')
/** What is done to a user, and can't be done to just anybody. */
const spends = (one: Operation) => does('changes', 'user')(one) || does('deletes', 'user')(one)

/** A read by either identifier. */
const REQUESTS = 2
/** Three lists, and the deletes of those whom the run invites. */
const SWEEP = 6

/** An operation in its turn; what an earlier run has judged is not sent. */
interface Turn {
  readonly operation: Operation
  readonly kept?: unknown
}

const sentIn = (turns: readonly Turn[]) => turns.flatMap(({ operation, kept }) => (kept ? [] : operation))

/** Whether the target file says who may be changed or removed: then nobody else is, and no request is sent to learn more. */
function isGiven({ expendable, sample }: Target, operations: readonly Operation[]): boolean {
  const inSample = (one: Operation) => (subjectField(one) ?? '') in (sample[one.id] ?? {})
  return Object.keys(OWN).some((field) => field in expendable) || operations.some(inSample)
}

const mayMakeOne = (operations: readonly Operation[], target: Target) =>
  operations.some(makes) && operations.some(spends) && !isGiven(target, operations)

/** Requests that it takes to learn whether what is sent has made users, and to remove them. */
export function ownUserCost(turns: readonly Turn[], target: Target): number {
  const sent = sentIn(turns)
  return (sent.some(makes) ? SWEEP : 0) + (mayMakeOne(sent, target) ? REQUESTS : 0)
}

/** Looks for users that the lane's invitations have made; who is not beyond doubt the run's own is nobody to it. */
export class OwnUser {
  readonly #caller: Caller
  readonly #found: References
  readonly #isSought: boolean
  readonly #isListed: boolean
  #before: Exchange | null = null
  #isInvited = false
  #own: Promise<References> | null = null

  /** @param turns what the lane is about to send */
  constructor(caller: Caller, found: References, turns: readonly Turn[]) {
    this.#caller = caller
    this.#found = found
    const allowed = sentIn(turns).filter((one) => caller.allows(one))
    this.#isListed = allowed.some(makes) && caller.allows(listsUsers) && caller.allows(removesUser)
    this.#isSought =
      mayMakeOne(allowed, caller.options.target) && [listsUsers, ...reads].every((one) => caller.allows(one))
  }

  /**
   * Before an operation is sent: lists users before the first of them is invited.
   * @returns the own user's identifiers, before what may change or remove one; else nothing
   */
  async before(operation: Operation): Promise<References> {
    if (makes(operation) && (this.#isSought || this.#isListed) && !this.#before) {
      this.#before = await this.#caller.call({ operation: listsUsers })
      if (this.#isListed) this.#note('invite')
    }
    if (!this.#isSought || !this.#isInvited || !spends(operation)) return {}
    this.#own ??= this.#seek()
    return this.#own
  }

  /** Told that somebody was invited. */
  invited(): void {
    this.#isInvited = true
  }

  async #seek(): Promise<References> {
    const caller = this.#caller
    const before = this.#before
    if (!before || !caller.success(before)) return {}
    await caller.quiet()
    const after = await caller.call({ operation: listsUsers })
    const one = caller.success(after) ? this.#madeBetween(before, after).at(-1) : undefined
    if (!one) return {}
    // Each identifier has to name this very user: what is removed by one that names somebody else is not the run's.
    for (const operation of reads) {
      const { userId, authId } = one
      const field = subjectField(operation) === 'authId' ? { authId } : { userId }
      const read = await caller.call({ operation, references: field, madeUp: field })
      const shown = caller.success(read) ? usersIn(valueOf(read)) : []
      if (shown.length !== 1 || shown[0]?.userId !== userId || shown[0].authId !== authId) return {}
    }
    return { [OWN['userId'] ?? '']: one.userId, [OWN['authId'] ?? '']: one.authId }
  }

  /** Removes those whom the run invited and who are listed as users. */
  async close(): Promise<void> {
    const { sure } = this.#caller
    const before = this.#before
    if (!this.#isListed || !before || !sure.success(before)) return
    const after = await sure.call({ operation: listsUsers })
    if (!sure.success(after)) {
      const why = `${listsUsers.id} was not answered with success, so nothing shows whether those invited are there`
      if (this.#isInvited) sure.leave({ kind: 'user', name: this.#begins, id: null, why })
      return
    }
    const invited = this.#madeBetween(before, after)
    const removed = await removeInvited(sure, invited, usersIn(valueOf(after)))
    if (removed === invited.length) this.#note('uninvited')
  }

  get #begins(): string {
    return invitedAs(this.#caller.options.run)
  }

  #note(event: 'invite' | 'uninvited'): void {
    this.#caller.journal.write({ event, kind: 'user', name: this.#begins })
  }

  /** Those that the second list shows and the first does not, under an e-mail address that only this run can have written. */
  #madeBetween(before: Exchange, after: Exchange): readonly User[] {
    const [first, second] = [valueOf(before), valueOf(after)]
    const [known, now] = [usersIn(first), usersIn(second)]
    // A list that did not grow may be a page of a longer one: then who is not in it may have stood elsewhere.
    if (first === undefined || now.length <= known.length) return []
    if (saysPage(before, known.length) || saysPage(after, now.length)) return []
    const { identifiers } = this.#caller.options.target
    const stood = new Set(textsIn([first, this.#found, identifiers]))
    return invitedIn(now, this.#begins).filter(({ userId, authId }) => !stood.has(userId) && !stood.has(authId))
  }
}
