/** What a target's message says whatever was asked for: the words of the request, ids, times and numbers are taken out. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { sha256 } from '../../schemas/digest.ts'
import { escapeRegExp } from '../../schemas/escape-reg-exp.ts'

/** What changes from answer to answer: identifiers, times, durations, counters. Short numbers may be codes, and stay. */
const volatile = new RegExp(
  [
    String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
    String.raw`\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?`,
    String.raw`\b(?=\w*\d)(?=\w*[a-z])\w{8,}\b`,
    String.raw`\d{5,}`,
    String.raw`\b\d+(?:\.\d+)? ?(?:µs|ms|s|sec|seconds)\b`,
    String.raw`(?<=\b(?:request|req|trace|id|no)\W{0,3})\d+`,
  ].join('|'),
  'gi',
)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** These words wherever they stand by themselves, in any case. */
const patternOf = (words: readonly string[]) =>
  new RegExp(words.map((word) => `(?<![\\w])${escapeRegExp(word)}(?![\\w])`).join('|'), 'gi')

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/** A text without the words of a path and its method. Few say any: a pattern is made, which takes time, of those that are said. */
function withoutNames(text: string, path: string, method: string): string {
  const words = [path, path.slice(1), ...path.slice(1).split('.'), method].filter((word) => word !== '')
  const lower = text.toLowerCase()
  // Of letters outside ASCII, more than their lower case is the same.
  const said = words.filter((word) => !isAscii(word) || lower.includes(word.toLowerCase()))
  return said.length === 0 ? text : text.replaceAll(patternOf(said), '·')
}

/** A text without the words of the request's own path and method, and without ids, times and numbers. */
export function template(text: string, exchange: Exchange): string {
  const path = exchange.path.split('?', 1)[0] ?? ''
  // Some say the whole address that was asked for, query and all.
  const addresses = path !== exchange.path && text.includes('?') ? [exchange.path, decoded(exchange.path)] : []
  const rest = addresses.length > 0 ? text.replaceAll(patternOf(addresses), '·') : text
  return withoutNames(rest, path, exchange.method)
    .replaceAll(/·\?[^\s"'<>]*/g, '·')
    .replaceAll(volatile, '#')
}

/** The digests of what was said, by the request's path and method and the text: a target says the same again and again. */
const known = new Map<string, string>()
const MOST_SAID = 2000
const LONGEST_SAID = 500

/** The digest of a text's template. */
export function templateDigest(text: string, exchange: Exchange): string {
  const reckon = () => sha256(template(text, exchange))
  // With a question mark it may name the whole address, which is another in each request.
  if (text.length > LONGEST_SAID || text.includes('?')) return reckon()
  const key = `${exchange.method} ${exchange.path.split('?', 1)[0]} ${text}`
  const digest = known.get(key) ?? reckon()
  if (known.size < MOST_SAID) known.set(key, digest)
  return digest
}
