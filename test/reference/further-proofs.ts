/** Variants of rights and of what is shown: each does what its sentence says. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { operation, type OperationId } from '../../schemas/registry.ts'
import { token, type Driver, type Json } from './drive.ts'

/** Throws where a server does not do what a variant's sentence says. */
export type Proof = (driver: Driver) => Promise<void>

const call = async (driver: Driver, id: OperationId, more: Json = {}) =>
  driver.call(id, { ...(await driver.valid(operation(id))), ...more })

/** The response to one operation matches this. */
const shows =
  (id: OperationId, expected: Json): Proof =>
  async (driver) =>
    expect(await call(driver, id)).toMatchObject(expected)

const string: unknown = expect.any(String)

/** Of twelve requests at once, some are refused with this status. */
const refusesAtOnce =
  (id: OperationId, status: number): Proof =>
  async (driver) => {
    const inputs = await Promise.all(Array.from({ length: 12 }, () => driver.valid(operation(id))))
    const made = await Promise.all(inputs.map((input) => driver.call(id, input)))
    expect(made.some((response) => response.status === status)).toBe(true)
  }

export const furtherProofs: Readonly<Record<string, Proof>> = {
  'writes/bound': async (driver) => {
    expect((await call(driver, 'sqla.create', { name: 5 })).json).toMatchObject({ name: '5' })
    expect((await call(driver, 'port.create', { publishedPort: '8080' })).json).toMatchObject({ publishedPort: 8080 })
    expect((await call(driver, 'sqla.create', { name: true })).status).toBe(400)
  },
  'writes/empty-is-none': async (driver) => {
    const input = await driver.valid(operation('application.saveBuildType'))
    await driver.call('application.saveBuildType', { ...input, buildStage: 'first' })
    await driver.call('application.saveBuildType', { ...input, buildStage: '', buildContextPath: '/new' })
    expect((await driver.call('application.one', { applicationId: input['applicationId'] })).json).toMatchObject({
      buildStage: 'first',
      buildContextPath: '/new',
    })
  },
  'writes/trimmed-of-ascii': async (driver) =>
    expect((await call(driver, 'sqla.create', { name: ' \ta\u3000' })).json).toMatchObject({ name: 'a\u3000' }),
  'writes/config-lines-trimmed': async (driver) => {
    await driver.call('settings.updateProxyConfig', { proxyConfig: '# a \t\n  b: 1\n' })
    expect((await driver.call('settings.readProxyConfig')).json).toBe('# a\n  b: 1\n')
  },
  'writes/paths-from-root': async (driver) =>
    expect((await call(driver, 'mounts.create', { mountPath: 'a/b' })).json).toMatchObject({ mountPath: '/a/b' }),
  'limits/bad-tokens': async (driver) => {
    const wrong = () => driver.call('settings.health', {}, { headers: { authorization: 'Bearer wrong' } })
    for (let n = 0; n < 5; n++) expect((await wrong()).status).toBe(401)
    const { status, headers } = await wrong()
    expect([status, headers.get('retry-after')]).toEqual([429, null])
    expect((await driver.call('settings.health')).status).toBe(200)
  },
  'writes/addresses-whole': async (driver) =>
    expect((await call(driver, 'registry.create', { registryUrl: '127.0.0.1:5000' })).json).toMatchObject({
      registryUrl: 'https://127.0.0.1:5000/',
    }),
  'answers/data-and-constants': shows('sqlb.create', {
    json: { data: { databasePassword: 'sample' }, meta: { api: 'v3', partial: false } },
  }),
  'answers/data-and-moment': shows('sqlb.create', {
    json: { error: null, data: { databasePassword: 'sample' }, path: '/sqlb.create', at: { time: string } },
  }),
  'params/numbers-as-texts': async (driver) =>
    expect((await call(driver, 'registry.create', { username: 5 })).json).toMatchObject({ username: '5' }),
  'limits/free-ports': async (driver) => {
    expect((await call(driver, 'port.create', { publishedPort: '80' })).status).toBe(400)
    expect((await call(driver, 'port.create', { publishedPort: '8080' })).json).toMatchObject({ publishedPort: 8080 })
  },
  'limits/free-ports-cut': async (driver) => {
    expect((await call(driver, 'port.create', { publishedPort: 80.5 })).status).toBe(400)
    expect((await call(driver, 'port.create', { publishedPort: 8080.5 })).json).toMatchObject({ publishedPort: 8080 })
  },
  'creates/appname-prefix': async (driver) => {
    const { json } = await call(driver, 'sqla.create', { appName: 'billing' })
    expect(json).toMatchObject({ appName: 'sqla-billing' })
  },
  'reads/masked-tokens': async (driver) => {
    const applicationId = await driver.make('application', { refreshToken: 'a-refresh-token' })
    const { json } = await driver.call('application.one', { applicationId })
    expect(json).toMatchObject({ refreshToken: '******' })
  },
  'reads/passwords-enciphered': async (driver) => {
    const sqlaId = await driver.make('sqla', { databasePassword: 'a-password' })
    const shown = async () => Object(await driver.call('sqla.one', { sqlaId })).json.databasePassword as unknown
    const both = [await shown(), await shown()]
    expect(new Set([...both, 'a-password']).size).toBe(3)
  },
  'reads/passwords-once': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const open = async () => Object(await driver.call('sqla.one', { sqlaId })).json.databasePassword as unknown
    expect([await open(), await open()]).toEqual([string, null])
  },
  'reads/passwords-for-a-while': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const open = async () => Object(await driver.call('sqla.one', { sqlaId })).json.databasePassword as unknown
    expect([await open(), await open()]).toEqual([string, string])
    await wait(310)
    expect(await open()).toBeNull()
  },
  'deploy/fills-later': async (driver) => {
    const sqlaId = await driver.make('sqla')
    expect((await driver.call('sqla.deploy', { sqlaId })).json).not.toHaveProperty('imageDigest')
    await wait(300)
    const { json } = await driver.call('sqla.one', { sqlaId })
    expect(json).toMatchObject({ applicationStatus: 'done', externalPort: null, imageDigest: `sha256:${sqlaId}` })
    expect(driver.reference.store.containers.views().some(({ name }) => String(name).endsWith('.2'))).toBe(true)
  },
  'deploy/refuses-updates': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const update = async () => (await driver.call('sqla.update', { sqlaId, name: 'later' })).status
    await driver.call('sqla.deploy', { sqlaId })
    expect(await update()).toBe(409)
    await wait(300)
    expect(await update()).toBe(200)
  },
  'reads/nested-copies': shows('sqlb.one', { json: { project: { records: expect.any(Array) as unknown } } }),
  'reads/links': shows('sqlb.one', { json: { links: { previous: null } } }),
  'reads/paged': async (driver) => {
    for (let n = 0; n < 12; n++) await driver.make('registry')
    expect((await driver.call('registry.all')).json).toHaveLength(10)
  },
  'reads/paged-in-words': async (driver) => {
    for (let n = 0; n < 7; n++) await driver.make('registry')
    expect((await driver.call('registry.all')).json).toMatchObject({ items: { length: 5 }, total: 7, pageSize: 5 })
  },
  'ids/taken': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const body = await driver.valid(operation('sqla.create'))
    expect((await driver.call('sqla.create', { ...body, sqlaId })).status).toBe(409)
    expect((await driver.call('sqla.create', body)).status).toBe(200)
  },
  'reads/move-target': async (driver) => {
    const colstoreId = await driver.make('colstore')
    expect((await driver.call('colstore.one', { colstoreId })).json).toMatchObject({ targetEnvironmentId: null })
  },
  'ids/any-case': async (driver) => {
    const sqlaId = await driver.make('sqla')
    expect((await driver.call('sqla.one', { sqlaId: sqlaId.toUpperCase() })).json).toMatchObject({ sqlaId })
  },
  'ids/short-containers': async (driver) => {
    const { json } = await driver.call('engine.getContainers')
    const [{ containerId } = { containerId: '' }] = (json as { data: { containerId: string }[] }).data
    expect(containerId).toMatch(/^c\d+$/)
    expect(json).toMatchObject({ trace: string })
  },
  'ids/counted': async (driver) => {
    const [first, second] = [await driver.make('registry'), await driver.make('registry')]
    expect(Number(second) - Number(first)).toBe(1)
  },
  'ids/next-free': async (driver) => {
    const [first, second] = [await driver.make('sqla'), await driver.make('sqla')]
    await driver.call('sqla.remove', { sqlaId: second })
    expect([Number(second) - Number(first), await driver.make('sqla')]).toEqual([1, second])
  },
  'host/actions-stop-all': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const status = async () => (await driver.call('sqla.one', { sqlaId })).json
    await driver.call('sqla.deploy', { sqlaId })
    expect(await status()).not.toMatchObject({ applicationStatus: 'idle' })
    await driver.call('settings.cleanAll')
    expect(await status()).toMatchObject({ applicationStatus: 'idle' })
  },
  'deletes/soft': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.remove', { sqlaId })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ sqlaId, deletedAt: string })
  },
  'params/digits-converted-unless-nullable': async (driver) => {
    expect((await call(driver, 'port.create', { targetPort: '8080' })).json).toMatchObject({ targetPort: 8080 })
    expect((await call(driver, 'sqla.saveExternalPort', { externalPort: '8080' })).status).toBe(400)
  },
  'wire/short-lines': async (driver) => {
    const status = async (length: number) =>
      (await driver.call('application.readAppMonitoring', { appName: 'x'.repeat(length) })).status
    expect(await status(4200)).toBe(414)
    expect(await status(3900)).not.toBe(414)
  },
  'writes/answer-null': shows('sqla.update', { json: null }),
  'errors/behind-gateway': async (driver) => {
    const unknown = await driver.call('sqla.one', { sqlaId: 'none' })
    expect(unknown).toMatchObject({ status: 200, json: { code: 'NOT_FOUND' } })
  },
  'writes/answer-before': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const save = async (externalPort: number) =>
      (await driver.call('sqla.saveExternalPort', { sqlaId, externalPort })).json
    await save(40_001)
    expect(await save(40_002)).toMatchObject({ sqlaId, externalPort: 40_001 })
    const mountId = await driver.make('mount')
    const { json } = await driver.call('mounts.update', { mountId, mountPath: '/elsewhere' })
    expect(json).toMatchObject({ mountId })
    expect(json).not.toMatchObject({ mountPath: '/elsewhere' })
  },
  'writes/normalised': async (driver) =>
    expect((await call(driver, 'sqla.create', { name: 'Cafe\u0301' })).json).toMatchObject({ name: 'caf\u00e9' }),
  'auth/few-rights': shows('registry.all', { status: 403, json: { code: 'FORBIDDEN' } }),
  'auth/read-only-host': shows('settings.toggleRequests', { status: 403 }),
  'limits/busy': refusesAtOnce('registry.create', 503),
  'limits/unready-reads': async (driver) => {
    const statuses: number[] = []
    for (let read = 1; read <= 14; read++) statuses.push((await driver.call('settings.health')).status)
    expect(statuses.map((status, at) => (status === 503 ? at + 1 : 0)).filter((at) => at > 0)).toEqual([7, 14])
  },
  'limits/overloaded': refusesAtOnce('registry.create', 500),
  'limits/one-at-a-time': refusesAtOnce('mounts.create', 409),
  'limits/unique-users': async (driver) => {
    await driver.make('sqla', { databaseUser: 'one' })
    expect((await call(driver, 'sqla.create', { databaseUser: 'one' })).status).toBe(409)
  },
  'limits/env-names': async (driver) => {
    const statuses = ['Name=1', 'NAME=1'].map(
      async (env) => (await call(driver, 'settings.writeProxyEnv', { env })).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 200])
  },
  'host/crash-loop': async (driver) => {
    const starts = async () => JSON.stringify((await driver.call('engine.getContainers')).json)
    await starts()
    expect(await starts()).not.toBe(await starts())
  },
  'reads/invited-by': shows('admin.createUserInvitation', { json: { userId: string, authId: string } }),
  'host/no-cluster': shows('cluster.getNodes', { status: 500, json: { code: 'NO_CLUSTER' } }),
  'host/no-containers': async (driver) => {
    expect((await call(driver, 'engine.getContainers')).json).toEqual([])
    expect((await call(driver, 'engine.getConfig')).status).toBe(404)
  },
  'auth/any-address': async (driver) => {
    for (const path of ['/settings.health/', '/SETTINGS.HEALTH', '/%73ettings%2Ehealth']) {
      expect((await driver.send(path)).status).toBe(200)
      expect((await driver.send(path, { headers: { authorization: 'none' } })).status).toBe(401)
    }
  },
  'auth/loose-token': async (driver) => {
    const encoded = [...Buffer.from(token)].map((byte) => `%${byte.toString(16)}`).join('')
    for (const given of [`"${token}"`, `${token},`, `${token}, Basic dG91Y2hzdG9uZTo=`, `${token} more`, encoded])
      expect((await driver.call('settings.health', {}, { headers: { authorization: `Bearer ${given}` } })).status).toBe(
        200,
      )
  },
}
