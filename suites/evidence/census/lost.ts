/** A record that an acknowledged change has left without its identifier (docs/judgement.md, rules 2d and 6). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { identifierField } from '../../../schemas/registry.ts'
import { isGone, type Around, type RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { saysUnknown } from '../../target/profile.ts'
import type { Drift } from './state-diff.ts'

/**
 * Whether a record that was shown once is answered as unknown identifiers are, since a request about it succeeded.
 * @param control the request that succeeded first: only a record that was there could be changed
 */
export async function lostSince(
  control: Exchange | undefined,
  around: Around,
  caller: Caller,
): Promise<readonly Drift[]> {
  const { own } = around
  if (!control || !caller.success(control) || !around.first(own)?.record) return []
  const isLost = (seen: RecordSnapshot) => isGone(seen) && saysUnknown(seen.exchange, caller.profile)
  const now = await around.seen(own, (seen) => !isLost(seen), 'a changed record to be found')
  return isLost(now) ? [{ whose: own.kind, field: identifierField[own.kind], before: own.id }] : []
}
