import { expect, test } from 'vitest'
import { identifierField, operation } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { describeSeeds } from '../../fixtures/reference/target.ts'
import { Driver, pick } from './drive.ts'

test.each([
  ['settings.updateProxyConfig', 'settings.readProxyConfig', 'proxyConfig', 'a: 1\n'],
  ['settings.updateWebServerProxyConfig', 'settings.readWebServerProxyConfig', 'proxyConfig', 'b: 1\n'],
  ['settings.updateMiddlewareProxyConfig', 'settings.readMiddlewareProxyConfig', 'proxyConfig', ''],
  ['settings.writeProxyEnv', 'settings.readProxyEnv', 'env', 'A=é\nB=2'],
  ['settings.toggleLogRotate', 'settings.getLogRotateStatus', 'enable', true],
  ['settings.toggleRequests', 'settings.haveActivateRequests', 'enable', true],
] as const)('%s is read back by %s, and by no other', async (write, read, field, value) => {
  const driver = new Driver()
  const others = ['settings.readProxyConfig', 'settings.readProxyEnv', 'settings.haveActivateRequests'] as const
  const readOthers = () =>
    Promise.all(others.filter((id) => id !== read).map(async (id) => (await driver.call(id)).json))
  const before = await readOthers()
  await driver.call(write, { [field]: value })
  expect((await driver.call(read)).json).toBe(value)
  expect(await readOthers()).toEqual(before)
})

test('proxy files are kept by their whole path and shown as a tree', async () => {
  const driver = new Driver()
  const paths = ['/etc/proxy/a/same.yml', '/etc/proxy/b/same.yml']
  for (const path of paths) await driver.call('settings.updateProxyFile', { path, proxyConfig: `of ${path}` })
  for (const path of paths) expect((await driver.call('settings.readProxyFile', { path })).json).toBe(`of ${path}`)
  expect((await driver.call('settings.readProxyFile', { path: '/none' })).status).toBe(404)
  const tree = (await driver.call('settings.readDirectories')).text
  for (const path of paths) expect(tree).toContain(`{"id":"${path}","name":"same.yml","type":"file"}`)
})

test('toggleDashboard turns the dashboard on and off', async () => {
  const driver = new Driver()
  const read = async () => (await driver.call('settings.haveProxyDashboardPortEnabled')).json
  expect(await read()).toBe(false)
  await driver.call('settings.toggleDashboard')
  expect(await read()).toBe(true)
  await driver.call('settings.toggleDashboard')
  expect(await read()).toBe(false)
})

test('a server that is not there is told', async () => {
  const driver = new Driver()
  expect((await driver.call('settings.readProxyEnv', { serverId: 'none' })).status).toBe(404)
})

test('assignPermissions sets exactly the flags that it carries', async () => {
  const driver = new Driver()
  const { userId, authId } = driver.reference.store.seeds.expendable
  const input = { ...(await driver.valid(operation('admin.assignPermissions'))), userId, canAccessToAPI: false }
  await driver.call('admin.assignPermissions', input)
  expect((await driver.call('user.byUserId', { userId })).json).toMatchObject({ ...input, authId })
  expect((await driver.call('user.byAuthId', { authId })).json).toMatchObject(input)
  const { userId: own } = driver.reference.store.seeds
  expect((await driver.call('user.byUserId', { userId: own })).json).toMatchObject({ canAccessToAPI: true })
})

test('users are invited, found by their token, and removed, but nobody removes themselves', async () => {
  const driver = new Driver()
  const { authId, expendable } = driver.reference.store.seeds
  const { json } = await driver.call('admin.createUserInvitation', { email: 'new@example.com' })
  const found = await driver.call('admin.getUserByToken', { token: pick(json, 'token') })
  expect(found.json).toMatchObject({ email: 'new@example.com' })
  expect((await driver.call('admin.createUserInvitation', { email: 'no address' })).status).toBe(400)
  expect((await driver.call('admin.removeUser', { authId: expendable.authId })).status).toBe(200)
  expect((await driver.call('user.byUserId', { userId: expendable.userId })).status).toBe(404)
  expect((await driver.call('admin.removeUser', { authId: expendable.authId })).status).toBe(404)
  expect((await driver.call('admin.removeUser', { authId })).status).toBe(403)
})

test('a deployed application has a container until it is stopped', async () => {
  const driver = new Driver()
  const applicationId = await driver.make('application', { appName: 'shop-1' })
  const containers = async () => (await driver.call('engine.getContainersByAppNameMatch', { appName: 'shop' })).json
  expect(await containers()).toEqual([])
  await driver.call('application.deploy', { applicationId })
  expect(await containers()).toMatchObject([{ appName: 'shop-1', state: 'running' }])
  const [container] = Object.values(
    Object((await driver.call('engine.getContainersByAppLabel', { appName: 'shop-1' })).json),
  )
  const containerId = pick(container, 'containerId')
  await driver.call('engine.restartContainer', { containerId })
  expect((await driver.call('engine.getConfig', { containerId })).json).toMatchObject({ restarts: 1 })
  await driver.call('application.stop', { applicationId })
  expect(await containers()).toEqual([])
})

test('a worker is removed once, a manager never', async () => {
  const driver = new Driver()
  const { nodeId, expendable } = driver.reference.store.seeds
  expect((await driver.call('cluster.removeWorker', { nodeId })).status).toBe(403)
  expect((await driver.call('cluster.removeWorker', { nodeId: expendable.nodeId })).status).toBe(200)
  expect((await driver.call('cluster.removeWorker', { nodeId: expendable.nodeId })).status).toBe(404)
  expect((await driver.call('cluster.getNodes')).json).toMatchObject([{ nodeId }])
})

test('every record is found where the target says', async () => {
  const driver = new Driver({ seeded: 3 })
  const { store } = driver.reference
  const { lookup, identifiers } = describeSeeds(store.seeds)
  expect(Object.keys(lookup).toSorted()).toEqual(Object.keys(identifierField).toSorted())
  const applicationId = await driver.make('application')
  for (const [kind, { path }] of Object.entries(lookup) as [RecordKind, { path: string }][]) {
    const id = await driver.make(
      kind,
      kind === 'port' ? { applicationId } : kind === 'mount' ? { serviceId: applicationId } : {},
    )
    expect((await driver.send(path.replace('{projectId}', identifiers.projectId ?? ''))).text, kind).toContain(id)
  }
  expect((await driver.send('/project.one?projectId=none')).status).toBe(404)
})

test('seeded puts that many foreign records of every kind under another project', () => {
  const { store } = new Driver({ seeded: 3 }).reference
  for (const table of Object.values(store.records)) {
    expect(table.size).toBe(3)
    expect(table.viewsOf(store.seeds.projectId)).toEqual([])
  }
  expect(new Driver().reference.store.records.application.size).toBe(0)
})
