/** From flags, environment and target file to the options of a run. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readBaseUrl } from '../../../cli/options/base-url.ts'
import type { RunFlags } from '../../../cli/options/flags.ts'
import { resolveRun } from '../../../cli/options/options.ts'
import { emptyFolder } from '../../folder.ts'

const folder = emptyFolder()
const given: RunFlags = { wait: 0, shard: { index: 1, count: 1 } }
const address = { baseUrl: 'http://flag.test', token: 'token-of-the-flag' }

function file(content: object): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

async function options(flags: Partial<RunFlags>, env: Readonly<Record<string, string>> = {}) {
  const { options: found, close } = await resolveRun({ ...given, ...flags }, env, 'reports')
  await close()
  return found
}

test('without a target: the embedded server, on loopback, with a fresh token, all allowed', async () => {
  const [first, second] = [await options({}), await options({})]
  expect(first).toMatchObject({ embedded: true, allow: ['deploy', 'host', 'destructive'] })
  expect(first.target.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(first.target.token).not.toBe(second.target.token)
  expect(first.target.identifiers.projectId).toBeTruthy()
})

test('the defaults are those of the contract', async () => {
  const found = await options(address)
  expect(found).toMatchObject({
    embedded: false,
    allow: [],
    only: [],
    skip: [],
    concurrency: 8,
    rate: null,
    timeoutMs: 10_000,
    settleMs: 2_000,
    maxRequests: null,
    badTokens: null,
    bail: false,
    out: resolve('reports'),
    target: { auth: { header: 'Authorization', scheme: 'Bearer' }, identifiers: {}, omit: [] },
  })
  expect(found).not.toHaveProperty('burst')
  expect(found.run).toMatch(/^[a-z][a-z0-9]{7}$/)
  expect(found.seed).toBeGreaterThanOrEqual(0)
  expect(found.seed).toBeLessThan(2 ** 32)
})

test('flags override the environment, which overrides the target file', async () => {
  const target = file({ baseUrl: 'http://file.test', token: 'token-of-the-file' })
  const env = { TOUCHSTONE_BASE_URL: 'http://env.test', TOUCHSTONE_TOKEN: 'token-of-the-environment' }
  expect((await options({ target })).target).toMatchObject({ baseUrl: 'http://file.test', token: 'token-of-the-file' })
  expect((await options({ target }, env)).target.baseUrl).toBe('http://env.test')
  expect((await options({ target, ...address }, env)).target).toMatchObject(address)
})

test('flags go before the limits and permissions of the target file', async () => {
  const target = file({
    ...address,
    limits: { concurrency: 2, requestsPerSecond: 5, timeoutMs: 100, settleMs: 0, badTokens: 3, maxRequests: 50 },
    allow: ['deploy'],
  })
  expect(await options({ target })).toMatchObject({
    concurrency: 2,
    burst: 2,
    rate: 5,
    timeoutMs: 100,
    settleMs: 0,
    badTokens: 3,
    maxRequests: 50,
    allow: ['deploy'],
  })
  const flags = { concurrency: 3, rate: 6, timeout: 200, settle: 1, maxRequests: 60, allow: ['host', 'host'] }
  expect(await options({ target, ...flags })).toMatchObject({
    concurrency: 3,
    // What the target file says of its target holds for bursts, whatever a flag says of the rest.
    burst: 2,
    rate: 6,
    timeoutMs: 200,
    settleMs: 1,
    maxRequests: 60,
    allow: ['host'],
  })
  expect((await options({ target, allow: ['all'] })).allow).toEqual(['deploy', 'host', 'destructive'])
})

test('a whole value "${NAME}" reads the environment, anything else is left as it is', async () => {
  const target = file({
    $schema: './schemas/target.schema.json',
    baseUrl: '${HERE}',
    token: '${KEY}',
    headers: { 'x-gate': '${GATE}', 'x-text': 'costs ${GATE}' },
    identifiers: { serverId: '${SERVER}' },
  })
  const env = { HERE: 'http://here.test/', KEY: 'token-from-elsewhere', GATE: 'open', SERVER: 's1' }
  expect((await options({ target }, env)).target).toMatchObject({
    baseUrl: 'http://here.test',
    token: 'token-from-elsewhere',
    headers: { 'x-gate': 'open', 'x-text': 'costs ${GATE}' },
    identifiers: { serverId: 's1' },
  })
})

test('--project-id and --environment-id go before the identifiers of the target file', async () => {
  const target = file({ ...address, identifiers: { projectId: 'p1', environmentId: 'e1', serverId: 's1' } })
  expect((await options({ target, projectId: 'p2', environmentId: 'e2' })).target.identifiers).toEqual({
    projectId: 'p2',
    environmentId: 'e2',
    serverId: 's1',
  })
})

test.each([
  ['http://a.b', 'http://a.b'],
  ['http://a.b/', 'http://a.b'],
  ['HTTP://A.B:80/', 'http://a.b'],
  ['https://a.b:8443/api/v1', 'https://a.b:8443/api/v1'],
  ['https://a.b/api/v1//', 'https://a.b/api/v1'],
  ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
])('the address %s is %s', (text, read) => {
  expect(readBaseUrl(text, '--base-url')).toBe(read)
})

test.each([
  [{ machine: [{ operation: 'sqla.update' }] }, /prepare: there is no kind 'machine'/],
  [{ sqla: [{ operation: 'sqla.updat' }] }, /prepare: there is no operation 'sqla.updat'.*sqla.update/],
  [{ sqla: [{ operation: 'sqlb.update' }] }, /sqlb.update changes no sqla by its sqlaId/],
  [{ sqla: [{ operation: 'sqla.remove' }] }, /sqla.remove changes no sqla/],
  [{ sqla: [{ operation: 'sqla.update', body: { sqlaId: 'of-a-colleague' } }] }, /names a sqlaId; leave it out/],
  [{ sqla: [{ operation: 'sqla.update', body: { name: 'mine' } }] }, /names a name; leave it out/],
])('what could touch anything but a record of the run’s own prepares none: %j', async (prepare, message) => {
  await expect(options({ target: file({ baseUrl: 'http://file.test', token: 't', prepare }) })).rejects.toThrow(message)
})

test('what prepares a record reaches the run as it was written', async () => {
  const prepare = { compose: [{ operation: 'compose.update', body: { composeFile: 'services: {}' } }] }
  const found = await options({ target: file({ baseUrl: 'http://file.test', token: 't', prepare }) })
  expect(found.target.prepare).toEqual(prepare)
})
