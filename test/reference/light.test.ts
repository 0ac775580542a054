import { expect, test } from 'vitest'
import { responseOf, headersOf, textOf } from '../../fixtures/reference/light/answer.ts'
import { bytesKnown, requestOf } from '../../fixtures/reference/light/request.ts'
import { rewrite } from '../../fixtures/reference/tools.ts'

const text = '{"name":"é","port":8080}'
const headers = { 'WWW-Authenticate': 'Bearer', 'content-type': 'application/json' }

test.each([200, 201, 401, 503])(
  'a response whose text is known tells with %i what the platform tells',
  async (status) => {
    const light = responseOf(text, { status, headers })
    const own = new Response(text, { status, headers })
    expect(light).toBeInstanceOf(Response)
    expect([light.status, light.ok, light.statusText, light.bodyUsed, light.type, light.redirected]).toEqual([
      own.status,
      own.ok,
      own.statusText,
      own.bodyUsed,
      own.type,
      own.redirected,
    ])
    expect([...light.headers]).toEqual([...own.headers])
    expect(Object.entries(headersOf(light))).toEqual([...own.headers])
    expect(await light.clone().json()).toEqual(await own.clone().json())
    expect(await light.clone().bytes()).toEqual(await own.clone().bytes())
    expect(await light.text()).toBe(await own.text())
  },
)

test.each(['text', 'json', 'arrayBuffer', 'bytes'] as const)(
  'a response is read once: after %s its text is gone',
  async (read) => {
    const light = responseOf(text, { status: 200, headers })
    await light[read]()
    expect([light.bodyUsed, textOf(light)]).toEqual([true, undefined])
    await expect(light.text()).rejects.toThrow(TypeError)
    expect(() => light.clone()).toThrow(TypeError)
  },
)

test('headers that are changed once a response is made go out as they are then', () => {
  const light = responseOf(text, { status: 200, headers })
  light.headers.set('content-encoding', 'gzip')
  const clone = light.clone()
  light.headers.set('x-later', 'yes')
  expect(headersOf(light)['content-encoding']).toBe('gzip')
  expect(headersOf(clone)).toEqual({
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'www-authenticate': 'Bearer',
  })
})

test('what has no body can not be given one', () => {
  expect(() => responseOf(text, { status: 204, headers })).toThrow(TypeError)
})

test('what is no Unicode in a text is replaced, as the platform replaces it', async () => {
  const cut = '"\ud83d"'
  expect(await responseOf(cut, { status: 200, headers }).text()).toBe(await new Response(cut).text())
})

const address = 'http://127.0.0.1:1/application.one?applicationId=1'
const posted = (body: string) => new Request(address, { method: 'POST', headers: { 'x-own': 'yes' }, body })

test('a request of known bytes may be asked for them again, and tells what the platform tells', async () => {
  const light = await rewrite(posted('{}'), { body: text })
  const own = posted(text)
  expect(light).toBeInstanceOf(Request)
  expect([light.method, light.url, light.headers.get('x-own'), light.redirect]).toEqual([
    own.method,
    own.url,
    own.headers.get('x-own'),
    own.redirect,
  ])
  for (let round = 0; round < 2; round++) {
    expect(await light.text()).toBe(text)
    expect(await light.json()).toEqual(JSON.parse(text))
    expect(Buffer.from(await light.arrayBuffer()).toString()).toBe(text)
    expect(await light.clone().text()).toBe(text)
  }
  expect(Buffer.from(await light.bytes()).toString()).toBe(text)
})

test('a rewritten request has no length of its own, and keeps its bytes where nothing is said of them', async () => {
  const given = new Headers({ 'content-length': '99', 'transfer-encoding': 'chunked', 'x-own': 'yes' })
  const first = requestOf({ method: 'POST', url: address, headers: given }, new Uint8Array(Buffer.from(text)))
  const again = await rewrite(first, { headers: { authorization: 'Bearer x' } })
  expect([...again.headers]).toEqual([
    ['authorization', 'Bearer x'],
    ['x-own', 'yes'],
  ])
  expect(Buffer.from(bytesKnown(again) ?? []).toString()).toBe(text)
})

test('a request that is asked for by another address or method is one of the platform', async () => {
  const other = await rewrite(posted(text), { url: `${address}&x=ä` })
  expect([bytesKnown(other), other.url, await other.text()]).toEqual([undefined, `${address}&x=%C3%A4`, text])
})
