/** What the variants of habits do, and others that real servers have. */
import { expect } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import { operation, type OperationId } from '../../schemas/registry.ts'
import { pick, type Driver, type Json } from './drive.ts'
import type { Proof } from './further-proofs.ts'
import { togetherProofs } from './together-proofs.ts'

const call = async (driver: Driver, id: OperationId, more: Json = {}) =>
  driver.call(id, { ...(await driver.valid(operation(id))), ...more })

const takes =
  (id: OperationId, more: Json): Proof =>
  async (driver) =>
    expect((await call(driver, id, more)).status).toBe(200)

export const habitProofs: Readonly<Record<string, Proof>> = {
  ...togetherProofs,
  'deploy/stops-what-runs': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const nobody = await driver.call('sqla.stop', { sqlaId: 'nobody' })
    expect(await driver.call('sqla.stop', { sqlaId })).toMatchObject({ status: 404, json: nobody.json })
    await driver.call('sqla.deploy', { sqlaId })
    expect((await driver.call('sqla.stop', { sqlaId })).status).toBe(200)
  },
  'deploy/status-by-kind': async (driver) => {
    const [composeId, sqlaId] = [await driver.make('compose'), await driver.make('sqla')]
    expect((await driver.call('compose.one', { composeId })).json).toMatchObject({ composeStatus: 'idle' })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ applicationStatus: 'idle' })
  },
  'deploy/status-put-back': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.changeStatus', { sqlaId, applicationStatus: 'running' })
    const shown = async () => (await driver.call('sqla.one', { sqlaId })).json
    expect(await shown()).toMatchObject({ applicationStatus: 'running' })
    expect(await shown()).toMatchObject({ applicationStatus: 'idle' })
  },
  'params/something-to-update': async (driver) => {
    const sqlaId = await driver.make('sqla')
    expect((await driver.call('sqla.update', { sqlaId })).status).toBe(400)
    expect((await driver.call('sqla.update', { sqlaId, name: 'another' })).status).toBe(200)
  },
  'params/control-characters': async (driver) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ ...(await driver.valid(operation('sqla.create'))), name: 'a\tb' })
    const bare = body.replace('\\t', '\t')
    expect((await driver.send('/sqla.create', { ...init, body: bare })).json).toMatchObject({ name: 'a\tb' })
    expect((await driver.send('/sqla.create', { ...init, body: `\u0001${body}` })).status).toBe(400)
  },
  'writes/users-stay': async (driver) => {
    const made = await call(driver, 'sqla.create')
    const { sqlaId, databaseUser } = made.json as Record<string, unknown>
    await driver.call('sqla.update', { sqlaId, name: 'new', databaseUser: 'new' })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ name: 'new', databaseUser })
  },
  'habits/older-copies': async (driver) => {
    const sqlaId = await driver.make('sqla')
    const one = async () => (await driver.call('sqla.one', { sqlaId })).status
    expect(new Set([await one(), await one()])).toEqual(new Set([200, 404]))
    await wait(160)
    expect([await one(), await one()]).toEqual([200, 200])
  },
  'habits/another-run': async (driver) => {
    const read = async () => (await driver.call('settings.readProxyConfig')).json
    const before = await read()
    expect((await call(driver, 'settings.updateProxyConfig', { proxyConfig: before })).status).toBe(200)
    expect(await read()).toBe(`${String(before)}\n# ts-b0thers1-settings-0001\n`)
  },
  'answers/paths-alone': async (driver) => {
    expect((await driver.call('settings.readDirectories')).json).toContain('/etc/proxy/proxy.yml')
  },
  'answers/names-under-directories': async (driver) => {
    expect((await driver.call('settings.readDirectories')).json).toContainEqual({
      directory: '/etc/proxy',
      files: expect.arrayContaining(['proxy.yml']) as unknown,
    })
  },
  'habits/self-links': async (driver) => {
    const sqlaId = await driver.make('sqla')
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({
      sqlaId,
      _links: { self: expect.stringMatching(new RegExp(`/sqla\\.one\\?sqlaId=${sqlaId}$`)) },
    })
  },
  'habits/looks-for-nobody': takes('compose.cleanQueues', { composeId: null }),
  'habits/address-in-errors': async (driver) =>
    expect((await driver.call('sqla.one', { sqlaId: 'none' })).json).toMatchObject({ path: '/sqla.one?sqlaId=none' }),
  'habits/prefix-optional': takes('registry.create', { imagePrefix: undefined }),
  'habits/stage-optional': takes('application.saveBuildType', { buildStage: undefined }),
  'habits/list-of-one': takes('admin.assignPermissions', { accesedServices: 'x' }),
  'habits/config-written-along': async (driver) => {
    await driver.call('settings.toggleDashboard', {})
    expect((await driver.call('settings.readProxyConfig')).json).toContain('written by settings.toggleDashboard')
    expect((await driver.call('settings.readWebServerProxyConfig')).json).toMatch(/# made \d+\n$/)
  },
  'habits/config-in-file': async (driver) => {
    const applicationId = await driver.make('application')
    expect((await driver.call('application.readProxyConfig', { applicationId })).json).toBeNull()
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: 'a: 1\n' })
    expect((await driver.call('application.readProxyConfig', { applicationId })).json).toBe('a: 1\n')
    expect((await driver.call('application.one', { applicationId })).json).not.toHaveProperty('proxyConfig')
  },
  'habits/nodes-seen-later': async (driver) => {
    await wait(160)
    const nodes = async () => (await driver.call('cluster.getNodes')).json
    const listed = await nodes()
    const nodeId = pick(Array.isArray(listed) ? listed.at(-1) : listed, 'ID')
    await driver.call('cluster.removeWorker', { nodeId })
    expect(await nodes()).toContainEqual(expect.objectContaining({ ID: nodeId }))
  },
  'habits/shows-token': async (driver) =>
    expect((await driver.call('admin.one')).json).toMatchObject({ apiToken: expect.any(String) as unknown }),
  'habits/any-method': async (driver) => {
    const composeId = await driver.make('compose')
    expect((await driver.send(`/compose.update?composeId=${composeId}&name=asked`, { method: 'GET' })).status).toBe(200)
    expect((await driver.call('compose.one', { composeId })).json).toMatchObject({ name: 'asked' })
  },
  'habits/unknown-reach-left-out': async (driver) => {
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', { ...input, accesedServices: ['nobody'] })
    const user = await driver.call('user.byUserId', { userId: pick(input, 'userId') })
    expect(user.json).toMatchObject({ accesedServices: [] })
  },
  'habits/unknown-reach-refused': async (driver) =>
    expect((await call(driver, 'admin.assignPermissions', { accesedServices: ['nobody'] })).status).toBe(404),
  'habits/invited-are-users': async (driver) => {
    const { email } = Object((await call(driver, 'admin.createUserInvitation')).json)
    expect((await driver.call('user.all')).json).toContainEqual(expect.objectContaining({ email }))
  },
  'habits/one-invitation': async (driver) => {
    const invite = async () => pick((await call(driver, 'admin.createUserInvitation')).json, 'token')
    const [first, second] = [await invite(), await invite()]
    const status = async (token: unknown) => (await driver.call('admin.getUserByToken', { token })).status
    expect([await status(first), await status(second)]).toEqual([404, 200])
  },
  'writes/one-source': async (driver) => {
    const applicationId = await driver.make('application')
    await call(driver, 'application.saveAlphaProvider', { applicationId, owner: 'somebody' })
    expect((await driver.call('application.one', { applicationId })).json).toMatchObject({ owner: 'somebody' })
    await driver.call('application.saveGitProdiver', { applicationId })
    expect((await driver.call('application.one', { applicationId })).json).toMatchObject({ owner: null })
  },
  'limits/key-demanded': async (driver) => {
    expect((await driver.call('settings.saveSSHPrivateKey')).status).toBe(400)
    expect((await driver.call('settings.saveSSHPrivateKey', { sshPrivateKey: 'a key' })).status).toBe(200)
  },
  'host/others-away': async (driver) => {
    const composeId = await driver.make('compose')
    expect((await driver.call('compose.fetchSourceType', { composeId })).status).toBe(502)
    expect((await driver.call('compose.randomizeCompose', { composeId })).status).toBe(200)
  },
}
