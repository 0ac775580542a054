import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { Api, isError, type Heard } from './api.ts'
import { sendRaw } from './raw.ts'

let api: Api
beforeAll(async () => {
  api = new Api(await startAway())
})
afterAll(() => api.away.close())

const NAME = '/application.create'
const errors: Readonly<Record<string, readonly [number, () => Promise<Heard>]>> = {
  'an unknown path': [404, () => api.get('nobody.home')],
  'the root': [404, () => api.send('GET', '/')],
  'a wrong method': [405, () => api.send('DELETE', NAME)],
  'POST for a GET operation': [405, () => api.post('settings.health', {})],
  'JSON that is cut': [400, () => api.send('POST', NAME, '{"name":')],
  'a list as the body': [400, () => api.send('POST', NAME, '[]')],
  'null as the body': [400, () => api.send('POST', NAME, 'null')],
  'bytes that are no UTF-8': [400, () => api.send('POST', NAME, Uint8Array.of(0x7b, 0xff, 0x7d))],
  'another content type': [415, () => api.send('POST', NAME, '{}', { type: 'text/plain' })],
  'a body that is too large': [413, () => api.post('application.create', { name: 'x'.repeat(9_000_000) })],
  'a body far too large': [413, () => api.post('application.create', { name: 'x'.repeat(30_000_000) })],
  'a malformed escape': [400, () => api.send('GET', '/application.one?applicationId=%E0%A4')],
  'a parameter that stands twice': [422, () => api.send('GET', '/application.one?applicationId=a&applicationId=b')],
  'a path below a file': [404, () => api.get('settings.readProxyFile', { path: 'proxy.yml/x' })],
  'a missing parameter': [422, () => api.get('application.one')],
  'a blank identifier': [422, () => api.get('application.one', { applicationId: '' })],
  'an unknown identifier': [404, () => api.get('application.one', { applicationId: 'gone' })],
  'half of a surrogate pair': [422, () => api.post('application.create', { name: '\ud83d', projectId: 'x' })],
  'an unknown project': [422, () => api.post('application.create', { name: 'x', projectId: 'gone' })],
  'a name of Object.prototype': [422, () => api.send('POST', NAME, '{"__proto__":{"name":"x","projectId":"y"}}')],
  'a path outside of the folder': [422, () => api.get('settings.readProxyFile', { path: '../away.db' })],
  'a file that is not there': [404, () => api.get('settings.readProxyFile', { path: 'none.yml' })],
  'a file where a folder is': [409, () => api.post('settings.updateProxyFile', { path: 'dynamic', proxyConfig: '' })],
  'an unknown server': [404, () => api.get('engine.getContainers', { serverId: 'gone' })],
}

/** What the server answers to bytes on the socket. */
const raw = (bytes: string): Promise<string> => sendRaw(api.away.baseUrl, bytes)

describe('the errors of the away server', () => {
  it.each(Object.keys(errors))('have the shape of the specification for %s', async (what) => {
    const [status, call] = errors[what]!
    const heard = await call()
    expect([heard.status, isError(heard)]).toEqual([status, true])
  })

  it.each([
    ['bytes that are no HTTP', 'HELLO\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a tunnel', 'CONNECT other:80 HTTP/1.1\r\nhost: other:80\r\n\r\n', 405],
  ])('are JSON for %s', async (_what, bytes, status) => {
    const heard = await raw(bytes)
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(heard).toContain('content-type: application/json')
    const body: unknown = JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))
    expect(Object.keys(body as object)).toEqual(['message', 'code', 'issues'])
  })

  it('are not needed for HEAD and OPTIONS, an absolute address or a request without a Host', async () => {
    const head = await api.get('settings.health', {}, { method: 'HEAD' })
    expect([head.status, head.type, head.text]).toEqual([200, 'application/json', ''])
    const options = await api.send('OPTIONS', NAME)
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'POST, OPTIONS'])
    const auth = `authorization: Bearer ${api.away.token}\r\nconnection: close\r\n\r\n`
    expect(await raw(`GET ${api.away.baseUrl}/settings.health HTTP/1.1\r\nhost: x\r\n${auth}`)).toContain('200 OK')
    expect(await raw(`GET /settings.health HTTP/1.1\r\n${auth}`)).toContain('200 OK')
  })
})
