/** Users whom this run made: some targets make one of an invitation at once. Where nobody is expendable, the run spends its own. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { objectsIn, textsIn } from '../../../fixtures/payload/find.ts'
import { subjectField, type References } from '../../../fixtures/payload/payload.ts'
import { isObject, type JsonObject } from '../../../schemas/json-object.ts'
import { does, doing, type Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import type { Caller } from '../../scene/call.ts'
import { saysPage } from '../../values/page.ts'

/** Where a lane keeps the identifiers of its own user, by the fields that they are of: no payload takes them from there. */
const OWN: Readonly<Record<string, string>> = { userId: 'ownUserId', authId: 'ownAuthId' }

/** What a write may change or remove of the run's own, by field; nothing where the run has made no user. */
export const ownUserIn = (found: References): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(OWN).map(([field, kept]) => [field, found[kept]]))

const all = doing('lists', 'user')
const remove = doing('deletes', 'user')
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

interface Pair {
  readonly userId: string
  readonly authId: string
  readonly entry: JsonObject
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

function pairsIn(value: unknown): readonly Pair[] {
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
    this.#isListed = allowed.some(makes) && caller.allows(all) && caller.allows(remove)
    this.#isSought = mayMakeOne(allowed, caller.options.target) && [all, ...reads].every((one) => caller.allows(one))
  }

  /**
   * Before an operation is sent: lists users before the first of them is invited.
   * @returns the own user's identifiers, before what may change or remove one; else nothing
   */
  async before(operation: Operation): Promise<References> {
    if (makes(operation) && (this.#isSought || this.#isListed))
      this.#before ??= await this.#caller.call({ operation: all })
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
    const after = await caller.call({ operation: all })
    const one = caller.success(after) ? this.#madeBetween(before, after).at(-1) : undefined
    if (!one) return {}
    // Each identifier has to name this very user: what is removed by one that names somebody else is not the run's.
    for (const operation of reads) {
      const { userId, authId } = one
      const field = subjectField(operation) === 'authId' ? { authId } : { userId }
      const read = await caller.call({ operation, references: field, madeUp: field })
      const shown = caller.success(read) ? pairsIn(valueOf(read)) : []
      if (shown.length !== 1 || shown[0]?.userId !== userId || shown[0].authId !== authId) return {}
    }
    return { [OWN['userId'] ?? '']: one.userId, [OWN['authId'] ?? '']: one.authId }
  }

  /** Removes those whom the run invited and who are listed as users; no more of them where the first removal takes somebody else. */
  async close(): Promise<void> {
    const { sure } = this.#caller
    const before = this.#before
    if (!this.#isListed || !before || !sure.success(before)) return
    const list = () => sure.call({ operation: all })
    const after = await list()
    const made = sure.success(after) ? this.#madeBetween(before, after) : []
    const standing = pairsIn(valueOf(after)).map(({ authId }) => authId)
    const tookOthers = async (authId: string): Promise<string | null> => {
      const isAlone = (seen: Exchange) => isWithout(standing, authId, seen)
      const seen = await sure.patience.eventually(list, isAlone, { why: 'an invited user to be gone' })
      return isAlone(seen) ? null : `${remove.id} kept the first invited user, or removed somebody else as well`
    }
    let why: string | null = null
    for (const [at, { authId, entry }] of made.entries()) {
      if (why === null) {
        const removed = await sure.call({ operation: remove, references: { authId }, madeUp: { authId } })
        if (!sure.success(removed)) why = `${remove.id} was not answered with success`
        else if (at === 0) why = await tookOthers(authId)
      }
      if (why !== null) sure.leave({ kind: 'user', name: addressesIn(entry)[0] ?? '', id: authId, why })
    }
  }

  /** Those that the second list shows and the first does not, under an e-mail address that only this run can have written. */
  #madeBetween(before: Exchange, after: Exchange): readonly Pair[] {
    const [first, second] = [valueOf(before), valueOf(after)]
    const [known, now] = [pairsIn(first), pairsIn(second)]
    // A list that did not grow may be a page of a longer one: then who is not in it may have stood elsewhere.
    if (first === undefined || now.length <= known.length) return []
    if (saysPage(before, known.length) || saysPage(after, now.length)) return []
    const { identifiers } = this.#caller.options.target
    const stood = new Set(textsIn([first, this.#found, identifiers]))
    const isShared = ({ userId, authId }: Pair) =>
      now.some((other) => (other.userId === userId) !== (other.authId === authId))
    return now.filter(
      (one) => this.#isOwn(one.entry) && !stood.has(one.userId) && !stood.has(one.authId) && !isShared(one),
    )
  }

  /** Whether exactly one e-mail address stands in an entry, and begins as only this run's names do. */
  #isOwn(entry: JsonObject): boolean {
    const own = `ts-${this.#caller.options.run}-`.toLowerCase()
    const [address = '', ...others] = addressesIn(entry)
    return others.length === 0 && address.startsWith(own) && address.endsWith('@example.com')
  }
}

/** Whether a list shows all who stood there but one. */
function isWithout(standing: readonly string[], gone: string, list: Exchange): boolean {
  const now = new Set(pairsIn(valueOf(list)).map(({ authId }) => authId))
  return standing.every((one) => now.has(one) === (one !== gone))
}

const valueOf = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)
