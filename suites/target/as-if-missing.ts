/** Whether a request was answered as if a field or a parameter that it carries were missing (docs/judgement.md, rule 2). */
import { escapeRegExp } from '../../schemas/escape-reg-exp.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/find.ts'
import { fingerprint, sameFingerprint } from './profile.ts'
import { template } from './template.ts'

/** Whether an error names a field or a parameter. */
export function namesField({ response }: Exchange, name: string): boolean {
  if (!response?.json.ok) return false
  const word = new RegExp(`(?<!\\w)${escapeRegExp(name)}(?!\\w)`)
  return textsIn(response.json.value).some((text) => word.test(text))
}

/** Whether two requests got the same response, but for their own paths, identifiers, times and numbers. */
export const answeredAlike = (one: Exchange, other: Exchange): boolean =>
  one.response !== null &&
  other.response !== null &&
  sameFingerprint(fingerprint(one), fingerprint(other)) &&
  template(one.response.text, one) === template(other.response.text, other)

/** Whether the response is the one to the request without the field, and names it: so the field was not read at all. */
export const asIfMissing = (valid: Exchange, without: Exchange, name: string): boolean =>
  namesField(without, name) && answeredAlike(valid, without)
