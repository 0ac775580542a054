import { describe, expect, it } from 'vitest'
import type { Watched } from '../../../suites/checks/check.ts'
import { mediaMonitors } from '../../../suites/monitors/media.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

function watch(id: string, said: Parameters<typeof responseOf>[0]): Watched {
  const monitor = mediaMonitors.find((one) => one.id === id)
  if (!monitor) throw new Error(`no monitor ${id}`)
  const response = responseOf(said)
  return monitor.watch(response, { profile: profileWith(), exchange: exchangeOf(response), secret: '' })
}

const breach = (level?: 'SHOULD'): unknown =>
  expect.toSatisfy((found) => {
    const { expected, got, level: its } = found as Readonly<Record<string, unknown>>
    return typeof expected === 'string' && typeof got === 'string' && its === level
  })

it.each(['media/content-type', 'media/json'])(
  '%s says of a long request line how long it was, and of no other',
  (id) => {
    const monitor = mediaMonitors.find((one) => one.id === id)
    const response = responseOf({ text: '<h1>400</h1>', types: ['text/html'], status: 400 })
    const told = (path: string) =>
      monitor?.watch(response, { profile: profileWith(), exchange: exchangeOf(response, { path }), secret: '' })
    const long = expect.stringContaining('to a request line of 9014 bytes') as unknown
    expect(told(`/${'a'.repeat(9000)}`)).toMatchObject({ got: long })
    expect(told('/short')).not.toMatchObject({ got: expect.stringContaining('request line') as unknown })
  },
)

describe('media/content-type', () => {
  it.each([
    [['application/json']],
    [['Application/JSON']],
    [['application/json;charset=utf-8']],
    [['application/json; charset=UTF-8; profile="a"']],
    [[' application/json ; charset=utf-8']],
    [['application/json', 'application/json']],
    [['application/json', 'application/json; charset=utf-8']],
  ])('takes %j', (types) => {
    expect(watch('media/content-type', { body: {}, types })).toBe('held')
  })

  it.each([
    [[]],
    [['']],
    [['text/html']],
    [['text/plain; charset=utf-8']],
    [['text/json']],
    [['application/problem+json']],
    [['application/vnd.api+json']],
    [['application/json-seq']],
    [['application/javascript']],
    [['application/octet-stream']],
    [['application/json', 'text/html']],
    [['text/html', 'application/json']],
    [['application/json, text/html']],
  ])('refuses %j', (types) => {
    expect(watch('media/content-type', { body: {}, types })).toEqual(breach())
  })

  it.each([200, 201, 204, 302, 400, 401, 404, 413, 429, 500, 503])('judges the status %i', (status) => {
    expect(watch('media/content-type', { status, body: {}, types: ['text/html'] })).toEqual(breach())
    expect(watch('media/content-type', { status, body: {} })).toBe('held')
  })

  it('says what came', () => {
    expect(watch('media/content-type', { status: 404, types: ['a/b', 'c/d'] })).toMatchObject({
      got: 'a/b and c/d, with status 404',
    })
    expect(watch('media/content-type', { status: 404, types: [] })).toMatchObject({
      got: 'no Content-Type, with status 404',
    })
  })
})

describe('media/json', () => {
  it.each(['{}', '[]', 'null', 'true', '0', '""', '8080.0', ' {"a":"\\u0041"} \r\n', '"\\/"', '1e3'])(
    'takes %j',
    (text) => {
      expect(watch('media/json', { text })).toBe('held')
    },
  )

  it.each([
    '{',
    'undefined',
    'ok',
    "{'a':1}",
    '{}{}',
    '{} // a',
    ")]}',\n{}",
    'f({})',
    '{"a":1,}',
    '[1,2',
    '<html></html>',
    'NaN',
    '01',
  ])('refuses %j', (text) => {
    expect(watch('media/json', { text })).toEqual(breach())
  })

  it('refuses bytes that are no UTF-8', () => {
    expect(watch('media/json', { text: Buffer.from('{"a":"ü"}', 'latin1') })).toEqual(breach())
  })

  it('refuses no bytes without the label', () => {
    expect(watch('media/json', { text: '', types: [] })).toEqual(breach())
    expect(watch('media/json', { text: '', types: ['text/plain'], status: 204 })).toEqual(breach())
  })

  it.each([['application/json'], ['Application/JSON; charset=utf-8']])('warns of no bytes labelled %s', (type) => {
    expect(watch('media/json', { text: '', types: [type] })).toEqual(breach('SHOULD'))
  })

  it('is not for the label to judge', () => {
    expect(watch('media/json', { text: '{}', types: ['text/html'] })).toBe('held')
  })

  it.each([200, 302, 401, 404, 500])('judges the status %i', (status) => {
    expect(watch('media/json', { status, text: 'oops' })).toEqual(breach())
  })

  it('judges what is no error of the right shape all the same', () => {
    expect(error(500).json.ok).toBe(true)
    expect(watch('media/json', { status: 500, body: 'no' })).toBe('held')
  })
})
