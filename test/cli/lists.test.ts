/** What `list`, `explain`, `openapi` and `plan` print: vendors script against the JSON. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { operations } from '../../schemas/registry.ts'
import { emptyFolder } from '../folder.ts'
import { called } from './called.ts'
import { touchstone } from './touchstone.ts'

async function json(...args: readonly string[]): Promise<unknown> {
  const { code, out, err } = await called(args)
  expect(err).toBe('')
  expect(code).toBe(0)
  return JSON.parse(out)
}

async function text(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await called(args)
  expect(err).toBe('')
  expect(code).toBe(0)
  return out
}

const listedOperation = z.strictObject({
  id: z.string().regex(/^[a-z]+\.[A-Za-z]+$/),
  method: z.enum(['GET', 'POST']),
  path: z.string().startsWith('/'),
  query: z.array(z.strictObject({ name: z.string(), required: z.boolean() })),
  body: z.nullable(
    z.strictObject({
      fields: z.array(
        z.strictObject({ name: z.string(), type: z.enum(['string', 'integer', 'boolean', 'string[]', 'email']) }),
      ),
    }),
  ),
  effect: z.enum(['read', 'resource', 'deploy', 'host', 'destructive']),
  clause: z.string().min(1),
})

test('list operations --json is the contract', async () => {
  const listed = z.array(listedOperation).parse(await json('list', 'operations', '--json'))
  expect(listed).toHaveLength(operations.length)
  expect(listed.find(({ id }) => id === 'application.create')).toEqual({
    id: 'application.create',
    method: 'POST',
    path: '/application.create',
    query: [],
    body: {
      fields: [
        { name: 'name', type: 'string' },
        { name: 'projectId', type: 'string' },
      ],
    },
    effect: 'resource',
    clause: 'OP-application.create',
  })
  expect(listed.find(({ id }) => id === 'settings.reloadServer')?.body).toBeNull()
  expect(listed.find(({ id }) => id === 'settings.reloadProxy')?.body).toEqual({ fields: [] })
})

test.each(['checks', 'clauses', 'faults', 'variants'])(
  'list %s --json is an array with id and sentence',
  async (what) => {
    const items = z
      .array(z.looseObject({ id: z.string().min(1), sentence: z.string().min(1) }))
      .parse(await json('list', what, '--json'))
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  },
)

test('without --json a list has one line an item', async () => {
  const lines = (await text('list', 'operations')).trimEnd().split('\n')
  expect(lines).toHaveLength(operations.length)
  expect(lines.find((line) => line.startsWith('engine.getConfig '))).toMatch(/GET +read +containerId\* serverId\?$/)
})

test('explain says what an operation takes and which checks judge it', async () => {
  const said = await text('explain', 'port.create')
  expect(said).toMatch(/^operation +port\.create: POST \/port\.create$/m)
  expect(said).toMatch(/^body +publishedPort \(integer\), targetPort \(integer\), applicationId \(string\)$/m)
  expect(said).toMatch(/^effect +resource$/m)
  expect(said).toMatch(/^checks +.*auth\/no-header/m)
})

test('explain says what a check sends, expects and kills, and by which clause', async () => {
  const said = await text('explain', 'auth/no-header')
  expect(said).toMatch(/^claim +MUST /m)
  expect(said).toMatch(/^sends +\S/m)
  expect(said).toMatch(/^expects +\S/m)
  expect(said).toMatch(/^clause +AUTH-1: \S/m)
  expect(said).toMatch(new RegExp(`^on +all ${operations.length} operations$`, 'm'))
})

test('explain says which checks judge a clause, or why none does', async () => {
  expect(await text('explain', 'AUTH-1')).toMatch(/^judged by +.*auth\/no-header/m)
  expect(await text('explain', 'PARAM-port.create')).toMatch(/^judged by +.*params\/missing-required/m)
  expect(await text('explain', 'ERR-7')).toMatch(/^judged by +.*a permission/m)
  expect(await text('explain', 'OP-port.create')).toMatch(/^judged by +exists\/operation(,|$)/m)
})

test('explain says what a fault and a variant are', async () => {
  expect(await text('explain', 'exists/no-settings.getIp')).toMatch(/^breaks +settings\.getIp is not there/m)
  expect(await text('explain', 'creates/true')).toMatch(/^variant +creates\/true: \S/m)
})

test('openapi prints an OpenAPI 3.1 document of every operation', async () => {
  const document = z
    .object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
    .parse(await json('openapi'))
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(document.paths).toSorted()).toEqual(operations.map(({ path }) => path).toSorted())
})

test("openapi takes a target file's address, identifiers and samples into its examples", async () => {
  const file = join(emptyFolder(), 'target.json')
  const sample = { 'application.create': { tier: 'small' } }
  writeFileSync(file, JSON.stringify({ baseUrl: 'https://service.test/api', identifiers: { projectId: 'p1' }, sample }))
  const printed = await text('openapi', '--target', file)
  expect(printed).toContain('"default": "https://service.test/api"')
  const content = z.object({ example: z.unknown() })
  const body = z.object({ post: z.object({ requestBody: z.object({ content: z.record(z.string(), content) }) }) })
  const { paths } = z.object({ paths: z.looseObject({ '/application.create': body }) }).parse(JSON.parse(printed))
  expect(paths['/application.create'].post.requestBody.content['application/json']?.example).toEqual({
    name: 'example',
    projectId: 'p1',
    tier: 'small',
  })
})

const plan = z.object({
  requests: z.int(),
  effects: z.array(z.object({ effect: z.string(), operations: z.int(), requests: z.int() })),
  operations: z.array(
    z.object({ operation: z.string(), effect: z.string(), requests: z.int(), checks: z.array(z.string()) }),
  ),
})

test('plan adds up, by operation and by effect', async () => {
  const { requests, effects, operations: rows } = plan.parse(await json('plan', '--json'))
  const sum = (items: readonly { requests: number }[]) => items.reduce((total, item) => total + item.requests, 0)
  expect(sum(effects)).toBe(requests)
  expect(sum(rows)).toBe(requests)
  expect(effects.reduce((total, { operations: count }) => total + count, 0)).toBe(operations.length)
})

test('plan sends nothing to a target, and plans nothing for what is not allowed', async () => {
  // Port 9 is closed: whatever was sent would end in exit code 3.
  const env = { TOUCHSTONE_BASE_URL: 'http://127.0.0.1:9', TOUCHSTONE_TOKEN: 'a-token-for-nobody' }
  const { code, out } = await called(['plan', '--json'], { env })
  expect(code).toBe(0)
  const { effects } = plan.parse(JSON.parse(out))
  const requestsOf = (effect: string) => effects.find((one) => one.effect === effect)?.requests
  expect(requestsOf('destructive')).toBe(0)
  expect(requestsOf('read')).toBeGreaterThan(0)
  expect(out).not.toContain('a-token-for-nobody')
})

test('plan as a table ends with the totals', async () => {
  const said = await text('plan', '--only', 'port.*')
  expect(said).toMatch(/^port\.create +resource +\d+ +\d+$/m)
  expect(said).toMatch(/at most \d+ requests to the embedded reference server.*nothing was sent/)
})

test.each([
  [['--help']],
  [['run', '--help']],
  [['serve', '--help']],
  [['list', '--help']],
  [['explain', '--help']],
  [['plan', '--help']],
])('help: %s', async (args) => {
  expect(await text(...args)).toMatch(/^Usage: touchstone/)
})

test('a reader who stops reading is no error', async () => {
  const { code, err } = await touchstone(['openapi'], { started: (child) => child.stdout?.destroy() })
  expect(err).toBe('')
  expect(code).toBe(0)
})
