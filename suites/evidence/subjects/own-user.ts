/** A user whom this run made: some targets make one of an invitation at once. Where nobody is expendable, the run spends its own. */
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
const reads = [doing('reads', 'user'), doing('reads', 'user', 'by-auth')] as const

const makes = does('makes', 'invitation')
/** What is done to a user, and can't be done to just anybody. */
const spends = (one: Operation) => does('changes', 'user')(one) || does('deletes', 'user')(one)

/** Two lists, and a read by either identifier. */
const REQUESTS = 4

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

/** Whether the target file says who may be changed or removed: then nobody else is, and no request is sent to learn more. */
function isGiven({ expendable, sample }: Target, operations: readonly Operation[]): boolean {
  const inSample = (one: Operation) => (subjectField(one) ?? '') in (sample[one.id] ?? {})
  return Object.keys(OWN).some((field) => field in expendable) || operations.some(inSample)
}

const mayMakeOne = (operations: readonly Operation[], target: Target) =>
  operations.some(makes) && operations.some(spends) && !isGiven(target, operations)

/** Requests that it takes to learn whether what is sent has made a user. */
export const ownUserCost = (turns: readonly Turn[], target: Target): number =>
  mayMakeOne(sentIn(turns), target) ? REQUESTS : 0

/** Looks for a user that the lane's invitations have made; who is not beyond doubt the run's own is nobody to it. */
export class OwnUser {
  readonly #caller: Caller
  readonly #found: References
  readonly #isSought: boolean
  #before: Exchange | null = null
  #isInvited = false
  #own: Promise<References> | null = null

  /** @param turns what the lane is about to send */
  constructor(caller: Caller, found: References, turns: readonly Turn[]) {
    this.#caller = caller
    this.#found = found
    const allowed = sentIn(turns).filter((one) => caller.allows(one))
    this.#isSought = mayMakeOne(allowed, caller.options.target) && [all, ...reads].every((one) => caller.allows(one))
  }

  /**
   * Before an operation is sent: lists users before the first of them is invited.
   * @returns the own user's identifiers, before what may change or remove one; else nothing
   */
  async before(operation: Operation): Promise<References> {
    if (!this.#isSought) return {}
    if (makes(operation)) this.#before ??= await this.#caller.call({ operation: all })
    if (!this.#isInvited || !spends(operation)) return {}
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
    const one = caller.success(after) ? this.#madeBetween(before, after) : undefined
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

  /** The last that the second list shows and the first does not, under an e-mail address that only this run can have written. */
  #madeBetween(before: Exchange, after: Exchange): Pair | undefined {
    const [first, second] = [valueOf(before), valueOf(after)]
    const [known, now] = [pairsIn(first), pairsIn(second)]
    // A list that did not grow may be a page of a longer one: then who is not in it may have stood elsewhere.
    if (first === undefined || now.length <= known.length) return undefined
    if (saysPage(before, known.length) || saysPage(after, now.length)) return undefined
    const { identifiers } = this.#caller.options.target
    const stood = new Set(textsIn([first, this.#found, identifiers]))
    const isShared = ({ userId, authId }: Pair) =>
      now.some((other) => (other.userId === userId) !== (other.authId === authId))
    return now.findLast(
      (one) => this.#isOwn(one.entry) && !stood.has(one.userId) && !stood.has(one.authId) && !isShared(one),
    )
  }

  /** Whether exactly one e-mail address stands in an entry, and begins as only this run's names do. */
  #isOwn(entry: JsonObject): boolean {
    const own = `ts-${this.#caller.options.run}-`.toLowerCase()
    const addresses = new Set(
      ownTexts(entry).flatMap((text) => (typeof text === 'string' && text.includes('@') ? text.toLowerCase() : [])),
    )
    const [address = ''] = addresses
    return addresses.size === 1 && address.startsWith(own) && address.endsWith('@example.com')
  }
}

const valueOf = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)
