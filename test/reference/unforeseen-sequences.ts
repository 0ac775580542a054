/** Requests that show the faults which an author of checks would not think of: each takes several in a row. */
import { operation } from '../../schemas/registry.ts'
import { pick, token, type HttpResponse, type Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const fieldsOf = ({ json }: HttpResponse): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

/** How often each status came. */
const statuses = (responses: readonly { readonly status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)

/** The projects of all users, as they are listed after one is given a project. */
const listedProjects: Sequence = async (driver) => {
  const input = await driver.valid(operation('admin.assignPermissions'))
  await driver.call('admin.assignPermissions', { ...input, accesedProjects: ['p1'] })
  const { json } = await driver.call('user.all')
  return Array.isArray(json) ? json.map((user: Json) => user['accesedProjects']) : json
}

/** Which users may use the API once one of them was allowed to, and once that was taken back. */
const allowedUsers: Sequence = async (driver) => {
  const input = await driver.valid(operation('admin.assignPermissions'))
  const flags = async () => {
    const { json } = await driver.call('user.all')
    return Array.isArray(json) ? json.map((user: Json) => user['canAccessToAPI']) : json
  }
  await driver.call('admin.assignPermissions', { ...input, canAccessToAPI: true })
  const before = await flags()
  await driver.call('admin.assignPermissions', { ...input, canAccessToAPI: false })
  return [before, await flags()]
}

export const unforeseen: Readonly<Record<string, Sequence>> = {
  'values/update-by-cache': async (driver) => {
    const docstoreId = await driver.make('docstore', { name: 'old' })
    await driver.call('docstore.one', { docstoreId })
    await driver.call('docstore.update', { docstoreId, name: 'new' })
    return fieldsOf(await driver.call('docstore.one', { docstoreId }))['name']
  },
  'values/dropped-one-behind': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    await driver.call('kvstore.saveExternalPort', { kvstoreId, externalPort: 1 })
    await driver.call('kvstore.saveExternalPort', { kvstoreId, externalPort: 2 })
    return fieldsOf(await driver.call('kvstore.one', { kvstoreId }))['externalPort']
  },
  'values/cut-sixteen-bit': async (driver) => {
    const sqlcId = await driver.make('sqlc')
    return fieldsOf(await driver.call('sqlc.saveExternalPort', { sqlcId, externalPort: 40_000 }))['externalPort']
  },
  'values/dropped-parent': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.make('application')
    const made = await driver.call('port.create', { publishedPort: 1, targetPort: 2, applicationId })
    return fieldsOf(made)['applicationId'] === applicationId
  },
  'census/kept-deployed': async (driver) => {
    const applicationId = await driver.make('application', { buildStage: 'kept' })
    await driver.call('application.redeploy', { applicationId })
    return fieldsOf(await driver.call('application.one', { applicationId }))['buildStage']
  },
  'census/kept-last-deployed': async (driver) => {
    const build = { buildType: 'buildfile', buildStage: 'kept' }
    const applicationId = await driver.make('application')
    await driver.call('application.saveBuildType', { ...build, applicationId, buildContextPath: '/first' })
    await driver.call('application.deploy', { applicationId })
    await driver.call('application.saveBuildType', { ...build, applicationId, buildContextPath: '/second' })
    await driver.call('application.redeploy', { applicationId })
    return fieldsOf(await driver.call('application.one', { applicationId }))['buildContextPath']
  },
  'census/kept-slug': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.update', { sqlaId, name: 'new' })
    return fieldsOf(await driver.call('sqla.one', { sqlaId }))['appName']
  },
  'census/kept-stop': async (driver) => {
    const sqlbId = await driver.make('sqlb')
    await driver.call('sqlb.stop', { sqlbId })
    return (await driver.call('sqlb.one', { sqlbId })).status
  },
  'census/read-renames': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('compose.getConvertedCompose', { composeId })
    return fieldsOf(await driver.call('compose.one', { composeId }))['name']
  },
  'census/others-siblings': async (driver) => {
    const serviceId = await driver.make('application')
    const [mountId, other] = [await driver.make('mount', { serviceId }), await driver.make('mount', { serviceId })]
    await driver.call('mounts.remove', { mountId })
    return (await driver.call('mounts.one', { mountId: other })).status
  },
  'census/others-parent': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('port.delete', { portId: await driver.make('port', { applicationId }) })
    return (await driver.call('application.one', { applicationId })).status
  },
  'census/others-namesake': async (driver) => {
    const [sqlaId, sqlbId] = [await driver.make('sqla'), await driver.make('sqlb')]
    await driver.call('sqla.remove', { sqlaId })
    return (await driver.call('sqlb.one', { sqlbId })).status
  },
  'census/others-status': async (driver) => {
    const [colstoreId, other] = [await driver.make('colstore'), await driver.make('colstore')]
    await driver.call('colstore.changeStatus', { colstoreId, applicationStatus: 'error' })
    return fieldsOf(await driver.call('colstore.one', { colstoreId: other }))['applicationStatus']
  },
  'records/not-gone-cached': async (driver) => {
    const registryId = await driver.make('registry')
    await driver.call('registry.one', { registryId })
    await driver.call('registry.remove', { registryId })
    return (await driver.call('registry.one', { registryId })).status
  },
  'records/own-mixed': async (driver) => {
    await driver.make('application', { name: 'other' })
    const applicationId = await driver.make('application', { name: 'own' })
    return fieldsOf(await driver.call('application.one', { applicationId }))['name']
  },
  'status/never-idle': async (driver) => {
    const kvstoreId = await driver.make('kvstore', { applicationStatus: 'running' })
    await driver.call('kvstore.changeStatus', { kvstoreId, applicationStatus: 'idle' })
    return fieldsOf(await driver.call('kvstore.one', { kvstoreId }))['applicationStatus']
  },
  'status/updated-idle': async (driver) => {
    const docstoreId = await driver.make('docstore', { applicationStatus: 'running' })
    await driver.call('docstore.update', { docstoreId, name: 'renamed' })
    return fieldsOf(await driver.call('docstore.one', { docstoreId }))['applicationStatus']
  },
  'auth/open-every-seventh': async ({ reference }) => {
    const ask = async () => reference.fetch(new Request('http://127.0.0.1/settings.health'))
    return statuses(await Promise.all(Array.from({ length: 7 }, ask)))
  },
  'auth/open-once-read': async ({ reference }) => {
    const ask = (headers: Record<string, string>) =>
      reference.fetch(new Request('http://127.0.0.1/registry.all', { headers }))
    return [(await ask({ authorization: `Bearer ${token}` })).status, (await ask({})).status]
  },
  'errors/issues-of-third': async (driver) => {
    const errors = [1, 2, 3].map(() => driver.call('application.one', { applicationId: 'none' }))
    return (await Promise.all(errors)).map((error) => Array.isArray(fieldsOf(error)['issues']))
  },
  'media/first-answer': async (driver) => (await driver.call('compose.getTags')).headers.get('content-type'),
  'people/permissions-stick': async (driver) => {
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', { ...input, canAccessToAPI: true })
    await driver.call('admin.assignPermissions', { ...input, canAccessToAPI: false })
    const user = await driver.call('user.byUserId', { userId: pick(input, 'userId') })
    return fieldsOf(user)['canAccessToAPI']
  },
  'people/permissions-of-all': allowedUsers,
  'people/permissions-of-one': allowedUsers,
  'people/projects-of-all': listedProjects,
  'people/projects-shared': listedProjects,
  'people/permissions-unlisted': async (driver) => {
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', { ...input, canCreateProjects: true })
    const { json } = await driver.call('user.all')
    return Array.isArray(json) ? json.map((user: Json) => user['canCreateProjects']) : json
  },
  'people/unlisted-without-projects': async (driver) => {
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', { ...input, accesedProjects: [] })
    const { json } = await driver.call('user.all')
    return Array.isArray(json) && json.length
  },
  'people/auth-moved': async (driver) => {
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', input)
    const authId = pick((await driver.call('user.byUserId', { userId: pick(input, 'userId') })).json, 'authId')
    return String(authId).endsWith('-auth')
  },
  'settings/one-behind': async (driver) => {
    await driver.call('settings.updateProxyConfig', { proxyConfig: 'one' })
    await driver.call('settings.updateProxyConfig', { proxyConfig: 'two' })
    return (await driver.call('settings.readProxyConfig')).json
  },
  'settings/last-line': async (driver) => {
    await driver.call('settings.writeProxyEnv', { env: 'A=1\nB=2' })
    return (await driver.call('settings.readProxyEnv')).json
  },
  'burst/deleted-another': async (driver) => {
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await driver.make('docstore'))
    await driver.call('docstore.remove', { docstoreId: ids[0] })
    return (await driver.call('docstore.one', { docstoreId: ids.at(-1) })).status
  },
  'burst/undeleted': async (driver) => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => driver.make('kvstore')))
    await Promise.all(ids.map((kvstoreId) => driver.call('kvstore.remove', { kvstoreId })))
    return statuses(await Promise.all(ids.map((kvstoreId) => driver.call('kvstore.one', { kvstoreId }))))
  },
  'burst/anothers-answer': async (driver) => {
    const ids = [await driver.make('sqla'), await driver.make('sqla')]
    const shown: boolean[] = []
    for (let turn = 0; turn < 13; turn++) {
      const sqlaId = ids[turn % 2]
      shown.push(fieldsOf(await driver.call('sqla.one', { sqlaId }))['sqlaId'] === sqlaId)
    }
    return shown
  },
  'engine/config-of-first': async (driver) => {
    const { json } = await driver.call('engine.getContainers')
    const ids = Array.isArray(json) ? json.map((one: Json) => one['containerId']) : []
    const shown = ids.map((containerId) => driver.call('engine.getConfig', { containerId }))
    return (await Promise.all(shown)).map((one) => fieldsOf(one)['appName'])
  },
}
