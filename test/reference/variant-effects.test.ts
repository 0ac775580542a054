/** Each variant does what its sentence says. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { operation, type OperationId } from '../../schemas/registry.ts'
import { Driver, pick, token, type HttpResponse, type Json } from './drive.ts'
import { furtherProofs, type Proof } from './further-proofs.ts'
import { habitProofs } from './habit-proofs.ts'

const call = async (driver: Driver, id: OperationId, more: Json = {}): Promise<HttpResponse> =>
  driver.call(id, { ...(await driver.valid(operation(id))), ...more })
const unknown = (driver: Driver) => driver.call('sqla.one', { sqlaId: 'no-such-one' })
const invalid = (driver: Driver) => driver.call('sqla.create', {})
const noHeader = (driver: Driver) => driver.reference.fetch(new Request('http://127.0.0.1/settings.health'))
const wrongToken = (driver: Driver) =>
  driver.call('settings.health', {}, { headers: { authorization: 'Bearer wrong' } })
/** The response to one operation matches this. */
const shows =
  (id: OperationId, expected: Json): Proof =>
  async (driver) =>
    expect(await call(driver, id)).toMatchObject(expected)
const fails =
  (ask: (driver: Driver) => Promise<HttpResponse>, expected: Json): Proof =>
  async (driver) =>
    expect(await ask(driver)).toMatchObject(expected)
const refuses =
  (id: OperationId, more: Json, status = 400, valid: Json = {}): Proof =>
  async (driver) => {
    expect((await call(driver, id, valid)).status).toBe(200)
    expect((await call(driver, id, more)).status).toBe(status)
  }
const identifies =
  (pattern: RegExp): Proof =>
  async (driver) => {
    const id = pick((await call(driver, 'sqla.create')).json, 'sqlaId')
    expect(id).toMatch(pattern)
    expect((await driver.call('sqla.one', { sqlaId: id })).json).toMatchObject({ sqlaId: id })
  }
const raw =
  (id: OperationId, expected: RegExp, more: Json = {}): Proof =>
  async (driver) =>
    expect((await call(driver, id, more)).text).toMatch(expected)
const header =
  (name: string, value: string): Proof =>
  async (driver) =>
    expect((await call(driver, 'settings.health')).headers.get(name)).toBe(value)

const string: unknown = expect.any(String)
const sqlb = { databasePassword: 'sample' }
const proofs: Readonly<Record<string, Proof>> = {
  ...furtherProofs,
  ...habitProofs,
  'answers/result-data-json': shows('sqlb.create', { json: { result: { data: { json: sqlb } } } }),
  'answers/list-soft-deleted': async (driver) => {
    const registryId = await driver.make('registry')
    await driver.call('registry.remove', { registryId })
    expect((await driver.call('registry.all')).json).toContainEqual(
      expect.objectContaining({ registryId, deletedAt: string }),
    )
  },
  'answers/data': shows('sqlb.create', { json: { data: sqlb } }),
  'creates/identifier-only': async (driver) =>
    expect((await call(driver, 'port.create')).json).toEqual({ portId: string }),
  'creates/nested': async (driver) => {
    const other = await driver.make('sqlb')
    const expected = { neighbours: [{ sqlbId: other }], created: [{ item: sqlb }] }
    expect((await call(driver, 'sqlb.create')).json).toMatchObject(expected)
  },
  'creates/true': shows('mounts.create', { json: true }),
  'creates/201': shows('sqlb.create', { status: 201, json: sqlb }),
  'deletes/empty': async (driver) => expect((await call(driver, 'sqlb.remove')).json).toEqual({}),
  'deletes/null': shows('sqlb.remove', { json: null }),
  'deletes/record': shows('sqlb.remove', { json: { sqlbId: string, ...sqlb } }),
  'deletes/idempotent': fails((driver) => driver.call('sqla.remove', { sqlaId: 'none' }), { status: 200, json: true }),
  'deletes/announced': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.remove', { sqlaId })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ sqlaId, applicationStatus: 'deleting' })
  },
  'reads/null-for-missing': fails(unknown, { status: 200, json: null }),
  'reads/masked-passwords': shows('sqlb.one', { json: { databasePassword: '******', databaseRootPassword: '******' } }),
  'reads/few-fields': async (driver) => {
    const { json } = await call(driver, 'sqlb.one')
    expect(json).toEqual({ sqlbId: string, name: string, appName: string, mounts: [] })
  },
  'answers/setting-objects': shows('settings.readProxyEnv', { json: { value: string } }),
  'answers/config-object': shows('application.readProxyConfig', { json: { http: {}, readAt: string } }),
  'answers/settings-trimmed': shows('settings.readProxyEnv', { json: 'PROXY_LOG_LEVEL=info' }),
  'answers/openapi-text': shows('settings.getOpenApiDocument', { json: string }),
  'answers/openapi-part': async (driver) => {
    const { json } = await call(driver, 'settings.getOpenApiDocument')
    expect(json).toHaveProperty(['paths', '/api/application.one'])
    expect(json).not.toHaveProperty(['paths', '/sqla.one'])
  },
  'reads/no-permissions': async (driver) => {
    const { json } = await call(driver, 'user.byUserId')
    expect(json).toHaveProperty('userId')
    expect(json).not.toHaveProperty('canAccessToAPI')
  },
  'answers/engine-lists': shows('cluster.getNodes', { json: [{ ID: string }, {}] }),
  'answers/volatile': shows('sqlb.one', { json: { servedAt: string, servedAs: 1 } }),
  'errors/all-400': fails(unknown, { status: 400 }),
  'errors/all-200': fails(wrongToken, { status: 200, json: { code: 'UNAUTHORIZED' } }),
  'errors/all-500': fails(invalid, { status: 500 }),
  'errors/mixed-statuses': fails(invalid, { status: 422 }),
  'errors/refusals-403': fails(wrongToken, { status: 403 }),
  'errors/refusals-hidden': fails(wrongToken, {
    status: 404,
    json: { message: 'No operation answers at /settings.health' },
  }),
  'errors/further-fields': fails(unknown, { json: { path: '/sqla.one' } }),
  'errors/no-empty-issues': async (driver) => {
    expect((await unknown(driver)).json).not.toHaveProperty('issues')
    expect((await invalid(driver)).json).toHaveProperty('issues')
  },
  'errors/no-issues': async (driver) => expect((await invalid(driver)).json).not.toHaveProperty('issues'),
  'errors/greek': fails(unknown, { json: { message: 'Δεν βρέθηκε η εγγραφή' } }),
  'errors/auth-codes': async (driver) => {
    expect(await (await noHeader(driver)).json()).toMatchObject({ code: 'MISSING_TOKEN' })
    expect((await wrongToken(driver)).json).toMatchObject({ code: 'INVALID_TOKEN' })
  },
  'errors/one-text': fails(unknown, { json: { message: 'Request failed', code: 'ERROR' } }),
  'errors/names-path': fails(unknown, { json: { message: expect.stringContaining('GET /sqla.one: ') as unknown } }),
  'errors/request-id': fails(unknown, { json: { message: expect.stringMatching(/\(request .{36}\)$/) as unknown } }),
  'errors/stamped': fails(unknown, { json: { operationId: string } }),
  'errors/stack-shown': fails(unknown, { json: { stack: expect.stringContaining('Error: ') as unknown } }),
  'errors/codes-as-numbers-in-text': fails(unknown, { json: { code: '404' } }),
  'ids/uuid': identifies(/^[0-9a-f-]{36}$/),
  'ids/digits': identifies(/^\d+$/),
  'ids/unicode': identifies(/ключ/),
  'ids/reserved': identifies(/%20\?/),
  'ids/long': identifies(/^.{200}$/),
  'wire/charset': header('content-type', 'application/json;charset=utf-8'),
  'wire/upper-case-type': header('content-type', 'Application/JSON'),
  'wire/gzip': header('content-encoding', 'gzip'),
  'wire/close': header('connection', 'close'),
  'wire/chunked': header('transfer-encoding', 'chunked'),
  'wire/slow': async (driver) => {
    const started = performance.now()
    await driver.call('settings.health')
    expect(performance.now() - started).toBeGreaterThan(18)
  },
  'wire/whitespace': raw('sqla.one', /^\n\t \{\n {2}"/),
  'wire/escapes': raw('sqla.create', /"\\u65e5\\u672c\\\/"/, { name: '日本/' }),
  'wire/decimals': raw('sqla.create', /"half":1\.5,"text":"a \\"12",.*"revision":1\.0/, { half: 1.5, text: 'a "12' }),
  'limits/strict-body': refuses('sqla.update', { description: 'x' }),
  'limits/strict-query': refuses('sqla.one', { more: 'x' }),
  'limits/json-type-required': async (driver) => {
    expect((await driver.send('/settings.reloadProxy', { method: 'POST', body: '{}' })).status).toBe(415)
    expect((await driver.send('/settings.reloadServer', { method: 'POST' })).status).toBe(200)
  },
  'limits/unique-names': refuses('sqla.create', { name: 'sample-1' }, 409),
  'limits/unique-ports': refuses('port.create', { publishedPort: 8080 }, 409),
  'limits/quota': async (driver) => {
    for (let n = 0; n < 12; n++) expect((await call(driver, 'sqla.create')).status).toBe(200)
    expect((await call(driver, 'sqla.create')).status).toBe(403)
  },
  'limits/names': refuses('sqla.create', { name: 'A name' }),
  'limits/port-numbers': refuses('port.create', { publishedPort: 0 }),
  'limits/narrow-ports': refuses('sqla.saveExternalPort', { externalPort: 9 }, 400, { externalPort: 30_500 }),
  'limits/known-values': refuses('mounts.create', { type: 'other' }),
  'limits/sizes': refuses('sqla.update', { description: 'x'.repeat(70_000) }, 413),
  'limits/rate': async (driver) => {
    for (let n = 0; n < 400; n++) await driver.call('settings.health')
    const response = await driver.call('settings.health')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    await wait(1010)
    expect((await driver.call('settings.health')).status).toBe(200)
  },
  'limits/lock-out': async (driver) => {
    for (let n = 0; n < 30; n++) expect((await wrongToken(driver)).status).toBe(401)
    expect((await driver.call('settings.health')).status).toBe(429)
    await wait(1010)
    expect((await driver.call('settings.health')).status).toBe(200)
  },
  'limits/create-rate': async (driver) => {
    for (let n = 0; n < 15; n++) expect((await call(driver, 'registry.create')).status).toBe(200)
    expect((await call(driver, 'registry.create')).status).toBe(429)
  },
  'params/some-optional': async (driver) =>
    expect((await call(driver, 'registry.create', { imagePrefix: undefined })).status).toBe(200),
  'params/null-is-missing': async (driver) =>
    expect((await call(driver, 'registry.create', { imagePrefix: null })).status).toBe(200),
  'params/digits-converted': async (driver) =>
    expect((await call(driver, 'port.create', { targetPort: '8080' })).json).toMatchObject({ targetPort: 8080 }),
  'params/any-body-where-nothing-is-sought': async (driver) =>
    expect((await driver.call('registry.create', { username: 5 })).json).toMatchObject({ username: '5' }),
  'params/empty-body-as-object': async (driver) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' }
    expect((await driver.send('/sqla.create', init)).json).toEqual((await invalid(driver)).json)
  },
  'creates/appname-suffix': shows('sqla.create', {
    json: { appName: expect.stringMatching(/^sample-.{6}$/) as unknown },
  }),
  'creates/parents-not-checked': async (driver) =>
    expect((await call(driver, 'sqla.create', { projectId: 'anything' })).status).toBe(200),
  'writes/seen-later': async (driver) => {
    const sqlaId = pick((await call(driver, 'sqla.create')).json, 'sqlaId')
    expect((await driver.call('sqla.one', { sqlaId })).status).toBe(404)
    await wait(160)
    await driver.call('sqla.update', { sqlaId, name: 'new' })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ name: 'sample-1' })
    await wait(160)
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ name: 'new' })
    await driver.call('sqla.remove', { sqlaId })
    expect((await driver.call('sqla.one', { sqlaId })).status).toBe(200)
    await wait(160)
    expect((await driver.call('sqla.one', { sqlaId })).status).toBe(404)
  },
  'writes/trimmed': async (driver) =>
    expect((await call(driver, 'sqla.create', { name: '  a\r\nb ' })).json).toMatchObject({ name: 'a\nb' }),
  'writes/config-anew': async (driver) => {
    await driver.call('settings.updateProxyConfig', { proxyConfig: '# a\nb: 1\n\n' })
    expect((await driver.call('settings.readProxyConfig')).json).toBe('b: 1\n')
  },
  'writes/lenient': fails((driver) => driver.call('port.create', { publishedPort: '80' }), {
    status: 200,
    json: { publishedPort: 80, targetPort: 0, applicationId: '' },
  }),
  'deploy/refused': shows('sqla.start', { status: 500, json: { code: 'ENGINE_UNAVAILABLE' } }),
  'deploy/settles-later': async (driver) => {
    const sqlaId = await driver.make('sqla')
    expect((await driver.call('sqla.deploy', { sqlaId })).json).toMatchObject({ applicationStatus: 'running' })
    await wait(120)
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ applicationStatus: 'done' })
  },
  'process/forgets': async (driver) => {
    const sqlaId = await driver.make('sqla')
    driver.reference.end()
    expect((await driver.call('sqla.one', { sqlaId })).status).toBe(404)
  },
  'errors/nothing-told': async (driver) => {
    const code = pick((await driver.send('/no.path')).json, 'code')
    for (const ask of [unknown, invalid]) expect((await ask(driver)).json).toMatchObject({ code })
  },
  'host/registry-away': shows('registry.testRegistry', { status: 500, json: { code: 'UNREACHABLE' } }),
  'auth/exact-scheme': async (driver) => {
    const small = { headers: { authorization: `bearer ${token}` } }
    expect((await driver.call('settings.health', {}, small)).status).toBe(401)
  },
  'auth/same-refusal': fails(wrongToken, { json: { message: 'Log in first' } }),
}

test.each(variants.map((variant) => [variant.id, variant.sentence] as const))('%s: %s', async (id) => {
  const proof = proofs[id]
  if (!proof) throw new Error(`nothing shows what ${id} does`)
  await proof(new Driver({ variants: [id] }))
  // The same must not hold of the server without it.
  await expect(proof(new Driver())).rejects.toThrow()
})
