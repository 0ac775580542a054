/** Whether a request was answered as if a field or a parameter that it carries were missing (docs/judgement.md, rule 2). */
import { escapeRegExp } from '../../schemas/escape-reg-exp.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { isTransient } from './not-now.ts'
import { fingerprint, sameFingerprint, sameSort } from './profile.ts'
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

/** Texts of fewer characters stand in many a sentence. */
const SHORTEST = 3

/** The texts that a request carries, in its query and its body, and the last parts of paths; the longest first. */
function carried({ asked, path, body }: Exchange): readonly string[] {
  const query = asked?.query ?? Object.fromEntries(new URLSearchParams(path.split('?', 2)[1]))
  const texts = [...textsIn(query), ...textsIn(asked?.body ?? parsed(body))]
  const all = new Set(texts.flatMap((text) => [text, text.slice(text.lastIndexOf('/') + 1)]))
  return [...all].filter(({ length }) => length >= SHORTEST).toSorted((one, other) => other.length - one.length)
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? 'null')
  } catch {
    return null
  }
}

/** What was said, without what was asked for: as it is, and as it stands in JSON. */
const unnamed = (exchange: Exchange): string =>
  carried(exchange)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
    .reduce((said, text) => said.replaceAll(text, '·'), exchange.response?.text ?? '')

/** Whether two requests got the same response, but for what each of them asked for. */
export const answeredAlikeBut = (one: Exchange, other: Exchange): boolean =>
  answeredAlike(one, other) ||
  (one.response !== null &&
    other.response !== null &&
    sameSort(fingerprint(one), fingerprint(other)) &&
    template(unnamed(one), one) === template(unnamed(other), other))

const NOT_THERE: ReadonlySet<number> = new Set([404, 410])

/** Whether a text holds an identifier as a word of its own; a short one stands in many a time or number. */
const names = (text: string, id: string): boolean =>
  id.length >= SHORTEST && new RegExp(`(?<!\\w)${escapeRegExp(id)}(?!\\w)`).test(text)

/**
 * Whether a request about what is there is answered as one about what nobody has, in words for what is not there: what is wrong with
 * a request may be said in the same words of any. A server error says nothing of it.
 * @param id the identifier that the request is about
 */
export const isDeniedAs = (one: Exchange, unknown: Exchange, id: string): boolean =>
  one.response !== null &&
  one.response.status < 500 &&
  !isTransient(one) &&
  (NOT_THERE.has(one.response.status) || names(one.response.text, id)) &&
  answeredAlikeBut(one, unknown)

/** Whether the response is the one to the request without the field, and names it: so the field was not read at all. */
export const asIfMissing = (valid: Exchange, without: Exchange, name: string): boolean =>
  namesField(without, name) && answeredAlike(valid, without)
