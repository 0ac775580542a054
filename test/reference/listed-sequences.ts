/** Requests that show faults of lists, of deletes that take more than one record, and of crowds. */
import { operation } from '../../schemas/registry.ts'
import type { Sequence } from './sequence.ts'

/** How long the list of registries is before and after the delete of the second of three. */
const aroundDelete: Sequence = async (driver) => {
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push(await driver.make('registry'))
  const before = await driver.call('registry.all')
  await driver.call('registry.remove', { registryId: ids[1] })
  const after = await driver.call('registry.all')
  return [before, after].map(({ json }) => (Array.isArray(json) ? json.length : json))
}

/** How many of twenty reads at once get each status. */
const crowd =
  (kind: 'docstore' | 'compose', init: RequestInit): Sequence =>
  async (driver) => {
    const references = { [`${kind}Id`]: await driver.make(kind) }
    const ask = () => driver.call(`${kind}.one`, references, init)
    const all = await Promise.all(Array.from({ length: 20 }, ask))
    return all.map(({ status }) => status).toSorted((a, b) => a - b)
  }

export const listedSequences: Readonly<Record<string, Sequence>> = {
  'records/unlisted-neighbour': aroundDelete,
  'records/unlisted-kept': aroundDelete,
  'burst/open-in-crowd': crowd('docstore', { headers: { authorization: 'none' } }),
  'media/page-in-crowd': crowd('compose', {}),
  'records/namesake-listed-once': async (driver) => {
    for (let count = 0; count < 2; count++) await driver.make('registry', { registryName: 'a' })
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.length
  },
  'records/listed-ten': async (driver) => {
    for (let count = 0; count < 14; count++) await driver.make('registry')
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.length
  },
  'records/listed-mixed': async (driver) => {
    await driver.make('registry', { username: 'somebody', imagePrefix: 'images' })
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.map((row: Record<string, unknown>) => row['username'])
  },
  'records/listed-misnamed': async (driver) => {
    await driver.make('registry')
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.map((row: Record<string, unknown>) => Object.keys(row))
  },
  'records/listed-otherwise': async (driver) => {
    await driver.make('registry', { registryUrl: 'https://images.example.com' })
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.map((row: Record<string, unknown>) => row['registryUrl'])
  },
  'records/listed-before-update': async (driver) => {
    const registryId = await driver.make('registry', { registryName: 'first' })
    await driver.call('registry.update', { registryId, registryName: 'second' })
    const { json } = await driver.call('registry.all')
    return Array.isArray(json) && json.map((row: Record<string, unknown>) => row['registryName'])
  },
  'records/namesake-deleted': async (driver) => {
    const [docstoreId, other] = [
      await driver.make('docstore', { name: 'a' }),
      await driver.make('docstore', { name: 'a' }),
    ]
    await driver.call('docstore.remove', { docstoreId })
    return (await driver.call('docstore.one', { docstoreId: other })).status
  },
  'census/others-named-longer': async (driver) => {
    const applicationId = await driver.make('application', { name: 'a' })
    const other = await driver.make('application', { name: 'a-2' })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('application.one', { applicationId: other })).status
  },
  'census/others-stopped-longer': async (driver) => {
    const [sqlbId, other] = [await driver.make('sqlb', { appName: 'a' }), await driver.make('sqlb', { appName: 'a-2' })]
    await driver.call('sqlb.start', { sqlbId: other })
    await driver.call('sqlb.stop', { sqlbId })
    return ((await driver.call('sqlb.one', { sqlbId: other })).json as Record<string, unknown>)['applicationStatus']
  },
  'status/done-stays': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    for (const applicationStatus of ['done', 'idle'])
      await driver.call('kvstore.changeStatus', { kvstoreId, applicationStatus })
    return ((await driver.call('kvstore.one', { kvstoreId })).json as Record<string, unknown>)['applicationStatus']
  },
  'records/namesake-login': async (driver) => {
    const place = { registryUrl: 'https://images.example.com' }
    const [registryId, other] = [await driver.make('registry', place), await driver.make('registry', place)]
    await driver.call('registry.update', { registryId, username: 'another' })
    return ((await driver.call('registry.one', { registryId: other })).json as Record<string, unknown>)['username']
  },
  'records/namesake-old-name': async (driver) => {
    const [applicationId, other] = [
      await driver.make('application', { name: 'a' }),
      await driver.make('application', { name: 'a' }),
    ]
    await driver.call('application.update', { applicationId, name: 'b' })
    return driver.reference.store.get('application', other)['name']
  },
  'census/others-of-another-kind': async (driver) => {
    const sqlbId = await driver.make('sqlb')
    await driver.call('sqlc.remove', { sqlcId: sqlbId })
    return (await driver.call('sqlb.one', { sqlbId })).status
  },
  'census/kept-password-later': async (driver) => {
    const sqlbId = await driver.make('sqlb')
    await driver.call('sqlb.deploy', { sqlbId })
    return driver.reference.store.get('sqlb', sqlbId)['databaseRootPassword'] === null
  },
  'records/namesake-rolled-back': async (driver) => {
    await driver.make('docstore', { appName: 'a' })
    const body = await driver.valid(operation('docstore.create'))
    const { status } = await driver.call('docstore.create', { ...body, appName: 'a' })
    const docstoreId = await driver.make('docstore', { appName: 'b' })
    return [status, (await driver.call('docstore.one', { docstoreId })).status]
  },
  'lists/user-twice-once-assigned': async (driver) => {
    const ids = async () => {
      const { json } = await driver.call('user.all')
      return Array.isArray(json) && json.length
    }
    const before = await ids()
    await driver.call('admin.assignPermissions', await driver.valid(operation('admin.assignPermissions')))
    return [before, await ids()]
  },
}
