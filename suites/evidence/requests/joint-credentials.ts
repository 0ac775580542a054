/** Several bad credentials in one request: what is refused with the token in many places is refused with it in each. */
import {
  fitsElsewhere,
  isBareCookie,
  joint,
  type BadCredential,
  type Joint,
} from '../../../fixtures/http/credentials.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import type { Call } from '../../scene/call-traits.ts'
import { hungUp, type Profile } from '../../target/profile.ts'
import { allOf } from '../frame/gather.ts'
import { withBadCredential } from './stimuli.ts'
import type { Subject } from '../subjects/subject.ts'

interface Attempt {
  readonly credential: BadCredential
  readonly call: Partial<Call>
}

/** Several bad credentials, and the one that carries them all. */
interface Together {
  readonly whole: Joint
  readonly joined: readonly BadCredential[]
}

/**
 * Which request carries several of these together, where its head does not become too long. An unusual request without the
 * token goes along, unless its body is padded: a token has no place in that.
 */
export function jointOf(
  operation: Operation,
  some: readonly string[],
  { token, auth }: Pick<Target, 'token' | 'auth'>,
): Together | null {
  if (!fitsElsewhere(token, auth.scheme)) return null
  const whole = (['token-everywhere', 'token-elsewhere'] as const).find((one) =>
    joint[one].every((credential) => some.includes(credential)),
  )
  if (whole === undefined) return null
  const isPlain = withBadCredential(operation, 'unusual-request').form === undefined
  return { whole, joined: [...joint[whole], ...(isPlain && some.includes('unusual-request') ? [UNUSUAL] : [])] }
}

const UNUSUAL: BadCredential = 'unusual-request'

/** Who refuses a body unread may close the connection while it is sent, and no refusal is seen: then it is sent in its usual form. */
async function sendOrPlain(tried: Subject, call: Partial<Call>): Promise<Exchange> {
  const exchange = await tried.send(call)
  const { form, chunked, ...plain } = call
  return hungUp(exchange) && (form !== undefined || chunked === true) ? tried.send(plain) : exchange
}

const cookies: readonly unknown[] = ['token-in-cookie', ...Object.keys(joint)]

/**
 * A Cookie header that is no name and value may be refused as such before anybody looks for a token: then the token goes into
 * cookies with names, so that the response says something of the token.
 */
export async function sendReadable(tried: Subject, profile: Profile, call: Partial<Call>): Promise<Exchange> {
  const exchange = await sendOrPlain(tried, call)
  const { credential, draw = 0 } = call
  if (!cookies.includes(credential) || !isBareCookie(draw)) return exchange
  if (!exchange.response || profile.isSuccess(exchange.response) || profile.isRefusal(exchange)) return exchange
  return sendOrPlain(tried, { ...call, draw: draw + 1 })
}

/** What is refused when all are carried at once is refused in each place; anything else is asked of each by itself. */
export async function sendTogether(
  tried: Subject,
  profile: Profile,
  whole: Joint,
  attempts: readonly Attempt[],
): Promise<readonly (readonly [BadCredential, Exchange])[]> {
  // What an unusual request has besides its credential goes along.
  const calls = attempts.map(({ call: { credential: _own, ...call } }) => call)
  const exchange = await sendReadable(tried, profile, { ...Object.assign({}, ...calls), credential: whole })
  if (profile.isRefusal(exchange)) return attempts.map(({ credential }) => [credential, exchange])
  return allOf(
    attempts.map(async ({ credential, call }) => [credential, await sendReadable(tried, profile, call)] as const),
  )
}
