import { sha256 } from '../../schemas/digest.ts'
import { mentions, valueOf } from '../../fixtures/payload/find.ts'
import { isTimeout, type Exchange, type HttpResponse } from '../../fixtures/http/exchange.ts'
import { envelopeOf } from './envelope.ts'
import { errorsAmong, saysError } from './says-no.ts'
import { templateDigest } from './template.ts'

/** What sort a response is of, whatever its message says. */
export interface Sort {
  readonly status: number
  readonly code: string
}

/** What tells one response from another of its sort. */
export interface Fingerprint extends Sort {
  /**
   * The digest of its message without what changes each time. A run keeps fingerprints in files: without its digits, a secret that a
   * message repeats is no longer known for one, and words of it would stand there.
   */
  readonly said: string
}

/** How this target speaks, learned before anything is judged (docs/judgement.md, rule 1). */
export interface Profile {
  /** Whether a response says no: by its status, or the way that this target says no with a 2xx. */
  isError(response: HttpResponse): boolean
  /** A 2xx that is no error. */
  isSuccess(response: HttpResponse): boolean
  /** Whether a response is one with which this target refuses bad credentials. */
  isRefusal(exchange: Exchange): boolean
  readonly refusals: readonly Fingerprint[]
  /** The calibrated refusals themselves. */
  readonly refused: readonly Exchange[]
  readonly unknownPaths: readonly Fingerprint[]
  readonly wrongMethods: readonly Fingerprint[]
  /** The statuses of its ordinary refusals: of tokens, of unknown ids, of requests that lack a parameter. */
  readonly errorStatuses: ReadonlySet<number>
  /** How it speaks of ids that are unknown. */
  readonly unknownIds: readonly Fingerprint[]
  /** Whether most of its reads speak of an unknown id just as it speaks of an unknown path. */
  readonly hidesUnknownIds: boolean
  /** Paths that belong to the wrapping of every answer, not to what is asked for (`envelopeOf`). */
  readonly envelope: ReadonlySet<string>
  /** Whether a read answers an unknown id with success, and null. */
  readonly showsNullForUnknown: boolean
}

const jsonOf = ({ json }: HttpResponse) => (json.ok ? json.value : undefined)

export function sortOf({ response }: Exchange): Sort {
  const code = response && valueOf(jsonOf(response), 'code')
  return {
    status: response?.status ?? 0,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : '',
  }
}

export function fingerprint(exchange: Exchange): Fingerprint {
  const { response } = exchange
  const sort = sortOf(exchange)
  if (!response) return { ...sort, said: sha256(exchange.failure ?? '') }
  const message = valueOf(jsonOf(response), 'message')
  const text = typeof message === 'string' ? message : response.text.slice(0, 2000)
  return { ...sort, said: templateDigest(text, exchange) }
}

export const sameFingerprint = (a: Fingerprint, b: Fingerprint): boolean => sameSort(a, b) && a.said === b.said

/** Whether two responses are of one sort whatever their messages say. */
export const sameSort = (a: Sort, b: Sort): boolean => a.status === b.status && a.code === b.code

/** Whether a response is how this target speaks of identifiers that nobody has. */
export function saysUnknown(exchange: Exchange, { unknownIds }: Pick<Profile, 'unknownIds'>): boolean {
  const own = sortOf(exchange)
  return unknownIds.some((one) => sameSort(one, own))
}

const is2xx = (response: HttpResponse) => response.status >= 200 && response.status < 300

/** What calibration saw, by way of the credential. */
export interface Seen {
  /** Reads with the right token, and the same reads with bad credentials. */
  readonly right: readonly Exchange[]
  readonly wrong: readonly Exchange[]
  readonly unknownPaths: readonly Exchange[]
  readonly wrongMethods: readonly Exchange[]
  readonly unknownIds: readonly Exchange[]
  /** The same reads without the identifier. */
  readonly bare?: readonly Exchange[]
}

/** Builds the profile from what calibration saw. */
export function profileOf(seen: Seen): Profile {
  const responses = (exchanges: readonly Exchange[]) => exchanges.flatMap((one) => one.response ?? [])
  const rightTexts = new Set(responses(seen.right).map((response) => response.text))
  // Different reads that all say the very same say no: a refused token is answered so where refusals have status 200.
  if (seen.right.length >= 3 && rightTexts.size === 1) rightTexts.clear()
  const wrong2xx = responses(seen.wrong).filter((response) => is2xx(response) && !rightTexts.has(response.text))
  // Errors with a 2xx: known by {message, code} where the target refuses that way, or by one body for all refusals. What
  // stands before a server may refuse tokens by a status, while the server itself says so of unknown ids.
  const unknown2xx = responses(seen.unknownIds).filter(is2xx)
  const speaksErrors = [wrong2xx, unknown2xx].some((sort) => sort.filter(saysError).length >= 2)
  const isAmong = errorsAmong(responses(seen.right).filter(is2xx), [...wrong2xx, ...unknown2xx])
  const first = wrong2xx[0]
  const oneBody =
    first !== undefined && wrong2xx.length >= 3 && wrong2xx.every((response) => response.text === first.text)
      ? first.text
      : undefined
  const isError = (response: HttpResponse) =>
    response.status >= 400 || (is2xx(response) && ((speaksErrors && isAmong(response)) || response.text === oneBody))
  const isSuccess = (response: HttpResponse) => is2xx(response) && !isError(response)

  const served = new Set(
    seen.right.filter((one) => one.response && isSuccess(one.response)).map((one) => one.operation),
  )
  const refused = seen.wrong.filter((one) => one.response && !isSuccess(one.response) && served.has(one.operation))
  const refusals = unique(refused.map(fingerprint))
  const unknownPaths = unique(seen.unknownPaths.map(fingerprint))
  const isHidden = (one: Exchange) => unknownPaths.some((path) => sameFingerprint(path, fingerprint(one)))
  const unknownIds = speaking(
    seen.unknownIds.filter((one) => one.response && isError(one.response)),
    seen.bare ?? [],
    isHidden,
  ).map(fingerprint)
  const hidden = unknownIds.filter((one) => unknownPaths.some((path) => sameFingerprint(path, one)))
  return {
    isError,
    isSuccess,
    isRefusal: (exchange) => {
      const { response } = exchange
      if (!response || isSuccess(response)) return false
      const own = sortOf(exchange)
      return own.status === 401 || own.status === 403 || refusals.some((one) => sameSort(one, own))
    },
    refusals,
    refused,
    errorStatuses: ordinary([refused, seen.unknownIds, seen.bare ?? []], isError),
    unknownPaths,
    wrongMethods: unique(seen.wrongMethods.map(fingerprint)),
    unknownIds: unique(unknownIds),
    envelope: envelopeOf(responses(seen.right).filter(isSuccess)),
    hidesUnknownIds: hidden.length * 2 > unknownIds.length,
    showsNullForUnknown: responses(seen.unknownIds).some(
      (response) => isSuccess(response) && jsonOf(response) === null,
    ),
  }
}

/**
 * The responses that tell how the target speaks of unknown ids. A read that is answered like an unknown path with and without
 * the identifier may not be there at all: it tells nothing, unless it is so with all.
 */
function speaking(
  unknownIds: readonly Exchange[],
  bare: readonly Exchange[],
  isHidden: (one: Exchange) => boolean,
): readonly Exchange[] {
  const mute = new Set(bare.filter(isHidden).map(({ operation }) => operation))
  const telling = unknownIds.filter((one) => !(isHidden(one) && mute.has(one.operation)))
  return telling.length > 0 ? telling : unknownIds
}

/** The statuses that at least half of the errors of one sort have: a single operation that fails is no way of speaking. */
function ordinary(sorts: readonly (readonly Exchange[])[], isError: Profile['isError']): ReadonlySet<number> {
  return new Set(
    sorts.flatMap((sort) => {
      const errors = sort.flatMap(({ response }) => (response && isError(response) ? [response.status] : []))
      return errors.filter((status) => errors.filter((one) => one === status).length * 2 >= errors.length)
    }),
  )
}

function unique(fingerprints: readonly Fingerprint[]): Fingerprint[] {
  return fingerprints.filter((one, at) => fingerprints.findIndex((other) => sameFingerprint(one, other)) === at)
}

/** 405 means the method whatever its message says; any other response must be the same word for word. */
export const ofWrongMethod = (one: Fingerprint, own: Fingerprint): boolean =>
  one.status === 405 ? sameSort(one, own) : sameFingerprint(one, own)

/** Whether a response is an error, and what this target answers to a path or a method that it does not offer. */
export const isNowhere = (exchange: Exchange, profile: Profile): boolean =>
  exchange.response !== null && profile.isError(exchange.response) && saysNowhere(fingerprint(exchange), profile)

/** The same of an error that is known by its fingerprint alone. */
export function saysNowhere(own: Fingerprint, { unknownPaths, wrongMethods }: Profile): boolean {
  return unknownPaths.some((one) => sameFingerprint(one, own)) || wrongMethods.some((one) => ofWrongMethod(one, own))
}

/** Whether a response shows a text, be it JSON or not. A link to itself quotes the request, and shows nothing. */
export const shows = ({ response, path }: Exchange, text: string): boolean =>
  response !== null &&
  (response.json.ok
    ? mentions(response.json.value, text, path.includes('?') ? path : undefined)
    : response.text.includes(text))

/** Whether the connection was closed without a response. A limit of time is the run's own: who is slow has not hung up. */
export const hungUp = (exchange: Exchange): boolean => exchange.response === null && !isTimeout(exchange)
