/** Malformed, wrong and unusual requests. */
import { expect, test } from 'vitest'
import { createReference } from '../../fixtures/reference/app.ts'
import { Driver, token } from './drive.ts'

const post = (body: RequestInit['body']) => ({ method: 'POST', body: body ?? null })
const string: unknown = expect.any(String)

test.each([
  ['malformed JSON', '/sqla.create', post('{"name":'), 400, 'PARSE_ERROR'],
  ['bytes that are no UTF-8', '/sqla.create', post(new Uint8Array([0x7b, 0xff, 0x7d])), 400, 'PARSE_ERROR'],
  ['no body', '/sqla.create', post(''), 400, 'BAD_REQUEST'],
  ['an array', '/sqla.create', post('[]'), 400, 'BAD_REQUEST'],
  ['null', '/settings.reloadProxy', post('null'), 400, 'BAD_REQUEST'],
  ['a missing field', '/application.create', post('{"name":"x"}'), 400, 'BAD_REQUEST'],
  ['a missing parameter', '/application.one', {}, 400, 'BAD_REQUEST'],
  ['an unknown path', '/sqla.creates', {}, 404, 'NOT_FOUND'],
  ['another spelling of a path', '/SQLA.create', post('{}'), 404, 'NOT_FOUND'],
  ['a slash at the end', '/settings.health/', {}, 404, 'NOT_FOUND'],
  ['the root', '/', {}, 404, 'NOT_FOUND'],
  ['an unknown record', '/sqla.one?sqlaId=none', {}, 404, 'NOT_FOUND'],
  ['POST on a GET', '/settings.health', post('{}'), 405, 'METHOD_NOT_SUPPORTED'],
  ['GET on a POST', '/settings.reloadServer', {}, 405, 'METHOD_NOT_SUPPORTED'],
  ['a nested body', '/settings.reloadProxy', post(deep(1001)), 400, 'BAD_REQUEST'],
  ['a very deeply nested body', '/settings.reloadProxy', post(deep(1_000_000)), 400, 'BAD_REQUEST'],
  ['a body of 9 MiB', '/settings.reloadProxy', post(' '.repeat(9 * 2 ** 20)), 413, 'PAYLOAD_TOO_LARGE'],
] as const)('%s is answered with an error object', async (_, path, init, status, code) => {
  const response = await new Driver().send(path, init)
  expect(response).toMatchObject({ status, json: { message: string, code } })
  expect(response.headers.get('content-type')).toBe('application/json')
  const { issues }: { issues?: { message: unknown; path: unknown }[] } = Object(response.json)
  expect(Array.isArray(issues)).toBe(true)
  for (const issue of issues ?? []) expect(issue).toEqual({ message: string, path: expect.any(Array) as unknown })
})

test('an issue names its field, and there is one for each', async () => {
  const { json } = await new Driver().call('port.create', { publishedPort: '80', applicationId: 'x' })
  expect(json).toMatchObject({ issues: [{ path: ['publishedPort'] }, { path: ['targetPort'] }] })
  expect(JSON.stringify(json)).toContain('publishedPort: ')
})

test('an unknown path and an unknown record are told apart in words', async () => {
  const driver = new Driver()
  const [path, record] = [await driver.send('/no.such'), await driver.call('sqla.one', { sqlaId: 'none' })]
  expect(path.text).not.toBe(record.text)
  // Naming the field would read like the response to one that was left out.
  expect(record.text).not.toContain('sqlaId')
})

test.each([
  ['white space around a body', `${' '.repeat(2 ** 20)}{}${'\n'.repeat(2 ** 20)}`],
  ['a body nested 900 levels deep', deep(900)],
  ['a body of 7 MiB', JSON.stringify({ pad: 'x'.repeat(7 * 2 ** 20) })],
  ['a key __proto__', '{"__proto__":{"admin":true}}'],
  ['no body where no field is listed', ''],
])('%s is taken', async (_, body) => {
  expect(await new Driver().send('/settings.reloadProxy', post(body))).toMatchObject({ status: 200, json: true })
})

test('a body that comes in pieces is taken', async () => {
  const pieces = ['{"na', 'me":"ü', '","projectId":"none"}'].map((piece) => new TextEncoder().encode(piece))
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece)
      stream.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half' as const }
  expect(await new Driver().send('/application.create', init)).toMatchObject({ status: 404 })
})

test('an operation without a body takes any', async () => {
  const driver = new Driver()
  for (const body of [null, '', '{', '{}', 'x'.repeat(100_000)]) {
    expect((await driver.send('/settings.cleanMonitoring', post(body))).status).toBe(200)
  }
})

test('unknown query parameters are ignored, however long', async () => {
  const driver = new Driver()
  const path = `/sqla.one?x=${'x'.repeat(200_000)}&sqlaId=${await driver.make('sqla')}&__proto__=1`
  expect((await driver.send(path)).status).toBe(200)
})

test('HEAD and OPTIONS are answered like any other wrong method', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
    const response = await new Driver().send('/settings.health', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  }
})

test('latency delays every response', async () => {
  const started = performance.now()
  await new Driver({ latencyMs: 60 }).call('settings.health')
  expect(performance.now() - started).toBeGreaterThan(55)
})

test('an unknown fault or variant is a usage error', () => {
  expect(() => createReference({ token, faults: ['no/such'] })).toThrow("There is no fault 'no/such'.")
  expect(() => createReference({ token, variants: ['no/such'] })).toThrow("There is no variant 'no/such'.")
})

function deep(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
}
