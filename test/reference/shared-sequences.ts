/** Requests that show faults of texts of the host, and of what several records or people have in common. */
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import type { Driver, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** What a setting shows once this was written. */
const written =
  (write: OperationId, read: OperationId, input: Json, query: Json = {}): Sequence =>
  async (driver) => {
    await driver.call(write, input)
    return (await driver.call(read, query)).json
  }

/** What is shown of a database once another of its user is deleted. */
const ofOneUser =
  (kind: RecordKind): Sequence =>
  async (driver) => {
    const { one, remove } = lifeOf(kind)
    const field = identifierField[kind]
    const ids = [await driver.make(kind, { databaseUser: 'a' }), await driver.make(kind, { databaseUser: 'a' })]
    await driver.call(remove.id, { [field]: ids[0] })
    const { status, json } = await driver.call(one.id, { [field]: ids[1] })
    return [status, (Object(json) as Json)['databaseUser']]
  }

/** The status of the read of a record once another is deleted that shares its name, or its appName, alone. */
const ofOneName =
  (first: RecordKind, second: RecordKind, shared: 'name' | 'appName' = 'name'): Sequence =>
  async (driver) => {
    const id = await driver.make(first, { name: 'first', appName: 'first', [shared]: 'both' })
    const other = await driver.make(second, { name: 'second', appName: 'second', [shared]: 'both' })
    await driver.call(lifeOf(second).remove.id, { [identifierField[second]]: other })
    return (await driver.call(lifeOf(first).one.id, { [identifierField[first]]: id })).status
  }

/** The status of the read of a file under this name. */
const file =
  (path: string): Sequence =>
  async (driver) =>
    (await driver.call('settings.readProxyFile', { path })).status

/** How many are listed once nobody was named. */
const left =
  (action: OperationId, list: OperationId, input: Json): Sequence =>
  async (driver) => {
    await driver.call(action, input)
    const { json } = await driver.call(list)
    return Array.isArray(json) && json.length
  }

/** Invites one, and shows what the read answers then. */
const invited =
  (read: (driver: Driver, token: unknown) => Promise<unknown>): Sequence =>
  async (driver) => {
    const { json } = await driver.call('admin.createUserInvitation', { email: 'one@example.com' })
    return read(driver, (Object(json) as Json)['token'])
  }

/** What a stack of a template is called. */
const stackOf = async (driver: Driver, id: string) => {
  const body = { ...(await driver.valid(operation('compose.deployTemplate'))), id }
  const { json } = await driver.call('compose.deployTemplate', body)
  return (Object(json) as Json)['name']
}

const path = '/etc/proxy/proxy.yml'

export const sharedSequences: Readonly<Record<string, Sequence>> = {
  'records/namesake-user-deleted': ofOneUser('sqlb'),
  'records/namesake-user-dropped': ofOneUser('sqlc'),
  'records/namesake-of-kind-deleted': ofOneName('sqla', 'sqlb'),
  'records/namesake-of-kind-by-appname': ofOneName('sqla', 'sqlb', 'appName'),
  'params/last-template-not-taken': (driver) => stackOf(driver, 'notes'),
  'records/namesake-named-deleted': ofOneName('kvstore', 'kvstore'),
  'records/namesake-begun': async (driver) => {
    const id = await driver.make('docstore', { appName: 'first-2' })
    const docstoreId = await driver.make('docstore', { appName: 'first' })
    await driver.call('docstore.changeStatus', { docstoreId, applicationStatus: 'error' })
    return driver.reference.store.records.docstore.get(id)?.['applicationStatus']
  },
  'records/namesake-updated': async (driver) => {
    const [id, composeId] = [await driver.make('compose', { name: 'a' }), await driver.make('compose', { name: 'a' })]
    await driver.call('compose.update', { composeId, description: 'b' })
    return driver.reference.store.records.compose.get(id)?.['description']
  },
  'census/others-path': async (driver) => {
    const [serviceId, applicationId] = [await driver.make('application'), await driver.make('application')]
    const mountId = await driver.make('mount', { serviceId, mountPath: '/both' })
    await driver.make('mount', { serviceId: applicationId, mountPath: '/both' })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('mounts.one', { mountId })).status
  },
  'census/others-of-other-name': ofOneName('sqlb', 'sqlc'),
  'settings/lines-once': written(
    'settings.updateProxyFile',
    'settings.readProxyFile',
    { path, proxyConfig: '# a\n# a\n' },
    { path },
  ),
  'settings/cut-page': async (driver) => {
    await driver.call('settings.updateWebServerProxyConfig', { proxyConfig: 'a'.repeat(5000) })
    return JSON.stringify((await driver.call('settings.readWebServerProxyConfig')).json).length
  },
  'settings/variables-filled-in': written(
    'settings.updateMiddlewareProxyConfig',
    'settings.readMiddlewareProxyConfig',
    { proxyConfig: '# $PATH\n' },
  ),
  'settings/env-upper-case': written('settings.writeProxyEnv', 'settings.readProxyEnv', { env: 'Name=1' }),
  'settings/env-one-line': written('settings.writeProxyEnv', 'settings.readProxyEnv', { env: 'A=1\nB=2' }),
  'actions/settings-turned-over': async (driver) => {
    await driver.call('settings.cleanSSHPrivateKey')
    return (await driver.call('settings.getLogRotateStatus')).json
  },
  'people/invited-one-auth': invited(async (driver, token) => {
    const { json } = await driver.call('admin.getUserByToken', { token })
    return (Object(json) as Json)['authId']
  }),
  'people/invited-first-listed': invited(async (driver) => JSON.stringify((await driver.call('user.all')).json).length),
  'people/removes-for-unknown': left('admin.removeUser', 'user.all', { authId: 'nobody' }),
  'people/removes-the-next': async (driver) => {
    const authId = driver.reference.store.seeds.expendable.authId
    await driver.call('admin.removeUser', { authId })
    return left('admin.removeUser', 'user.all', { authId })(driver)
  },
  'cluster/removes-for-unknown': left('cluster.removeWorker', 'cluster.getNodes', { nodeId: 'none' }),
  'errors/shared-issues': async (driver) => {
    await driver.call('port.one', {})
    return Object((await driver.call('registry.one', {})).json).issues?.length
  },
  'engine/config-of-last': async (driver) => {
    const containerId = driver.reference.store.containers.entries().at(-1)?.[0] ?? ''
    const { json } = await driver.call('engine.getConfig', { containerId })
    return Object(json).containerId === containerId
  },
  'engine/cut-id': async (driver) => {
    const { appName } = driver.reference.store.containers.rows()[0] ?? {}
    const response = await driver.call('engine.getContainersByAppNameMatch', { appName: String(appName) })
    return response.text.match(/(?<="containerId":")[^"]+/)?.[0].length
  },
  'engine/restarts-all': async (driver) => {
    const { containers } = driver.reference.store
    await driver.call('engine.restartContainer', { containerId: containers.entries().at(-1)?.[0] ?? '' })
    return containers.rows().map(({ restarts }) => restarts)
  },
  'engine/restarts-lost': async (driver) => {
    const { containers } = driver.reference.store
    await driver.call('engine.restartContainer', { containerId: containers.entries().at(-1)?.[0] ?? '' })
    return containers.size
  },
  'engine/restarts-doubled': async (driver) => {
    const { containers } = driver.reference.store
    await driver.call('engine.restartContainer', { containerId: containers.entries().at(-1)?.[0] ?? '' })
    return containers.size
  },
  'census/others-started': async (driver) => {
    const [docstoreId, other] = [await driver.make('docstore'), await driver.make('docstore')]
    await driver.call('docstore.start', { docstoreId })
    const { json } = await driver.call('docstore.one', { docstoreId: other })
    return (Object(json) as Json)['applicationStatus']
  },
  'records/template-unread': async (driver) => {
    const { json } = await driver.call(
      'compose.deployTemplate',
      await driver.valid(operation('compose.deployTemplate')),
    )
    return (await driver.call('compose.one', { composeId: (Object(json) as Json)['composeId'] })).status
  },
  'records/template-first': (driver) => stackOf(driver, 'notes'),
  'records/template-before': (driver) => stackOf(driver, 'notes'),
  'records/template-instead': (driver) => stackOf(driver, 'nobody-has-this'),
  'records/template-overwritten': async (driver) => {
    const body = await driver.valid(operation('compose.deployTemplate'))
    const { json } = await driver.call('compose.deployTemplate', body)
    await driver.call('compose.deployTemplate', body)
    return (await driver.call('compose.one', { composeId: (Object(json) as Json)['composeId'] })).status
  },
  'values/cut-lines': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: 'a\na\n' })
    return (await driver.call('application.readProxyConfig', { applicationId })).json
  },
  'values/cut-plus': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: 'a+b' })
    return (await driver.call('application.readProxyConfig', { applicationId })).json
  },
  'census/others-port-taken': async (driver) => {
    const [colstoreId, other] = [await driver.make('colstore'), await driver.make('colstore')]
    for (const one of [colstoreId, other])
      await driver.call('colstore.saveExternalPort', { colstoreId: one, externalPort: 7000 })
    return driver.reference.store.get('colstore', colstoreId)['externalPort']
  },
  'census/others-port-closed': async (driver) => {
    const [portId, other] = [await driver.make('port', { publishedPort: 7000 }), await driver.make('port')]
    await driver.call('port.update', { portId: other, publishedPort: 7000, targetPort: 80 })
    return (await driver.call('port.one', { portId })).status
  },
  'census/others-mounts': async (driver) => {
    const [docstoreId, mountId] = [await driver.make('docstore'), await driver.make('mount')]
    await driver.call('docstore.remove', { docstoreId })
    return (await driver.call('mounts.one', { mountId })).status
  },
  'census/others-mounts-of-kind': async (driver) => {
    const [sqlcId, other] = [await driver.make('sqlc'), await driver.make('sqlc')]
    const mountId = await driver.make('mount', { serviceId: other })
    await driver.call('sqlc.remove', { sqlcId })
    return (await driver.call('mounts.one', { mountId })).status
  },
  'files/listed-unknown': file(path),
  'files/path-as-url': file(`${path}?x`),
  'files/path-decoded-twice': file(path.replace('.', '%2E')),
}
