/** No verdict: exit code 3 within five seconds, one sentence, no stack trace. */
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { freePort } from '../free-port.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

async function judged(baseUrl: string, token: string, ...more: readonly string[]) {
  const out = emptyFolder()
  const env = { TOUCHSTONE_BASE_URL: baseUrl, TOUCHSTONE_TOKEN: token }
  const ended = await touchstone(['run', '--out', out, ...more], { env })
  return { ...ended, report: readReport(out) }
}

/** A port on which something listens that answers nothing, or this. */
async function listener(response: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (response !== null) socket.end(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

function expectNoVerdict(ended: Awaited<ReturnType<typeof judged>>, says: RegExp) {
  const { code, out, err, ms, report } = ended
  expect(code).toBe(3)
  const line = /^No verdict on .*$/m.exec(out)?.[0]
  expect(line).toMatch(says)
  expect(line).not.toMatch(/\.\s*\.$/)
  expect(out + err).not.toMatch(/^\s+at |Error:/m)
  expect(report).toMatchObject({ exitCode: 3, totals: { fail: 0 } })
  expect(ms).toBeLessThan(5000)
}

test('exits with 3 if nothing listens at the address', async () => {
  expectNoVerdict(await judged('http://127.0.0.1:9', 'a-token-for-nobody'), /127\.0\.0\.1:9/)
})

test('exits with 3 if there is no such host', async () => {
  expectNoVerdict(await judged('http://nowhere.invalid', 'a-token-for-nobody'), /nowhere\.invalid/)
})

test('exits with 3 if another protocol is spoken there', async () => {
  expectNoVerdict(await judged(await listener('SSH-2.0-other\r\n'), 'a-token-for-nobody'), /127\.0\.0\.1/)
})

test('exits with 3 if the token is refused', async () => {
  const server = await startReference()
  onTestFinished(() => server.close())
  expectNoVerdict(await judged(server.baseUrl, 'not-the-token-of-this-server'), /token/)
})

test('--wait gives up when its time is over', async () => {
  const ended = await judged('http://127.0.0.1:9', 'a-token-for-nobody', '--wait', '1')
  expectNoVerdict(ended, /within 1 s/)
})

test('--wait waits for a target that comes late', async () => {
  const port = await freePort()
  const late = new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      startReference({ port, token: 'a-token-that-comes-late' })
        .then((server) => {
          onTestFinished(() => server.close())
          resolve()
        })
        .catch(reject)
    }, 1500)
  })
  const ended = await judged(`http://127.0.0.1:${port}`, 'a-token-that-comes-late', '--wait', '20', '--only', 'user')
  await late
  expect(ended.code).toBe(0)
})
