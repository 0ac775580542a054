import { expect, test } from 'vitest'
import * as z from 'zod'
import { har } from '../../../reports/forms/har.ts'
import type { Evidence } from '../../../schemas/report.ts'
import { hostile, nasty } from '../hostile.ts'
import { report, result } from '../samples.ts'

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }))
const size = z.int().min(-1)
const shared = { httpVersion: z.string(), cookies: z.tuple([]), headers: pairs, headersSize: size, bodySize: size }

/** HAR 1.2, as strict as its text. */
const document = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    pages: z.tuple([]),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: z.number(),
        request: z.strictObject({
          ...shared,
          method: z.string(),
          url: z.string(),
          queryString: pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
        }),
        response: z.strictObject({
          ...shared,
          status: z.int(),
          statusText: z.string(),
          content: z.strictObject({ size, mimeType: z.string(), text: z.string() }),
          redirectURL: z.string(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
        comment: z.string(),
      }),
    ),
  }),
})
const entries = (...args: Parameters<typeof report>) =>
  document.parse(JSON.parse(JSON.stringify(har(report(...args))))).log.entries

const get: Evidence = {
  request: { method: 'GET', url: 'http://a.b/port.one?portId=p%201&x=', headers: { accept: '*/*' }, body: null },
  response: { status: 404, headers: { 'Content-Type': 'application/json' }, body: '{"é":1}', durationMs: 12 },
  curl: 'curl',
}

test('each exchange is an entry, once, with all results that show it', () => {
  const shown = entries([
    result('port.one', 'fail', { evidence: [get] }),
    result('port.one', 'warn', { check: 'errors/code', id: 'port.one errors/code', evidence: [get] }),
    result('sqla.one', 'pass'),
  ])
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatchObject({
    time: 12,
    comment: 'fail: port.one auth/no-header; warn: port.one errors/code',
    request: {
      queryString: [
        { name: 'portId', value: 'p 1' },
        { name: 'x', value: '' },
      ],
      bodySize: 0,
    },
    response: { status: 404, content: { size: 8, mimeType: 'application/json', text: '{"é":1}' } },
  })
  expect(shown[0]?.request).not.toHaveProperty('postData')
})

test('a request without a response has the status 0 and says why', () => {
  const lost = { ...get, response: null, failure: 'reset by the target' }
  expect(entries([result('port.one', 'error', { evidence: [lost] })])[0]?.response).toMatchObject({
    status: 0,
    statusText: 'reset by the target',
    bodySize: -1,
  })
})

test('whatever a target answers, the file says it', () => {
  expect(entries(hostile)[0]?.request.postData?.text).toBe(nasty)
})
