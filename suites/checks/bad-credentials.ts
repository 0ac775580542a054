/** The bad credentials as data: each is one check, and all are judged alike. */
import type { BadCredential } from '../../fixtures/http/credentials.ts'
import type { Operation } from '../../schemas/registry.ts'

/** Not what stays on the host: a broken target might keep the token there. */
const withBody = (operation: Operation) => operation.body !== null && operation.effect !== 'host'

/** Reads that any request can ask: what is wrong in one place for all is seen there, and costs little. */
const plainReads = ({ effect, method, query }: Operation) =>
  effect === 'read' && method === 'GET' && !query.some(({ required }) => required)

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
    claim: 'MUST refuse a request without the Authorization header',
    carries: 'no Authorization header',
    kills: ['auth/open-*', 'auth/connection', 'auth/refused-with-data'],
  },
  {
    credential: 'unusual-request',
    clause: 'AUTH-1',
    claim: 'MUST refuse a request without the Authorization header, however unusual it is',
    carries:
      'no Authorization header, as a browser would send it, with headers that say it came from the same host, and by turns chunked or large',
    kills: ['auth/unusual-*'],
  },
  {
    credential: 'wrong-token',
    clause: 'AUTH-1',
    claim: 'MUST refuse a token of the right length that is not the token',
    carries:
      'by turns the token with several characters of its first half, its second half or its middle changed, or in another order',
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
    claim: 'MUST refuse an empty Authorization header',
    carries: 'an empty Authorization header',
    kills: ['auth/empty-header', 'auth/server-named'],
  },
  {
    credential: 'bearer-alone',
    clause: 'AUTH-2',
    claim: 'MUST refuse the scheme without a token',
    carries: 'the scheme alone',
    kills: ['auth/bearer-alone'],
  },
  {
    credential: 'no-scheme',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token without its scheme',
    carries: 'the right token without a scheme',
    kills: ['auth/no-scheme'],
  },
  {
    credential: 'wrong-scheme',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token behind another scheme',
    carries: 'the right token behind another scheme, such as Basic, Token or ApiKey',
    kills: ['auth/any-scheme'],
  },
  {
    credential: 'basic-credentials',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token as the password of the Basic scheme',
    carries: 'Basic credentials with the right token as password, or as name',
    kills: ['auth/basic', 'auth/basic-name'],
  },
  {
    credential: 'other-case',
    clause: 'AUTH-1',
    claim: 'MUST refuse the token in another case',
    carries: 'the token with its letters in the other case',
    kills: ['auth/any-case'],
  },
  {
    credential: 'token-prefix',
    clause: 'AUTH-2',
    claim: 'MUST refuse a part of the token',
    carries: 'by turns the token without its last quarter, its first half, its end, its middle, both its ends',
    kills: ['auth/prefix', 'auth/first-eight', 'auth/suffix', 'auth/both-ends'],
  },
  {
    credential: 'longer-token',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token with more behind it',
    carries: 'the token and several characters behind it, or before it',
    kills: ['auth/longer', 'auth/first-eight', 'auth/ends-with'],
  },
  {
    credential: 'disguised-token',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token in another coding',
    carries: 'by turns the token in base64, percent-encoded, in quotes, before a comma, before another scheme',
    kills: ['auth/base64'],
    on: plainReads,
    noted: /[",]/,
  },
  {
    credential: 'placeholder-token',
    clause: 'AUTH-2',
    claim: 'MUST refuse what clients send that forgot the token',
    carries: 'by turns null, undefined, true, 0, [object Object] and % for a token',
    kills: ['auth/null', 'auth/pattern'],
    on: plainReads,
  },
  {
    credential: 'token-in-query',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in the query instead of the header',
    carries: 'the right token in query parameters of the usual names, and no Authorization header',
    kills: ['auth/query-*'],
  },
  {
    credential: 'token-in-cookie',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in a cookie instead of the header',
    carries: 'the right token in cookies of the usual names, and no Authorization header',
    kills: ['auth/cookie'],
  },
  {
    credential: 'token-in-body',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in the body instead of the header',
    carries: 'the right token in body fields of the usual names, and no Authorization header',
    kills: ['auth/body'],
    on: withBody,
  },
  {
    credential: 'token-in-other-header',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in another header instead of Authorization',
    carries: 'the right token in other headers that servers are known to honour, and no Authorization header',
    kills: ['auth/header-*'],
  },
]
