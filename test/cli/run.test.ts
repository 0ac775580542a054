/** `run` as a user meets it: what it prints, what it leaves, how it ends. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference, type StartOptions } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

async function reference(options: StartOptions = {}) {
  const server = await startReference(options)
  onTestFinished(() => server.close())
  return { ...server, env: { TOUCHSTONE_BASE_URL: server.baseUrl, TOUCHSTONE_TOKEN: server.token } }
}

// All of the embedded reference server: certify.test.ts.
test('tells failures by cause, with claim, clause, expected, got and a curl line', async () => {
  const out = emptyFolder()
  const { env } = await reference({ faults: ['exists/no-settings.getIp'] })
  const ended = await touchstone(['run', '--only', 'settings.get*', '--out', out], { env })
  expect(ended.code).toBe(1)
  expect(ended.out).toMatch(
    /does not conform: 1 failure of 1 cause; not judged: \d+ blocked \([\d.]+ % of \d+ results decided\); 1 operation is not there\./,
  )
  expect(ended.out).toMatch(/on +settings\.getIp$/m)
  expect(ended.out).toMatch(/claim +MUST /)
  expect(ended.out).toMatch(/clause +OP-settings\.getIp: \S/)
  expect(ended.out).toMatch(/expected +\S/)
  expect(ended.out).toMatch(/got +\S/)
  expect(ended.out).toMatch(/try +curl .*<ACCESS_TOKEN>/)
  const failed = readReport(out).results.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id }) => id)).toEqual(['settings.getIp exists/operation'])
  expect(failed[0]?.evidence[0]?.response?.status).toBe(404)
})

test('sends nothing to what is not allowed, and says so', async () => {
  const out = emptyFolder()
  const { env } = await reference()
  const ended = await touchstone(['run', '--only', 'cluster', '--out', out], { env })
  expect(ended.code).toBe(0)
  expect(ended.out).toContain('--allow destructive')
  const { results } = readReport(out)
  expect(new Set(results.filter(({ verdict }) => verdict === 'skipped').map(({ operation }) => operation))).toEqual(
    new Set(['cluster.removeWorker', 'cluster.addWorker', 'cluster.addManager']),
  )
})

test('a run in which everything is skipped is no verdict', async () => {
  const { env } = await reference()
  const ended = await touchstone(['run', '--only', 'cluster.addWorker', '--out', emptyFolder()], { env })
  expect(ended.code).toBe(3)
  expect(ended.out).toMatch(/No verdict on .*skipped/)
})

test('the parts of a run are the whole run', async () => {
  const { env } = await reference()
  const parts = await Promise.all(
    ['1/2', '2/2'].map(async (shard) => {
      const out = emptyFolder()
      await touchstone(['run', '--only', 'user', 'admin.one', '--shard', shard, '--out', out], { env })
      return readReport(out).results.map(({ id }) => id)
    }),
  )
  const out = emptyFolder()
  await touchstone(['run', '--only', 'user', 'admin.one', '--out', out], { env })
  expect(parts.flat().toSorted()).toEqual(
    readReport(out)
      .results.map(({ id }) => id)
      .toSorted(),
  )
})

test('the reporter json prints the verdict and the exit code, and no summary', async () => {
  const out = emptyFolder()
  const { env } = await reference()
  const ended = await touchstone(['run', '--only', 'user', '--reporter', 'json', '--out', out], { env })
  expect(ended.out).toMatch(/keeps the specification in all that was judged: \d+ passes\.$/m)
  expect(ended.out).toMatch(/^Exit code 0$/m)
  expect(ended.out).not.toContain('operations were called')
  expect(readReport(out).totals.pass).toBeGreaterThan(0)
})

test('a stale report does not survive a run without a verdict', async () => {
  const out = emptyFolder()
  writeFileSync(join(out, 'report.json'), '{"exitCode": 0}')
  const env = { TOUCHSTONE_BASE_URL: 'http://127.0.0.1:9', TOUCHSTONE_TOKEN: 'a-token-for-nobody' }
  expect((await touchstone(['run', '--out', out], { env })).code).toBe(3)
  expect(readReport(out).exitCode).toBe(3)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s cleans up and ends with 130', async (signal) => {
  const out = emptyFolder()
  const { env, baseUrl, token } = await reference({ latencyMs: 20 })
  const names = async () => {
    const response = await fetch(`${baseUrl}/registry.all`, { headers: { authorization: `Bearer ${token}` } })
    return JSON.stringify(await response.json())
  }
  const before = await names()
  const ended = await touchstone(['run', '--allow', 'all', '--out', out], {
    env,
    started(child) {
      const look = setInterval(() => {
        if (!existsSync(join(out, 'journal.jsonl'))) return
        clearInterval(look)
        child.kill(signal)
      }, 20)
      child.once('close', () => clearInterval(look))
    },
  })
  expect(ended.code).toBe(130)
  expect(ended.out).toContain('cleaning up')
  expect(readReport(out)).toMatchObject({ exitCode: 130, leftovers: [] })
  expect(await names()).toBe(before)
})

/** A target that can be made slow while it is being judged. */
async function slowable() {
  const { baseUrl, token } = await reference()
  let delayMs = 0
  const server = createServer((asked, answered) => {
    const forward = () => {
      const { method, headers, url } = asked
      const onward = request(new URL(url ?? '/', baseUrl), { method, headers }, (response) => {
        answered.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answered)
      })
      onward.on('error', () => answered.destroy())
      asked.pipe(onward)
    }
    setTimeout(forward, delayMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const env = { TOUCHSTONE_BASE_URL: `http://127.0.0.1:${port}`, TOUCHSTONE_TOKEN: token }
  return { env, slowDown: () => (delayMs = 4000) }
}

test('a second signal ends at once and says where the journal is', async () => {
  const out = emptyFolder()
  const journal = join(out, 'journal.jsonl')
  const { env, slowDown } = await slowable()
  const ended = await touchstone(['run', '--out', out], {
    env,
    started(child, printed) {
      let isStopping = false
      const look = setInterval(() => {
        if (isStopping) {
          // What comes right after the first counts as the same one: it is pressed until it is heard.
          if (printed().includes('interrupted: cleaning up')) child.kill('SIGINT')
        } else if (existsSync(journal) && readFileSync(journal, 'utf8').includes('"created"')) {
          isStopping = true
          slowDown()
          child.kill('SIGINT')
        }
      }, 5)
      child.once('close', () => clearInterval(look))
    },
  })
  expect(ended.code).toBe(130)
  expect(ended.out).toMatch(/touchstone cleanup --journal .*journal\.jsonl/)
})

// The thread that sends may not be listening yet: the word is said again until it does.
test('SIGINT is heard before the thread that sends has started', async () => {
  const { env } = await reference({ latencyMs: 20 })
  const ended = await touchstone(['run', '--out', emptyFolder()], {
    env,
    started(child, printed) {
      const look = setInterval(() => {
        if (!printed().includes('; shorter with')) return
        clearInterval(look)
        // Our own handlers are there before this line; the other thread takes long to start.
        child.kill('SIGINT')
      }, 2)
      child.once('close', () => clearInterval(look))
    },
  })
  expect(ended.code).toBe(130)
  expect(ended.out).toContain('interrupted: cleaning up')
})
