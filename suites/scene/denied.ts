/** Whether a read says that there is no such record. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField } from '../../schemas/registry.ts'
import { isNowhere, isTransient, sameSort, sortOf, type Profile } from '../target/profile.ts'
import { showsAnother } from './create.ts'

/** Whether an answer is how this target speaks of identifiers that nobody has. */
export function isUnknown({ unknownIds }: Profile, exchange: Exchange): boolean {
  const own = sortOf(exchange)
  return unknownIds.some((one) => sameSort(one, own))
}

/**
 * Whether a read does not show the record of this identifier, however it says so; what says 'not now', or speaks of
 * rights, or of a read that is not there, says nothing of the record.
 */
export function denies(profile: Profile, shown: Exchange, kind: RecordKind, id: string): boolean {
  if (isUnknown(profile, shown)) return true
  if (shown.answer && profile.isSuccess(shown.answer)) return showsAnother(shown, identifierField[kind], id)
  return !isTransient(shown) && !profile.isRefusal(shown) && !isNowhere(shown, profile)
}
