/** Several bad credentials in one request: what is refused with the token in many places is refused with it in each. */
import { fitsElsewhere, joint, type BadCredential, type Joint } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Target } from '../../schemas/target.ts'
import type { Call } from '../scene/call.ts'
import type { Profile } from '../target/profile.ts'
import { allOf } from './frame/gather.ts'
import type { Subject } from './subjects/subject.ts'

interface Attempt {
  readonly credential: BadCredential
  readonly call: Partial<Call>
}

/** Which request carries several of these together, where its head does not become too long. */
export function jointOf(some: readonly string[], { token, auth }: Pick<Target, 'token' | 'auth'>): Joint | null {
  if (!fitsElsewhere(token, auth.scheme)) return null
  const all = (whole: Joint) => joint[whole].every((credential) => some.includes(credential))
  return all('token-everywhere') ? 'token-everywhere' : all('token-elsewhere') ? 'token-elsewhere' : null
}

/** What is refused when all are carried at once is refused in each place; anything else is asked of each by itself. */
export async function together(
  tried: Subject,
  profile: Profile,
  whole: Joint,
  attempts: readonly Attempt[],
): Promise<readonly (readonly [BadCredential, Exchange])[]> {
  const exchange = await tried.send({ credential: whole })
  if (profile.isRefusal(exchange)) return attempts.map(({ credential }) => [credential, exchange])
  return allOf(attempts.map(async ({ credential, call }) => [credential, await tried.send(call)] as const))
}
