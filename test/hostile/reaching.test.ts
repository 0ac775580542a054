/** The ways to a target: TLS with certificates of one's own, proxies, sockets, IPv6, HTTP/2. */
import { writeFileSync } from 'node:fs'
import { createServer, request as send, type RequestListener, type Server } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createSecure } from 'node:https'
import { connect as dial, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { issue, newAuthority, type Certificate } from '../../fixtures/hostile/certificates.ts'
import { connect } from '../../fixtures/http/client.ts'
import type { Sending } from '../../fixtures/http/exchange.ts'
import { evidence } from '../../fixtures/http/evidence.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { noJournal } from '../../fixtures/journal.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { Session } from '../../suites/run/session.ts'
import { emptyFolder } from '../folder.ts'

const files: Record<'ca' | 'cert' | 'key', string> = { ca: '', cert: '', key: '' }
let authority: Certificate
let own: Certificate

beforeAll(async () => {
  authority = await newAuthority()
  own = await issue(authority)
  const folder = emptyFolder()
  for (const [name, text] of Object.entries({ ca: authority.cert, ...own })) {
    const file = join(folder, `${name}.pem`)
    writeFileSync(file, text)
    Object.assign(files, { [name]: file })
  }
})

afterEach(() => vi.unstubAllEnvs())

async function listening(
  server: Server | ReturnType<typeof createSecureServer>,
  where: string | 0 = 0,
  host = '127.0.0.1',
) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => (where === 0 ? server.listen(0, host, resolve) : server.listen(where, resolve)))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  return typeof address === 'object' && address ? (address as AddressInfo).port : 0
}

const optionsOf = (baseUrl: string, over: Partial<RunOptions>) =>
  optionsFor({ baseUrl, token: 'tok-1', target: { identifiers: {}, expendable: {}, sample: {}, lookup: {} } }, over)

/** Sends one read; what came of it. */
async function read(baseUrl: string, over: Partial<RunOptions> = {}, sending: Partial<Sending> = {}) {
  const client = connect(optionsOf(baseUrl, over), () => undefined)
  try {
    return await client.send({ operation: 'settings.health', method: 'GET', path: '/settings.health', ...sending })
  } finally {
    await client.close()
  }
}

const say: RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ path: request.url, by: request.httpVersion, via: request.headers['via'] ?? null }))
}
const shown = async (asked: ReturnType<typeof read>) => {
  const { response, failure } = await asked
  return response?.json.ok ? response.json.value : failure
}

describe('TLS', () => {
  const secure = (more: object = {}) => listening(createSecure({ ...own, ...more }, say))

  test('refuses a certificate that an unknown authority signed', async () => {
    expect(await shown(read(`https://127.0.0.1:${await secure()}`))).toMatch(/certificate/)
  })

  test('takes it once its authority is named', async () => {
    const base = `https://127.0.0.1:${await secure()}/api`
    expect(await shown(read(base, { tls: { ca: files.ca } }))).toMatchObject({ path: '/api/settings.health' })
  })

  test('takes any where it is told to check none', async () => {
    const base = `https://localhost:${await secure()}`
    expect(await shown(read(base, { tls: { insecure: true } }))).toMatchObject({ path: '/settings.health' })
  })

  test('shows a client certificate to a server that asks for one, and is refused without', async () => {
    const server = createSecure(
      { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      (asked, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify((asked.socket as TLSSocket).getPeerCertificate().subject))
      },
    )
    const base = `https://127.0.0.1:${await listening(server)}`
    const { ca, cert, key } = files
    expect(await shown(read(base, { tls: { ca, cert, key } }))).toEqual({ CN: 'localhost' })
    expect((await read(base, { tls: { ca } })).response).toBeNull()
  })

  test('speaks HTTP/2 to a target that offers nothing else', async () => {
    const server = createSecureServer({ ...own }, (asked, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ path: asked.url, by: asked.httpVersion }))
    })
    const port = await listening(server)
    const asked = read(`https://127.0.0.1:${port}`, { tls: { ca: files.ca } })
    expect(await shown(asked)).toEqual({ path: '/settings.health', by: '2.0' })
  })
})

describe('other addresses', () => {
  test('may be a socket of this machine with a prefix, which the curl line names', async () => {
    const file = join(emptyFolder(), 's.sock')
    await listening(createServer(say), file)
    const base = `unix:${file}:/api`
    expect(await shown(read(base))).toMatchObject({ path: '/api/settings.health' })
    const { curl } = evidence(await read(base), base, (text) => text)
    expect(curl).toContain(`--unix-socket '${file}' 'http://localhost/api/settings.health'`)
  })

  test('may be an IPv6 literal', async (context) => {
    const port = await listening(createServer(say), 0, '::1').catch(() => context.skip('no IPv6 here'))
    expect(await shown(read(`http://[::1]:${port}`))).toMatchObject({ path: '/settings.health' })
  })
})

describe('a proxy that the environment names', () => {
  /** Passes requests on and says so; tunnels where it is asked to. */
  async function proxy() {
    const tunnelled: string[] = []
    const server = createServer((asked, response) => {
      const headers = { ...asked.headers, via: 'the proxy' }
      const onward = send(asked.url ?? '', { method: asked.method ?? 'GET', headers }, (from) => {
        response.writeHead(from.statusCode ?? 500, from.headers)
        from.pipe(response)
      })
      asked.pipe(onward)
    })
    server.on('connect', (asked, socket: Socket) => {
      tunnelled.push(asked.url ?? '')
      const onward = dial(Number(asked.url?.split(':').at(-1)), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.pipe(onward).pipe(socket)
      })
      onward.on('error', () => socket.destroy())
      socket.on('error', () => onward.destroy())
    })
    return { url: `http://127.0.0.1:${await listening(server)}`, tunnelled }
  }

  test('is asked for what is plain', async () => {
    vi.stubEnv('HTTP_PROXY', (await proxy()).url)
    const port = await listening(createServer(say))
    expect(await shown(read(`http://127.0.0.1:${port}`))).toMatchObject({ via: 'the proxy' })
  })

  test('tunnels what is encrypted, and the certificate is still checked by --ca', async () => {
    const { url, tunnelled } = await proxy()
    vi.stubEnv('HTTPS_PROXY', url)
    const port = await listening(createSecure({ ...own }, say))
    const base = `https://127.0.0.1:${port}`
    expect(await shown(read(base, { tls: { ca: files.ca } }))).toMatchObject({ path: '/settings.health' })
    expect(tunnelled).toContain(`127.0.0.1:${port}`)
    expect((await read(base)).response).toBeNull()
  })

  test('is passed by for hosts of NO_PROXY, and for what the run has brought up itself', async () => {
    vi.stubEnv('HTTP_PROXY', (await proxy()).url)
    const base = `http://127.0.0.1:${await listening(createServer(say))}`
    expect(await shown(read(base, { direct: true }))).toMatchObject({ via: null })
    vi.stubEnv('NO_PROXY', '127.0.0.1')
    expect(await shown(read(base))).toMatchObject({ via: null })
  })

  test('is sent no token in the header that is meant for itself, and everything else goes on', async () => {
    vi.stubEnv('HTTP_PROXY', (await proxy()).url)
    const port = await listening(createServer(say))
    const { response, headers } = await read(`http://127.0.0.1:${port}`, {}, { credential: 'token-in-other-header' })
    expect(response?.status).toBe(200)
    expect(Object.keys(headers)).toContain('x-api-key')
    expect(Object.keys(headers)).not.toContain('proxy-authorization')
  })

  test('that is not there is named where the target can not be reached', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9')
    const options = optionsOf('https://127.0.0.1:1', { only: ['settings.health'] })
    const { noVerdict } = await new Session(options, noJournal, { progress() {} }).run()
    expect(noVerdict).toMatch(/ECONNREFUSED.*the proxy that HTTPS_PROXY names/)
  })

  test('that is not there is a failure in words', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    expect((await read('http://127.0.0.1:1')).failure).toContain('ECONNREFUSED')
  })
})
