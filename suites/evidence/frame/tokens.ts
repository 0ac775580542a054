import type { Client } from '../../../fixtures/http/client.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { BadCredential } from '../../../fixtures/http/credentials.ts'
import { asking } from '../../../fixtures/http/typed.ts'
import { doing, type OperationId } from '../../../schemas/registry.ts'
import { Inconclusive } from '../../claim/finding.ts'
import { fingerprint, type Profile } from '../../target/profile.ts'

/** Rungs that carry no token at all: no target counts them as attempts at one. */
const tokenless: ReadonlySet<BadCredential> = new Set<BadCredential>([
  'no-header',
  'unusual-request',
  'other-address',
  'empty-header',
  'bearer-alone',
])

/** On so many operations that let one form of a bad credential in, all its other forms are tried: more would say the same. */
const ALL_FORMS_ON = 2

/** As many as most targets that lock out bear. */
const BORNE = 4

const lockedOut = (reason: string, spent: number) =>
  new Inconclusive(reason, 'limits.badTokens in the target file: how many wrong tokens it bears', [], {
    limits: { badTokens: Math.min(BORNE, Math.max(0, spent - 1)) },
  })

const remembered = (status?: string | number) =>
  new Inconclusive(
    {
      text: `the target refuses the right token${status === undefined ? '' : ` (${status})`} on connections that have carried others, and takes it on a new one: it remembers a header for each connection`,
      cause: 'the right token is refused on kept connections',
    },
    'a target that reads each request’s own Authorization header: of Jetty, headerCacheCaseSensitive',
  )

/** How many bad tokens a target bears, and whether it has locked the right one out for them. */
export class BadTokens {
  readonly #client: Client
  readonly #limit: number
  /** Operations whose wrong token is still to be sent: it is kept for them. */
  #waiting: number
  #spent: number
  #locked = false
  /** The right token is refused only on connections that have carried others. */
  #onKept = false
  /** The first operations that let a form of a bad credential in, by that form. */
  readonly #letIn = new Map<string, Set<OperationId>>()

  constructor(client: Client, limit: number | null, operations: number, spent: number) {
    this.#client = client
    this.#limit = limit ?? Infinity
    this.#waiting = operations
    this.#spent = spent
  }

  /** Which of these bad credentials may be sent: those without a token, a wrong token for every operation, the rest while it lasts. */
  grant(credentials: readonly BadCredential[]): readonly BadCredential[] {
    if (this.#locked) return []
    this.#waiting--
    const take = (kept: number) => {
      if (this.#spent + kept >= this.#limit) return false
      this.#spent++
      return true
    }
    return credentials.filter(
      (credential) => tokenless.has(credential) || take(credential === 'wrong-token' ? 0 : Math.max(0, this.#waiting)),
    )
  }

  /** The same bad credential once more, if the limit lets another be sent. */
  more(credential: BadCredential): readonly BadCredential[] {
    if (this.#locked || this.#spent + Math.max(0, this.#waiting) >= this.#limit) return []
    this.#spent++
    return [credential]
  }

  /**
   * An operation has let a form of a bad credential in.
   * @returns the operations on which all other forms are tried: this one, unless enough came before it
   */
  letIn(credential: BadCredential, form: number, by: OperationId): readonly OperationId[] {
    const key = `${credential} ${form}`
    const first = this.#letIn.get(key) ?? new Set()
    this.#letIn.set(key, first)
    if (first.size < ALL_FORMS_ON) first.add(by)
    return [...first]
  }

  /**
   * Sees whether the right token is refused after wrong ones: then refusals say nothing, and no more are sent.
   * @throws Inconclusive where it is
   */
  async watch(control: Exchange, profile: Profile): Promise<void> {
    if (this.#locked || !control.response || !profile.isRefusal(control)) return
    const exchange = await this.#client.send(asking(doing('reads', 'host', 'health')))
    if (!exchange.response || !profile.isRefusal(exchange)) return
    this.#locked = true
    const { status } = fingerprint(exchange)
    // A server may remember, for each connection, how a header was written before.
    const anew = await this.#client.send({ ...asking(doing('reads', 'host', 'health')), alone: true })
    this.#onKept = anew.response !== null && profile.isSuccess(anew.response)
    if (this.#onKept) throw remembered(status)
    throw lockedOut(
      `the target refuses the right token after wrong ones (${status}): it locks clients out`,
      this.#spent,
    )
  }

  /** Why no more are sent: the target has locked out; null: it has not. */
  get lockOut(): Inconclusive | null {
    if (!this.#locked) return null
    if (this.#onKept) return remembered()
    return lockedOut('the target refused the right token after wrong ones: it locks clients out', this.#spent)
  }

  /** Bad tokens sent so far, calibration's among them. */
  get spent(): number {
    return this.#spent
  }
}
