/** Answers and exchanges made up for a test. */
import { readBody } from '../../fixtures/http/answer.ts'
import type { HttpResponse, Exchange } from '../../fixtures/http/exchange.ts'
import { profileOf, type Profile, type Seen } from '../../suites/target/profile.ts'

interface ResponseSaid {
  readonly status?: number
  /** A JSON value, or `text`: the very text. */
  readonly body?: unknown
  readonly text?: string | Buffer
  readonly types?: readonly string[]
}

export function responseOf({ status = 200, body, text, types = ['application/json'] }: ResponseSaid): HttpResponse {
  const bytes = Buffer.from(text ?? JSON.stringify(body ?? null))
  return { status, headers: {}, contentTypes: types, size: bytes.length, durationMs: 1, ...readBody(bytes) }
}

let serial = 0

export function exchangeOf(response: HttpResponse | null, over: Partial<Exchange> = {}): Exchange {
  return {
    serial: ++serial,
    operation: 'settings.health',
    method: 'GET',
    path: '/settings.health',
    headers: {},
    body: null,
    credential: 'right',
    failure: response ? null : 'gone',
    ...over,
    response,
  }
}

export const error = (status: number, code = 'A', message = 'no', more: Record<string, unknown> = {}): HttpResponse =>
  responseOf({ status, body: { message, code, ...more } })

/** How a target speaks that answered calibration so; what is left out it answered in the usual way. */
export function profileWith(seen: Partial<Seen> = {}): Profile {
  return profileOf({
    right: [exchangeOf(responseOf({ body: { status: 'ok' } }))],
    wrong: [1, 2, 3].map(() => exchangeOf(error(401, 'UNAUTHORIZED'), { credential: 'wrong-token' })),
    unknownPaths: [exchangeOf(error(404, 'NOT_FOUND', 'No operation answers at /a.b'), { path: '/a.b' })],
    wrongMethods: [exchangeOf(error(405, 'METHOD_NOT_SUPPORTED'), { method: 'POST' })],
    unknownIds: [exchangeOf(error(404, 'NOT_FOUND', 'There is no application with that identifier'))],
    ...seen,
  })
}
