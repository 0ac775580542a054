import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../../fixtures/http/exchange.ts'
import type { Watched } from '../../../suites/checks/check.ts'
import { errorMonitors } from '../../../suites/monitors/errors.ts'
import type { Profile } from '../../../suites/target/profile.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

function watchResponse(id: string, response: HttpResponse, profile: Profile = profileWith()): Watched {
  const monitor = errorMonitors.find((one) => one.id === id)
  if (!monitor) throw new Error(`no monitor ${id}`)
  return monitor.watch(response, { profile, exchange: exchangeOf(response), secret: '' })
}

const watch = (id: string, body: unknown) => watchResponse(id, responseOf({ status: 400, body }))
const breach = (level?: 'SHOULD') => ({
  expected: expect.any(String),
  got: expect.any(String),
  ...(level && { level }),
})
const right = { message: 'no', code: 'A' }
const all = errorMonitors.map(({ id }) => id)

describe('errors/object', () => {
  it.each([right, {}, { error: right }])('takes %j', (body) => {
    expect(watch('errors/object', body)).toBe('held')
  })

  it.each([[[right]], [[[]]], ['no'], [404], [true], [null]])('refuses %j', (body) => {
    expect(watch('errors/object', body)).toEqual(breach())
  })
})

describe('errors/message', () => {
  it.each(['no', ' no ', 'Δεν βρέθηκε', '0'])('takes %j', (message) => {
    expect(watch('errors/message', { ...right, message })).toBe('held')
  })

  it.each([null, 1, true, {}, ['no'], { text: 'no' }])('refuses %j', (message) => {
    expect(watch('errors/message', { ...right, message })).toEqual(breach())
  })

  it.each([{ code: 'A' }, { Message: 'no', code: 'A' }, { error: right }, { msg: 'no', code: 'A' }])(
    'refuses %j, which has none',
    (body) => {
      expect(watch('errors/message', body)).toEqual(breach())
    },
  )

  it.each(['', ' ', '\n'])('warns of %j, which says nothing', (message) => {
    expect(watch('errors/message', { ...right, message })).toEqual(breach('SHOULD'))
  })
})

describe('errors/code', () => {
  it.each(['A', '404'])('takes %j', (code) => {
    expect(watch('errors/code', { ...right, code })).toBe('held')
  })

  it.each(['', ' '])('warns of %j, which says nothing', (code) => {
    expect(watch('errors/code', { ...right, code })).toEqual(breach('SHOULD'))
  })

  it.each([null, 404, true, {}, ['A']])('refuses %j', (code) => {
    expect(watch('errors/code', { ...right, code })).toEqual(breach())
  })

  it.each([{ message: 'no' }, { message: 'no', Code: 'A' }, { error: right }])('refuses %j, which has none', (body) => {
    expect(watch('errors/code', body)).toEqual(breach())
  })
})

describe('errors/issues', () => {
  it.each([[[]], [[{ message: 'a' }]], [[{}]], [[{ message: 1 }]]])('takes %j', (issues) => {
    expect(watch('errors/issues', { ...right, issues })).toBe('held')
  })

  it.each([[null], [{}], [{ name: ['a'] }], ['a'], [0], [false], [['a']], [[null]], [[[]]], [[{ message: 'a' }, 'b']]])(
    'refuses %j',
    (issues) => {
      expect(watch('errors/issues', { ...right, issues })).toEqual(breach())
    },
  )

  it('has nothing to hold where there are none', () => {
    expect(watch('errors/issues', right)).toBe('bare')
  })
})

describe('errors/issue-message', () => {
  it.each([[[{ message: 'a' }]], [[{ message: '?' }]], [[{ message: 'a', path: [] }, { message: 'b' }]]])(
    'takes %j',
    (issues) => {
      expect(watch('errors/issue-message', { ...right, issues })).toBe('held')
    },
  )

  it.each([[[{ message: '' }]], [[{ message: ' ' }]], [[{ message: 'a' }, { message: '' }]]])(
    'warns of %j, which says nothing',
    (issues) => {
      expect(watch('errors/issue-message', { ...right, issues })).toEqual(breach('SHOULD'))
    },
  )

  it.each([[[{}]], [[{ message: null }]], [[{ message: 1 }]], [[{ message: {} }]], [[{ message: 'a' }, { msg: 'b' }]]])(
    'refuses %j',
    (issues) => {
      expect(watch('errors/issue-message', { ...right, issues })).toEqual(breach())
    },
  )

  it.each([undefined, null, 'a', [], ['a']])('leaves %j to errors/issues', (issues) => {
    expect(watch('errors/issue-message', { ...right, ...(issues === undefined ? {} : { issues }) })).toBe('bare')
  })
})

describe.each(all)('%s', (id) => {
  it('takes an error with all that there may be', () => {
    const full = { ...right, issues: [{ message: 'a', path: ['name'] }], more: 1 }
    expect(watch(id, full)).toBe('held')
  })

  it('says nothing of a success', () => {
    expect(watchResponse(id, responseOf({ body: [1] }))).toBe('off')
  })

  it('says nothing of a redirect', () => {
    expect(watchResponse(id, responseOf({ status: 302, body: 'see there' }))).toBe('off')
  })

  it('leaves what does not parse to the media monitors', () => {
    expect(watchResponse(id, responseOf({ status: 500, text: '<html>' }))).toBe('off')
  })

  it.each([400, 401, 403, 404, 405, 413, 422, 429, 500, 503, 599])('judges the status %i', (status) => {
    expect(watchResponse(id, error(status, 'A', 'no', { issues: [{ message: 'a' }] }))).toBe('held')
  })
})

describe('a target whose errors have the status 200', () => {
  const refused = () => exchangeOf(error(200, 'UNAUTHORIZED'), { credential: 'wrong-token' })
  const profile = profileWith({ wrong: [refused(), refused(), refused()] })

  it.each(all)('has them judged by %s', (id) => {
    const response = error(200, 'A', 'no', { issues: [{ message: 'a' }] })
    expect(watchResponse(id, response, profile)).toBe('held')
  })

  it('has a code that is a number refused', () => {
    const response = responseOf({ body: { message: 'no', code: 7 } })
    expect(watchResponse('errors/code', response, profile)).toEqual(breach())
  })

  it('has its successes left alone', () => {
    expect(watchResponse('errors/code', responseOf({ body: { name: 'a', code: 7 } }), profile)).toBe('off')
  })
})
