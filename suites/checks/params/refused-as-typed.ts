/** Identifiers of a wrong type that are refused for being nobody's: that says nothing of types. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { fingerprint, sameFingerprint, sameSort, sortOf, type Profile } from '../../target/profile.ts'
import { isIdentifier } from './asked.ts'

/**
 * Those that may say something of types: a target that turns each value into a text seeks what has the text for its identifier, and
 * refuses it for want of that (docs/judgement.md, rule 8).
 */
export function refusedAsTyped({ profile }: { readonly profile: Profile }, all: readonly Tried[]): readonly Tried[] {
  const others = all
    .filter(({ variation, taken }) => !taken && !isIdentifier(variation.of))
    .map(({ exchange }) => exchange)
  return all.filter(
    ({ variation, exchange, taken }) => taken || !isIdentifier(variation.of) || !asUnknown(exchange, profile, others),
  )
}

/**
 * Whether a refusal is the one of an unknown identifier.
 * @param others refusals of other fields: a target with one sort of error for all has its messages to tell them apart
 */
function asUnknown(exchange: Exchange, { unknownIds }: Profile, others: readonly Exchange[]): boolean {
  const own = fingerprint(exchange)
  const alike = unknownIds.filter((one) => sameSort(one, own))
  return alike.some((one) => sameFingerprint(one, own) || !others.some((other) => sameSort(sortOf(other), one)))
}
