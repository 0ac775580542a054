/** The token, whatever is made of it, and longer pieces of it: on no screen and in no file, whatever the target does with it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { touchstone } from './touchstone.ts'

const TOKEN = 'Zq7vXw2Lk9Rt4Yp8Bn3Mf6Jd1Hs5Gc0A'
const PIECE = 12

const texts = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

function expectNoToken(text: string) {
  const encoded = [TOKEN, Buffer.from(TOKEN).toString('base64'), Buffer.from(TOKEN).toString('hex')]
  for (const form of encoded) {
    for (let at = 0; at + PIECE <= form.length; at++) expect(text).not.toContain(form.slice(at, at + PIECE))
  }
}

async function expectClean(args: readonly string[], env: Readonly<Record<string, string>>) {
  const out = emptyFolder()
  const ended = await touchstone(['run', ...args, '--out', out], { env })
  expectNoToken(ended.out)
  expectNoToken(ended.err)
  const files = texts(out)
  expect(files.length).toBeGreaterThan(0)
  files.forEach(expectNoToken)
  return ended
}

async function reference(ids: readonly string[] = []) {
  const server = await startReference({ token: TOKEN, faults: [...ids] })
  onTestFinished(() => server.close())
  return server.baseUrl
}

test('hides a token that is given on the command line', async () => {
  const ended = await expectClean(['--base-url', await reference(), '--token', TOKEN, '--only', 'user'], {})
  expect(ended.code).toBe(0)
})

test('hides a token that the environment gives', async () => {
  await expectClean(['--only', 'user'], { TOUCHSTONE_BASE_URL: await reference(), TOUCHSTONE_TOKEN: TOKEN })
})

test('hides the token of a server that repeats it, in every form of the report', async () => {
  const env = { TOUCHSTONE_BASE_URL: await reference(['errors/token-echoed']), TOUCHSTONE_TOKEN: TOKEN }
  await expectClean(['--only', 'user', '--reporter', 'all'], { ...env, GITHUB_ACTIONS: 'true' })
})

test('hides a token that a target file gives', async () => {
  const file = join(emptyFolder(), 'target.json')
  writeFileSync(file, JSON.stringify({ baseUrl: await reference(), token: '${VENDOR_TOKEN}' }))
  const ended = await expectClean(['--target', file, '--only', 'user'], { VENDOR_TOKEN: TOKEN })
  expect(ended.code).toBe(0)
})

test('hides the token of a run against a server that reads tokens in other places', async () => {
  const ids = faults.filter(({ id }) => id.startsWith('auth/')).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  await expectClean(['--allow', 'all', '--fuzz', '1'], {
    TOUCHSTONE_BASE_URL: await reference(ids),
    TOUCHSTONE_TOKEN: TOKEN,
  })
})

test('hides the token of a server that gives back every header, whole, cut and encoded', async () => {
  const server = createServer((request, response) => {
    const given = request.headers.authorization ?? ''
    const bare = given.replace(/^Bearer /, '')
    const message = `${given} ${bare.slice(0, 20)} ${Buffer.from(bare).toString('base64')} ${encodeURIComponent(given)} ${request.url}`
    const ok = given === `Bearer ${TOKEN}`
    response.writeHead(ok ? 200 : 401, { 'content-type': 'application/json', 'x-token': bare })
    response.end(JSON.stringify(ok ? { name: message } : { message, code: 'UNAUTHORIZED' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  await expectClean(['--only', 'user', 'settings.get*'], { TOUCHSTONE_BASE_URL: baseUrl, TOUCHSTONE_TOKEN: TOKEN })
})

test('hides a token that is refused', async () => {
  const server = await startReference({ token: 'another-token-altogether' })
  onTestFinished(() => server.close())
  const ended = await expectClean([], { TOUCHSTONE_BASE_URL: server.baseUrl, TOUCHSTONE_TOKEN: TOKEN })
  expect(ended.code).toBe(3)
})
