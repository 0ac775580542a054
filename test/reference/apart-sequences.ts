/** Requests that show what one record takes from another: containers, ports, mounts, configurations. */
import { valueOf } from '../../fixtures/payload/find.ts'
import { identifierField, lifeOf, type OperationId } from '../../schemas/registry.ts'
import type { Driver } from './drive.ts'
import type { Sequence } from './sequence.ts'

type Kind = 'application' | 'kvstore'

const act = (driver: Driver, kind: Kind, name: 'deploy' | 'stop' | 'remove', id: string) => {
  const remove: OperationId = kind === 'application' ? 'application.delete' : 'kvstore.remove'
  return driver.call(name === 'remove' ? remove : `${kind}.${name}`, { [identifierField[kind]]: id })
}

/** Two records whose names begin alike, each deployed. */
async function deployedPair(driver: Driver, kind: Kind) {
  const first = await driver.make(kind, { name: 'shop', appName: 'shop' })
  await act(driver, kind, 'deploy', first)
  const second = await driver.make(kind, { name: 'shop-2', appName: 'shop-2' })
  await act(driver, kind, 'deploy', second)
  const { containers } = driver.reference.store
  const [containerId = ''] = containers.childrenOf(second)
  return { first, second, containerId, appName: String(containers.get(containerId)?.['appName']) }
}

/** The states of both their containers once the first record was stopped or deleted. */
const states =
  (kind: Kind, name?: 'stop' | 'remove'): Sequence =>
  async (driver) => {
    const { first, second } = await deployedPair(driver, kind)
    if (name) await act(driver, kind, name, first)
    const { containers } = driver.reference.store
    return [first, second].map((id) => containers.childrenOf(id).map((one) => containers.get(one)?.['state']))
  }

const textOf = (json: unknown, part: string): boolean => JSON.stringify(json).includes(part)

/** Whether the second container is shown where it is asked for. */
const shownBy =
  (kind: Kind, read: OperationId, field: 'appName' | 'containerId', isOfServer = false): Sequence =>
  async (driver) => {
    const pair = await deployedPair(driver, kind)
    const { serverId } = driver.reference.store.seeds
    const query = { [field]: pair[field], ...(isOfServer ? { serverId } : {}) }
    return textOf((await driver.call(read, query)).json, pair.containerId)
  }

/** How many identifiers of ports or mounts one record shows, while another of its appName has one. */
const under =
  (kind: Kind, makes: (driver: Driver, id: string) => Promise<string>): Sequence =>
  async (driver) => {
    const [id, other] = [
      await driver.make(kind, { appName: 'shop' }),
      await driver.make(kind === 'kvstore' ? 'sqla' : kind, { appName: 'shop' }),
    ]
    const child = await makes(driver, other)
    return textOf((await driver.call(lifeOf(kind).one.id, { [identifierField[kind]]: id })).json, child)
  }

/** What a new record has in a field, once this was written there on another. */
const begun =
  (kind: Kind, field: string, value: string | number): Sequence =>
  async (driver) => {
    const { records } = driver.reference.store
    driver.reference.store.update(kind, await driver.make(kind), { [field]: value })
    const { create } = lifeOf(kind)
    await driver.call(create.id, await driver.valid(create))
    return records[kind].rows().at(-1)?.[field] ?? null
  }

export const apartSequences: Readonly<Record<string, Sequence>> = {
  'engine/apart-replaced': states('application'),
  'engine/apart-removed': states('kvstore', 'remove'),
  'engine/apart-stopped': states('kvstore', 'stop'),
  'engine/apart-labelled': shownBy('application', 'engine.getContainersByAppLabel', 'appName'),
  'engine/apart-unmatched': shownBy('application', 'engine.getContainersByAppNameMatch', 'appName'),
  'engine/apart-unread': shownBy('kvstore', 'engine.getConfig', 'containerId'),
  'engine/apart-inspected': shownBy('kvstore', 'engine.getConfig', 'containerId'),
  'engine/apart-of-server': shownBy('kvstore', 'engine.getConfig', 'containerId', true),
  'records/under-all': under('application', (driver, applicationId) => driver.make('port', { applicationId })),
  'records/under-name': under('kvstore', (driver, serviceId) => driver.make('mount', { serviceId })),
  'records/namesake-renewed': async (driver) => {
    const ids = [
      await driver.make('colstore', { databaseUser: 'a' }),
      await driver.make('colstore', { databaseUser: 'a' }),
    ]
    await driver.call('colstore.changePassword', { colstoreId: ids[0], password: 'another one' })
    return textOf((await driver.call('colstore.one', { colstoreId: ids[1] })).json, 'another one')
  },
  'records/namesake-port': async (driver) => {
    const ids = [await driver.make('sqla', { name: 'a' }), await driver.make('sqla', { name: 'a' })]
    await driver.call('sqla.saveExternalPort', { sqlaId: ids[0], externalPort: 30_071 })
    return valueOf((await driver.call('sqla.one', { sqlaId: ids[1] })).json, 'externalPort')
  },
  'census/kept-second-clean': async (driver) => {
    const composeId = await driver.make('compose')
    for (const _time of [1, 2]) await driver.call('compose.cleanQueues', { composeId })
    return (await driver.call('compose.one', { composeId })).status
  },
  'records/template-moved': async (driver) => {
    const composeId = await driver.make('compose')
    driver.reference.store.update('compose', composeId, { id: 'blog' })
    await driver.call('compose.update', { composeId, name: 'one' })
    return driver.reference.store.get('compose', composeId)['id'] === 'blog'
  },
  'records/template-renamed': async (driver) => {
    const composeId = await driver.make('compose')
    driver.reference.store.update('compose', composeId, { id: 'whoami' })
    await driver.call('compose.update', { composeId, name: 'one' })
    return (await driver.call('compose.templates', {})).json
  },
  'records/namesake-target': async (driver) => {
    const { create } = lifeOf('port')
    const [first, second] = [await driver.valid(create), await driver.valid(create)]
    const ports = { applicationId: first['applicationId'], targetPort: 8080 }
    await driver.call(create.id, { ...first, ...ports })
    await driver.call(create.id, { ...second, ...ports, publishedPort: 30_124 })
    return driver.reference.store.records.port.rows().length
  },
  'records/inherits-port': begun('kvstore', 'externalPort', 30_123),
  'records/inherits-provider': begun('application', 'betaOwner', 'touchstone'),
  'records/namesake-config': async (driver) => {
    const ids = [await driver.make('application', { name: 'a' }), await driver.make('application', { name: 'a' })]
    await driver.call('application.updateProxyConfig', { applicationId: ids[1], proxyConfig: 'a: 1\n' })
    const { json } = await driver.call('application.readProxyConfig', { applicationId: ids[0] })
    return textOf(json, 'a: 1')
  },
}
