/** The reference server over a real connection. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { UsageError } from '../../fixtures/errors.ts'
import { startReference, type RunningReference, type StartOptions } from '../../fixtures/reference/serve.ts'

const running: RunningReference[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function start(options: StartOptions = {}): Promise<RunningReference> {
  const server = await startReference(options)
  running.push(server)
  return server
}

const withToken = ({ token }: RunningReference) => ({ headers: { authorization: `Bearer ${token}` } })

/** The whole response as it came over the wire. */
function rawly({ baseUrl }: RunningReference, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text))
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })
}

const get = ({ token }: RunningReference, path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n${more}\r\n`

test('it listens on a free loopback port with a random token', async () => {
  const [one, other] = [await start(), await start()]
  expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(one.token).toMatch(/^[A-Za-z0-9]{32,}$/)
  expect(one.token).not.toBe(other.token)
  const response = await fetch(`${one.baseUrl}/settings.health`, withToken(one))
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  expect((await fetch(`${other.baseUrl}/settings.health`, withToken(one))).status).toBe(401)
})

test('a port in use is told in one sentence', async () => {
  const port = Number(new URL((await start()).baseUrl).port)
  await expect(startReference({ port })).rejects.toThrow(UsageError)
  await expect(startReference({ port })).rejects.toThrow(/^Port \d+ is already in use: [^.]+\.$/)
  await expect(startReference({ port: 70_000 })).rejects.toThrow(UsageError)
})

test('once closed, it is gone, also for connections that were kept', async () => {
  const server = await startReference()
  await (await fetch(`${server.baseUrl}/settings.health`, withToken(server))).text()
  await server.close()
  await expect(fetch(`${server.baseUrl}/settings.health`)).rejects.toThrow()
})

test.each([
  ['garbage', 'GARBAGE\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1_100_000)}\r\n\r\n`, 431],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: ???\r\nConnection: close\r\n\r\n', 400],
])('%s is refused in JSON', async (_, text, status) => {
  const response = await rawly(await start(), text)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} .*application/json.*\r\n\r\n\\{"message":".*\\}$`, 'is'))
})

test('long queries, odd expectations and a missing Host are taken', async () => {
  const server = await start()
  for (const text of [
    get(server, `/settings.health?x=${'x'.repeat(500_000)}`),
    get(server, '/settings.health', 'Expect: miracles\r\n'),
    get(server, '/settings.health').replace('Host: a\r\n', ''),
  ]) {
    expect(await rawly(server, text)).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  }
})

test.each([{ 'content-length': '9437184' }, { 'transfer-encoding': 'chunked' }])(
  'a body too large is read to its end and refused in JSON: %o',
  async (headers) => {
    const server = await start()
    const { port } = new URL(server.baseUrl)
    const status = await new Promise((resolve, reject) => {
      const options = { port, method: 'POST', path: '/settings.reloadProxy' }
      const sent = httpRequest({ ...options, headers: { ...withToken(server).headers, ...headers } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject)
      sent.end(Buffer.alloc(9 * 2 ** 20, ' '))
    })
    expect(status).toBe(413)
  },
)

test('500 requests at once are each answered with their own', async () => {
  const server = await start()
  const { identifiers } = server.target
  const responses = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => {
      const body = JSON.stringify({ name: `app-${n}`, projectId: identifiers.projectId })
      const response = await fetch(`${server.baseUrl}/application.create`, {
        ...withToken(server),
        method: 'POST',
        body,
      })
      return response.json() as Promise<{ name: string; applicationId: string }>
    }),
  )
  expect(responses.map(({ name }) => name)).toEqual(responses.map((_, n) => `app-${n}`))
  expect(new Set(responses.map(({ applicationId }) => applicationId)).size).toBe(500)
})

test.each([
  ['media/no-content-type', '/application.refreshToken', /^(?!.*content-type)/is],
  ['media/two-content-types', '/user.all', /content-type: application\/json\r\ncontent-type: text\/html\r\n/i],
  ['bytes/zero-bytes', '/settings.reloadServer', /content-type: application\/json\r\n.*content-length: 0\r\n/is],
  ['bytes/gzip-label', '/engine.getContainers', /content-encoding: gzip\r\n.*\r\n\r\n\[/is],
])('the fault %s reaches the wire', async (id, path, expected) => {
  const server = await start({ faults: [id] })
  const { identifiers } = server.target
  let text = get(server, path)
  if (path === '/settings.reloadServer') text = text.replace('GET', 'POST')
  if (path === '/application.refreshToken') {
    const body = JSON.stringify({ name: 'x', projectId: identifiers.projectId })
    const made = await fetch(`${server.baseUrl}/application.create`, { ...withToken(server), method: 'POST', body })
    const sent = JSON.stringify(await made.json())
    text = `${get(server, path, `Content-Length: ${sent.length}\r\n`).replace('GET', 'POST')}${sent}`
  }
  const response = await rawly(server, text)
  expect(response).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(response).toMatch(expected)
})

test.each([
  ['wire/close', /^(?:(?!keep-alive).)*\r\nconnection: close\r\n/is],
  ['wire/chunked', /transfer-encoding: chunked\r\n.*\r\n\r\n7\r\n/is],
  ['wire/gzip', /content-encoding: gzip\r\n/i],
])('the variant %s reaches the wire', async (id, expected) => {
  const server = await start({ variants: [id] })
  expect(await rawly(server, get(server, '/settings.health'))).toMatch(expected)
  const response = await fetch(`${server.baseUrl}/settings.health`, withToken(server))
  expect(await response.json()).toEqual({ status: 'ok' })
})

test('the fault auth/connection opens a connection that has carried the token', async () => {
  const server = await start({ faults: ['auth/connection'] })
  const bare = 'GET /settings.health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const kept = get(server, '/settings.health').replace('Connection: close\r\n', '')
  expect(await rawly(server, bare)).toMatch(/^HTTP\/1.1 401/)
  expect(await rawly(server, kept + bare)).toMatch(/^HTTP\/1.1 200.*HTTP\/1.1 200/s)
})
