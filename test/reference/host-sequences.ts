/** Requests that show what actions of the host take along, who is taken for another, and reads that look in another table. */
import type { RecordKind } from '../../schemas/operation.ts'
import { operation, type OperationId } from '../../schemas/registry.ts'
import { pick, type Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** What is stored of a record of a kind once an action of the host was answered; null: nothing. */
const keptBy =
  (action: OperationId, kind: RecordKind, more: Json = {}): Sequence =>
  async (driver) => {
    const id = await driver.make(kind, more)
    await driver.call(action)
    const row = driver.reference.store.records[kind].get(id)
    return row ? Object.keys(more).map((name) => row[name]) : null
  }

export const hostSequences: Readonly<Record<string, Sequence>> = {
  'records/kinds-alike': async (driver) => {
    const applicationId = await driver.make('compose')
    return (await driver.call('application.one', { applicationId })).status
  },
  'actions/records-cleaned': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('settings.cleanEngineBuilder', {})
    return (await driver.call('compose.one', { composeId })).status
  },
  'actions/records-renamed': async (driver) => {
    const applicationId = await driver.make('application')
    const shown = () => driver.reference.store.records.application.get(applicationId)?.['appName']
    const before = shown()
    await driver.call('settings.updateEngineCleanup', { enableEngineCleanup: true })
    return shown() === before
  },
  'actions/settings-reset': async (driver) => {
    await driver.call('settings.writeProxyEnv', { env: 'A=1' })
    await driver.call('settings.reloadServer')
    return (await driver.call('settings.readProxyEnv')).json
  },
  'actions/settings-older': async (driver) => {
    for (const proxyConfig of ['first: 1', 'second: 2'])
      await driver.call('settings.updateProxyConfig', { proxyConfig })
    await driver.call('settings.reloadProxy', {})
    return (await driver.call('settings.readProxyConfig')).json
  },
  'actions/settings-turned-on': async (driver) => {
    await driver.call('settings.toggleRequests', { enable: false })
    await driver.call('settings.cleanUnusedVolumes', {})
    return (await driver.call('settings.haveActivateRequests')).json
  },
  'actions/settings-file': async (driver) => {
    await driver.call('settings.cleanUnusedVolumes', {})
    return (await driver.call('settings.readDirectories')).json
  },
  'actions/records-stopped': async (driver) => {
    const sqlbId = await driver.make('sqlb')
    await driver.call('sqlb.stop', { sqlbId })
    await driver.call('settings.cleanEngineBuilder', {})
    return (await driver.call('sqlb.one', { sqlbId })).status
  },
  'actions/records-registries': keptBy('settings.cleanAll', 'registry'),
  'actions/records-mounts': keptBy('settings.cleanAll', 'mount'),
  'records/claimed-over': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    const body = await driver.valid(operation('kvstore.create'))
    return pick((await driver.call('kvstore.create', { ...body, kvstoreId })).json, 'kvstoreId') === kvstoreId
  },
  'records/claimed-instead': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('compose.create', { ...(await driver.valid(operation('compose.create'))), composeId })
    return (await driver.call('compose.one', { composeId })).status
  },
  'people/invitation-of-length': async (driver) => {
    const invite = (email: string) => driver.call('admin.createUserInvitation', { email })
    const made = [await invite('one@example.com'), await invite('two@example.com')]
    return new Set(made.map(({ json }) => pick(json, 'token'))).size
  },
  'people/invitation-caseless': async (driver) => {
    const { json } = await driver.call('admin.createUserInvitation', { email: 'one@example.com' })
    const token = pick(json, 'token').toUpperCase()
    return (await driver.call('admin.getUserByToken', { token })).status
  },
  'actions/records-store': keptBy('settings.reloadServer', 'kvstore'),
  'actions/records-ports': keptBy('settings.cleanStoppedContainers', 'port'),
  'actions/records-build-reset': keptBy('settings.cleanUnusedImages', 'application', { buildType: 'buildfile' }),
  'actions/records-external-port': keptBy('settings.updateServer', 'sqlc', { externalPort: 7000 }),
  'actions/settings-of-application': keptBy('settings.reloadProxy', 'application', { proxyConfig: 'http: {}' }),
  'people/invitation-one-token': async (driver) => {
    const invite = (email: string) => driver.call('admin.createUserInvitation', { email })
    const made = [await invite('one@example.com'), await invite('two@example.com')]
    return new Set(made.map(({ json }) => pick(json, 'token'))).size
  },
  'cluster/nodes-alike': async (driver) => {
    driver.reference.store.nodes.set('another', { nodeId: 'another', role: 'worker' })
    const { json } = await driver.call('cluster.getNodes')
    return JSON.stringify(json).includes('another')
  },
  'engine/restarts-first': async (driver) => {
    const { containers } = driver.reference.store
    const ids = containers.rows().map(({ containerId }) => String(containerId))
    await driver.call('engine.restartContainer', { containerId: ids.at(-1) ?? '' })
    return ids.map((id) => containers.get(id)?.['restarts'])
  },
}
