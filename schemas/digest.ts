/** Digests of data: equal data has an equal digest, however it was written. */
import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** SHA-256 of bytes or of a text in UTF-8, as 64 hexadecimal digits. */
export const sha256 = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

/** Halves of a surrogate pair, as JSON escapes them where they stand alone; a backslash of the text itself is doubled. */
const HALVES = /(?<!\\)((?:\\\\)*)\\u(?=d[89a-f])[\da-f]{4}/g

/**
 * The one text of this JSON value that RFC 8785 allows. A target may answer with text that is no Unicode, which has no
 * such text: each half of a pair becomes a replacement character.
 */
export function canonical(value: unknown): string {
  const whole: unknown = JSON.parse(JSON.stringify(value).replace(HALVES, '$1\uFFFD'))
  const text = canonicalize(whole)
  if (text === undefined) throw new Error('only a JSON value has a digest')
  return text
}

export const digestOf = (value: unknown): string => sha256(canonical(value))

/** The digest of what a run is to judge: the ids of its results, in whatever order. */
export const planDigest = (ids: readonly string[]): string => digestOf(ids.toSorted())
