import { describe, expect, it } from 'vitest'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

/** A target that refuses bad credentials so. */
const refusing = (...refusals: ReturnType<typeof responseOf>[]) =>
  profileWith({ wrong: refusals.map((response) => exchangeOf(response, { credential: 'wrong-token' })) })

const as200 = error(200, 'UNAUTHORIZED', 'log in')
const oneBody = responseOf({ body: { ok: false } })

describe('an error', () => {
  it.each([400, 401, 404, 422, 500, 503])('is any response with the status %i', (status) => {
    expect(profileWith().isError(responseOf({ status, body: 'whatever' }))).toBe(true)
  })

  it.each([200, 201, 202, 204, 301, 302, 304])('is no response with the status %i', (status) => {
    expect(profileWith().isError(responseOf({ status, body: { message: 'm', code: 'c' } }))).toBe(false)
  })

  it('has the status 200 where the target refuses that way', () => {
    expect(refusing(as200, as200, as200).isError(error(200, 'NOT_FOUND', 'other'))).toBe(true)
  })

  it('may have a code that is no string there', () => {
    expect(refusing(as200, as200).isError(responseOf({ body: { message: 'm', code: 1 } }))).toBe(true)
  })

  it('is seen by what two refusals have said, not by one', () => {
    expect(refusing(as200, error(401), error(401)).isError(error(200))).toBe(false)
  })

  it('is the one body with which a target refuses everything', () => {
    const profile = refusing(oneBody, oneBody, oneBody)
    expect(profile.isError(oneBody)).toBe(true)
    expect(profile.isError(responseOf({ body: { ok: true } }))).toBe(false)
  })

  it('has the status 200 where unknown ids are answered so, though tokens are refused by a status', () => {
    const unknown = exchangeOf(error(200, 'NOT_FOUND', 'unknown'))
    const { isError } = profileWith({ unknownIds: [unknown, unknown] })
    expect(isError(error(200, 'BAD_REQUEST', 'other'))).toBe(true)
    expect(profileWith({ unknownIds: [unknown] }).isError(error(200))).toBe(false)
  })

  it('is none with the code that envelops what the right token gets', () => {
    const enveloped = exchangeOf(error(200, 'OK', 'done', { data: 1 }))
    const right = [enveloped, enveloped, enveloped]
    const wrong = [1, 2].map(() => exchangeOf(as200, { credential: 'wrong-token' }))
    const { isError } = profileWith({ right, wrong })
    expect(isError(error(200, 'OK', 'made'))).toBe(false)
    expect(isError(error(200, 'NOT_FOUND', 'unknown'))).toBe(true)
  })

  it('is no body that the right token gets as well', () => {
    const open = responseOf({ body: { status: 'ok' } })
    expect(refusing(open, open, open).isError(open)).toBe(false)
  })
})

describe('a success', () => {
  it.each([200, 201, 202, 204])('is a response with the status %i', (status) => {
    expect(profileWith().isSuccess(responseOf({ status, body: {} }))).toBe(true)
  })

  it.each([302, 400, 500])('is no response with the status %i', (status) => {
    expect(profileWith().isSuccess(responseOf({ status, body: {} }))).toBe(false)
  })

  it('may hold a message and a code where the target does not refuse that way', () => {
    expect(profileWith().isSuccess(error(200))).toBe(true)
  })

  it('holds none where it does', () => {
    expect(refusing(as200, as200).isSuccess(as200)).toBe(false)
  })

  it('may hold one of the two even there', () => {
    expect(refusing(as200, as200).isSuccess(responseOf({ body: { message: 'hello' } }))).toBe(true)
  })
})

describe('a refusal', () => {
  it.each([401, 403])('has the status %i', (status) => {
    expect(profileWith().isRefusal(exchangeOf(error(status, 'ANY')))).toBe(true)
  })

  it.each([
    ['400 and a code', error(400, 'NO_TOKEN'), error(400, 'BAD_REQUEST')],
    ['500', error(500, 'AUTH'), error(500, 'INTERNAL')],
    ['200, message and code', as200, error(200, 'NOT_FOUND')],
  ])('is told by %s where the target refuses that way', (_how, refusal, other) => {
    const profile = refusing(refusal, refusal, refusal)
    expect(profile.isRefusal(exchangeOf(refusal))).toBe(true)
    expect(profile.isRefusal(exchangeOf(other))).toBe(false)
  })

  it('is the one body for all', () => {
    expect(refusing(oneBody, oneBody, oneBody).isRefusal(exchangeOf(oneBody))).toBe(true)
  })

  it('is no success', () => {
    expect(profileWith().isRefusal(exchangeOf(responseOf({ body: {} })))).toBe(false)
  })

  it('is no response that never came', () => {
    expect(profileWith().isRefusal(exchangeOf(null))).toBe(false)
  })

  it.each([404, 500])('is no %i where the target refuses with 401', (status) => {
    expect(profileWith().isRefusal(exchangeOf(error(status, 'OTHER')))).toBe(false)
  })

  it('counts only where the right token is served', () => {
    const unserved = exchangeOf(error(404, 'NOT_FOUND'), { operation: 'user.all', credential: 'wrong-token' })
    expect(profileWith({ wrong: [unserved] }).refusals).toEqual([])
  })

  it('is listed once for each way', () => {
    expect(refusing(error(401, 'A'), error(401, 'A'), error(401, 'B')).refusals.map(({ code }) => code)).toEqual([
      'A',
      'B',
    ])
  })
})

describe('unknown identifiers', () => {
  const hidden = error(404, 'NOT_FOUND', 'nothing here')
  const path = exchangeOf(hidden, { path: '/a.b' })

  it('are hidden where most reads answer them as unknown paths', () => {
    const unknownIds = [hidden, hidden, error(404, 'NOT_FOUND', 'no application')].map((response) =>
      exchangeOf(response),
    )
    expect(profileWith({ unknownPaths: [path], unknownIds }).hidesUnknownIds).toBe(true)
  })

  it('are not where most have words of their own', () => {
    const unknownIds = [hidden, error(404, 'NOT_FOUND', 'no application'), error(404, 'NOT_FOUND', 'no user')]
    expect(
      profileWith({ unknownPaths: [path], unknownIds: unknownIds.map((response) => exchangeOf(response)) })
        .hidesUnknownIds,
    ).toBe(false)
  })

  it('are not where reads of them succeed', () => {
    expect(
      profileWith({ unknownPaths: [path], unknownIds: [exchangeOf(responseOf({ body: null }))] }).hidesUnknownIds,
    ).toBe(false)
  })
})
