/** The bad credentials as data: each is one check, and all are judged alike. */
import type { BadCredential } from '../../fixtures/http/credentials.ts'
import { drawn } from '../../fixtures/payload/draw.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import type { Operation } from '../../schemas/registry.ts'

/** Not what stays on the host: a broken target might keep the token there. */
const withBody = (operation: Operation) => operation.body !== null && operation.effect !== 'host'

/** Reads that any request can ask: what is wrong in one place for all is seen there, and costs little. */
const plainReads = ({ effect, method, query }: Operation) =>
  effect === 'read' && method === 'GET' && !query.some(({ required }) => required)

/** What stands for a token, or is made of it by a coding: each such read is asked one of the two. */
const isAskedCoded = ({ id }: Operation) => drawn(id, 'by turns') % 2 === 0
const codedReads = (operation: Operation) => plainReads(operation) && isAskedCoded(operation)
const placeholderReads = (operation: Operation) => plainReads(operation) && !isAskedCoded(operation)

/** Ways to compare a token badly, besides those of any token at all. */
const comparisons = ['other-case', 'token-prefix', 'longer-token'] as const

/** Ways to look at the token alone, whatever the scheme. */
const schemes = ['basic-credentials', 'wrong-scheme'] as const

/** The six kinds share one definition: each of their operations is asked all of these but one, which another kind is asked. */
const inTurns =
  <Name extends BadCredential>(all: readonly Name[], credential: Name) =>
  ({ act: { kind }, name }: Operation): boolean => {
    const place = databaseKinds.findIndex((one) => one === kind)
    return place < 0 || (drawn(name, all.join(' ')) + place) % all.length !== all.indexOf(credential)
  }

export interface BadCredentialClaim {
  readonly credential: BadCredential
  readonly clause: 'AUTH-1' | 'AUTH-2'
  readonly claim: string
  readonly carries: string
  readonly kills: readonly string[]
  readonly on?: (operation: Operation) => boolean
  /** Headers that parsers of several frameworks take as well, by which nobody gains who lacks the token: only noted. */
  readonly noted?: RegExp
}

export const badCredentialClaims: readonly BadCredentialClaim[] = [
  {
    credential: 'no-header',
    clause: 'AUTH-1',
    claim: 'MUST reject a request without the Authorization header',
    carries: 'no Authorization header',
    kills: ['auth/open-*', 'auth/connection', 'auth/refused-with-data', 'auth/hangs-up-*'],
  },
  {
    credential: 'unusual-request',
    clause: 'AUTH-1',
    claim: 'MUST reject an unusual request without the Authorization header',
    carries: 'no Authorization header: as a browser sends it, with headers that claim the same host, chunked, or large',
    kills: ['auth/unusual-*'],
  },
  {
    credential: 'wrong-token',
    clause: 'AUTH-1',
    claim: 'MUST reject a wrong token of the right length',
    carries: 'a token that differs in one half, in its middle or in its order',
    kills: [
      'auth/any-token',
      'auth/length-alone',
      'auth/wrong-token-on-reads',
      'auth/first-half',
      'auth/anagram',
      'auth/both-ends',
    ],
  },
  {
    credential: 'empty-header',
    clause: 'AUTH-1',
    claim: 'MUST reject an empty Authorization header',
    carries: 'an empty Authorization header, or instead empty headers of other usual names',
    kills: ['auth/empty-header', 'auth/empty-other-*', 'auth/server-named'],
  },
  {
    credential: 'bearer-alone',
    clause: 'AUTH-2',
    claim: 'MUST reject the scheme without a token',
    carries: 'the scheme alone',
    kills: ['auth/bearer-alone'],
  },
  {
    credential: 'no-scheme',
    clause: 'AUTH-2',
    claim: 'MUST reject the token without its scheme',
    carries: 'the right token without a scheme',
    kills: ['auth/no-scheme'],
  },
  {
    credential: 'wrong-scheme',
    clause: 'AUTH-2',
    claim: 'MUST reject the token under another scheme',
    carries: 'the right token under another scheme (Basic, Token), or without a space behind its own',
    kills: ['auth/any-scheme', 'auth/glued'],
    on: inTurns(schemes, 'wrong-scheme'),
  },
  {
    credential: 'basic-credentials',
    clause: 'AUTH-2',
    claim: 'MUST reject the token as the password of the Basic scheme',
    carries: 'Basic credentials whose password or name is the right token',
    kills: ['auth/fails-on-basic', 'auth/basic', 'auth/basic-name'],
    on: inTurns(schemes, 'basic-credentials'),
  },
  {
    credential: 'other-case',
    clause: 'AUTH-1',
    claim: 'MUST reject the token with its letters in another case',
    carries: 'the token with its letters in the other case',
    kills: ['auth/any-case'],
    on: inTurns(comparisons, 'other-case'),
  },
  {
    credential: 'token-prefix',
    clause: 'AUTH-2',
    claim: 'MUST reject a part of the token',
    carries: 'the token without its last quarter, its first half, its end, its middle, or both ends',
    kills: ['auth/prefix', 'auth/first-eight', 'auth/suffix', 'auth/both-ends'],
    on: inTurns(comparisons, 'token-prefix'),
  },
  {
    credential: 'longer-token',
    clause: 'AUTH-2',
    claim: 'MUST reject the token with extra characters',
    carries: 'several characters before or after the token',
    kills: ['auth/longer', 'auth/first-eight', 'auth/ends-with'],
    on: inTurns(comparisons, 'longer-token'),
  },
  {
    credential: 'disguised-token',
    clause: 'AUTH-2',
    claim: 'MUST reject the token in another encoding',
    carries:
      'the token in base64, percent-encoded, in quotes, before a comma, before another scheme, or before another word',
    kills: ['auth/base64'],
    on: codedReads,
    // Whoever splits a header at its spaces takes the second word: RFC 6750 forbids a third, and it opens nothing.
    // Some libraries decode what is percent-encoded in the value of any header.
    noted: /[",]| more$|^Bearer (%[0-9a-f]{2})+$/i,
  },
  {
    credential: 'placeholder-token',
    clause: 'AUTH-2',
    claim: 'MUST reject placeholder tokens such as `null`',
    carries: 'null, undefined, true, 0, [object Object], %, *, .* or a JWT without a signature as the token',
    kills: ['auth/null', 'auth/unsigned', 'auth/pattern', 'auth/pattern-*'],
    on: placeholderReads,
  },
  {
    credential: 'token-in-query',
    clause: 'AUTH-2',
    claim: 'MUST reject a token in the query instead of the header',
    carries: 'the right token in the usual query parameters, without the header',
    kills: ['auth/query-*'],
  },
  {
    credential: 'token-in-cookie',
    clause: 'AUTH-2',
    claim: 'MUST reject a token in a cookie instead of the header',
    carries: 'the right token in the usual cookies or as the whole Cookie header',
    kills: ['auth/cookie', 'auth/cookie-*'],
  },
  {
    credential: 'token-in-body',
    clause: 'AUTH-2',
    claim: 'MUST reject a token in the body instead of the header',
    carries: 'the right token in the usual body fields, without the header',
    kills: ['auth/body'],
    on: withBody,
  },
  {
    credential: 'token-in-other-header',
    clause: 'AUTH-2',
    claim: 'MUST reject a token in another header instead of Authorization',
    carries: 'the right token in other common headers, without the Authorization header',
    kills: ['auth/header-*'],
  },
]
