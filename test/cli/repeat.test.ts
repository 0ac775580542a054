/** `run --repeat`: what comes out otherwise when it is judged again. */
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

/** A server in front of the reference server, which answers each second time that it is asked something another thing. */
async function flickering() {
  const { createServer } = await import('node:http')
  const behind = await startReference()
  onTestFinished(() => behind.close())
  let rounds = 0
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { host: _host, connection: _connection, ...headers } = request.headers
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      const proxied = await fetch(behind.baseUrl + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: sent,
        ...body,
      })
      const type = proxied.headers.get('content-type') ?? ''
      const isWrong = request.url === '/settings.getIp' && rounds % 2 === 0 && proxied.ok
      response.writeHead(proxied.status, { 'content-type': isWrong ? 'text/html' : type })
      response.end(Buffer.from(await proxied.arrayBuffer()))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    env: { TOUCHSTONE_BASE_URL: `http://127.0.0.1:${port}`, TOUCHSTONE_TOKEN: behind.token },
    /** Told of what is printed: each run after the first is announced. */
    hear: (printed: string) => {
      rounds = printed.split('once more').length - 1
    },
  }
}

test('a verdict that changes is unstable, comes first, is no pass and decides the exit code by its worst try', async () => {
  const { env, hear } = await flickering()
  const out = emptyFolder()
  const args = [
    'run',
    '--only',
    'settings.getIp',
    '--fuzz',
    '0',
    '--repeat',
    '3',
    '--out',
    out,
    '--reporter',
    'terminal',
    'markdown',
    'junit',
  ]
  const ended = await touchstone(args, {
    env,
    started: (child, printed) => void child.stdout?.on('data', () => hear(printed())),
  })
  expect(ended.err).toBe('')
  expect(ended.code).toBe(1)
  const report = readReport(out)
  const media = report.results.find(({ id }) => id === 'settings.getIp media/content-type')
  expect(media).toMatchObject({ verdict: 'unstable', unstable: ['fail', 'pass', 'fail'] })
  expect(media?.message).toMatch(/^fail 2 times, pass once of 3: /)
  expect(report.totals).toMatchObject({ unstable: 1, fail: 0 })
  expect(report.executed).toBe(report.planned)
  expect(ended.out).toMatch(/does not conform: 1 of 1 unstable result failed in some tries/)
  expect(ended.out.indexOf('Unstable: the verdict changed')).toBeLessThan(
    ended.out.indexOf('settings.getIp media/content-type'),
  )
  expect(ended.out).toContain('Exit code 1')
})

test('where nothing changes, each result stands once, as in one run', async () => {
  const out = emptyFolder()
  const ended = await touchstone([
    'run',
    '--only',
    'user.*',
    '--fuzz',
    '0',
    '--seed',
    '3',
    '--repeat',
    '2',
    '--out',
    out,
  ])
  expect(ended).toMatchObject({ code: 0, err: '' })
  const once = emptyFolder()
  await touchstone(['run', '--only', 'user.*', '--fuzz', '0', '--seed', '3', '--out', once])
  const verdicts = (folder: string) => readReport(folder).results.map(({ id, verdict }) => `${id} ${verdict}`)
  expect(verdicts(out).toSorted()).toEqual(verdicts(once).toSorted())
  expect(readReport(out).requests).toBeGreaterThan(1.8 * readReport(once).requests)
})
