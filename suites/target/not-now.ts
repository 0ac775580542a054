/** Responses that say 'not now', or nothing: they decide nothing by themselves (docs/judgement.md, rule 20). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { saysAway } from '../../fixtures/http/presence.ts'
import { saysUnknown, type Profile } from './profile.ts'

/** Statuses that say 'not now': of a lock, a quota of requests, or something that is away. */
const transient = new Set([409, 423, 425, 429, 503])

/** Whether a response is temporary (409, 429, 503 …), so that the form of the request has nothing to do with it. */
export const isTransient = ({ response }: Exchange): boolean => response !== null && transient.has(response.status)

/**
 * Whether a response to a read tells nothing of what there is, not even that it is gone: none came, the server failed, said 'not now',
 * or refused the token. Where a target answers ordinary mistakes by such a status, it tells.
 */
export function tellsNothing(
  exchange: Exchange,
  profile: Pick<Profile, 'unknownIds' | 'errorStatuses' | 'isRefusal'>,
): boolean {
  const { response } = exchange
  if (response === null) return true
  if (saysUnknown(exchange, profile)) return false
  const failed = response.status >= 500 || isTransient(exchange)
  return profile.isRefusal(exchange) || (failed && !profile.errorStatuses.has(response.status))
}

/** Whether a response says 'not now' in any words but 429, which the client obeys. */
export const saysNotNow = ({ response }: Exchange): boolean =>
  response !== null && response.status !== 429 && (transient.has(response.status) || saysAway(response))

/** Whether the same read may be answered in a moment, of a target whose ways are known. */
export const mayAnswerSoon = (exchange: Exchange, profile: Pick<Profile, 'unknownIds' | 'errorStatuses'>): boolean =>
  saysNotNow(exchange) && !profile.errorStatuses.has(exchange.response?.status ?? 0) && !saysUnknown(exchange, profile)
