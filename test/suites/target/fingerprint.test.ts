import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../schemas/digest.ts'
import { fingerprint, sameFingerprint, sameSort } from '../../../suites/target/profile.ts'
import { template } from '../../../suites/target/template.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

const at = (path: string, method = 'GET') => exchangeOf(responseOf({ body: null }), { path, method })
const same = (one: string, other: string, paths = ['/sqla.one?sqlaId=1', '/sqla.zzz']) =>
  template(one, at(paths[0] ?? '')) === template(other, at(paths[1] ?? ''))

describe('a template', () => {
  it.each([
    ['the whole path', 'No operation answers at /sqla.one', 'No operation answers at /sqla.zzz'],
    ['the path without its slash', 'no sqla.one here', 'no sqla.zzz here'],
    ['the operation’s name', "Cannot find 'one'", "Cannot find 'zzz'"],
    ['the path below a prefix', 'Cannot GET /api/v1/sqla.one', 'Cannot GET /api/v1/sqla.zzz'],
    ['the path in other letters', 'NO SQLA.ONE', 'NO SQLA.ZZZ'],
    ['the path with its query', '/sqla.one?sqlaId=1 is not there', '/sqla.zzz?sqlaId=1 is not there'],
    ['a UUID', 'request 8c5f7a2e-1b2c-4d3e-9f00-aabbccddeeff', 'request 00000000-0000-4000-8000-000000000001'],
    ['a long hexadecimal number', 'trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace 00f067aa0ba902b7aaaaaaaaaaaaaaaa'],
    ['a time', 'at 2026-11-21T10:57:01.123Z', 'at 2026-11-21T11:00:00+01:00'],
    ['a long number', 'request 1732186621', 'request 1732186777'],
  ])('leaves %s out', (_what, one, other) => {
    expect(same(one, other)).toBe(true)
  })

  it.each([
    ['another text', 'There is no sqla with that identifier', 'No operation answers at /sqla.zzz'],
    ['a short number, which may be a code', 'error 401', 'error 404'],
    ['a word that only holds the name', 'someone is missing', 'somezzz is missing'],
  ])('keeps %s', (_what, one, other) => {
    expect(same(one, other)).toBe(false)
  })

  // As Fastify does by default: else an operation that is missing passes where its request has a query.
  it('leaves the query of the request out, where the other has none', () => {
    expect(
      same('Route GET:/sqla.one?sqlaId=a%20b not found', 'Route GET:/sqla.zzz not found', [
        '/sqla.one?sqlaId=a%20b',
        '/sqla.zzz',
      ]),
    ).toBe(true)
    expect(
      same('Route GET:/sqla.one?sqlaId=a b not found', 'Route GET:/sqla.zzz not found', [
        '/sqla.one?sqlaId=a%20b',
        '/sqla.zzz',
      ]),
    ).toBe(true)
  })

  it('leaves a path out whose letters have several lower cases', () => {
    expect(template('nothing at /ΣΑΣ', at('/σας'))).toBe('nothing at ·')
  })

  it('leaves the method out', () => {
    expect(template('GET is wrong', at('/a.b', 'GET'))).toBe(template('POST is wrong', at('/a.b', 'POST')))
  })

  it('takes characters of a path for what they are', () => {
    expect(template('a(b and (b', at('/a(b.c'))).toBe('· and (b')
  })

  // Then a path that is not there never looks like another one, and an operation that is missing passes.
  it.each([
    ['a ULID', 'no route (01JD6Z9W2M8QK5T3V7X4Y1B0CH)', 'no route (01JD6Z9W2N1RP6S8T0V3W5X7YZ)'],
    ['a short random identifier', 'no route, request req_8fK2jLx9Qm', 'no route, request req_Zp4Rt7Wv1a'],
    ['a time in milliseconds', 'no route, took 3 ms', 'no route, took 12 ms'],
    ['a small counter', 'no route, request 41', 'no route, request 42'],
  ])('leaves %s out', (_what, one, other) => {
    expect(same(one, other)).toBe(true)
  })
})

describe('a fingerprint', () => {
  it('has the status, the code and the message', () => {
    expect(fingerprint(exchangeOf(error(404, 'NOT_FOUND', 'gone')))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      said: sha256('gone'),
    })
  })

  it('finds them in a wrapped error', () => {
    const response = responseOf({ status: 404, body: { error: { message: 'gone', code: 7 } } })
    expect(fingerprint(exchangeOf(response))).toEqual({ status: 404, code: '7', said: sha256('gone') })
  })

  it('has the text where there is no message', () => {
    expect(fingerprint(exchangeOf(responseOf({ status: 404, text: '<h1>Not Found</h1>' })))).toEqual({
      status: 404,
      code: '',
      said: sha256('<h1>Not Found</h1>'),
    })
  })

  // A run keeps fingerprints in files, and only whole secrets are found and masked there.
  it('shows no word of a secret that the message repeats', () => {
    const response = error(401, 'UNAUTHORIZED', 'vendor-key-55f1e0a2 is no key')
    expect(JSON.stringify(fingerprint(exchangeOf(response)))).not.toMatch(/vendor|key/)
  })

  it('of no response says why there is none', () => {
    expect(fingerprint(exchangeOf(null))).toEqual({ status: 0, code: '', said: sha256('gone') })
  })

  it('is the same sort with another message', () => {
    const [one, other] = [error(401, 'A', 'x'), error(401, 'A', 'y')].map((response) =>
      fingerprint(exchangeOf(response)),
    )
    expect([one && other && sameSort(one, other), one && other && sameFingerprint(one, other)]).toEqual([true, false])
  })

  it.each([
    [error(401, 'A'), error(403, 'A')],
    [error(401, 'A'), error(401, 'B')],
  ])('is another sort with another status or code', (a, b) => {
    expect(sameSort(fingerprint(exchangeOf(a)), fingerprint(exchangeOf(b)))).toBe(false)
  })
})
