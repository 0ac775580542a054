import { at, good, type Api, type Fields, type Heard } from '../api.ts'
import { refuses, succeeds, type Promises } from './kept.ts'

const config = async (api: Api, name: string): Promise<unknown> => at((await api.get(name)).body, 'data.proxyConfig')
const enabled = async (api: Api, name: string): Promise<unknown> =>
  at((await api.get(`settings.${name}`)).body, 'data.enabled')

export const settingPromises: Promises = {
  'settings/web-server-in-main': async (api) => {
    await api.post('settings.updateWebServerProxyConfig', { proxyConfig: 'mine' })
    return (await config(api, 'settings.readWebServerProxyConfig')) === 'mine'
  },
  'settings/middleware-reads-web-server': async (api) => {
    await api.post('settings.updateMiddlewareProxyConfig', { proxyConfig: 'mine' })
    return (await config(api, 'settings.readMiddlewareProxyConfig')) === 'mine'
  },
  'settings/config-cut': async (api) => {
    await api.post('settings.updateProxyConfig', { proxyConfig: '#'.repeat(5_000) })
    return (await config(api, 'settings.readProxyConfig')) === '#'.repeat(5_000)
  },
  'settings/file-folders-ignored': async (api) => {
    await api.post('settings.updateProxyFile', { path: 'a/x.yml', proxyConfig: 'a' })
    await api.post('settings.updateProxyFile', { path: 'b/x.yml', proxyConfig: 'b' })
    return at((await api.get('settings.readProxyFile', { path: 'a/x.yml' })).body, 'data.proxyConfig') === 'a'
  },
  'settings/env-comments-dropped': async (api) => {
    await api.post('settings.writeProxyEnv', { env: '# why\nA=1\n' })
    return at((await api.get('settings.readProxyEnv')).body, 'data.env') === '# why\nA=1\n'
  },
  'settings/requests-flips': async (api) => {
    await api.post('settings.toggleRequests', { enable: false })
    return (await enabled(api, 'haveActivateRequests')) === false
  },
  'settings/log-rotate-stays-on': async (api) => {
    await api.post('settings.toggleLogRotate', { enable: false })
    return (await enabled(api, 'getLogRotateStatus')) === false
  },
  'settings/texts-as-flags': refuses((api) =>
    api.post('settings.updateEngineCleanup', { enableEngineCleanup: 'false' }),
  ),
  'settings/dashboard-other-switch': async (api) => {
    await api.post('settings.toggleDashboard', {})
    return (await enabled(api, 'haveProxyDashboardPortEnabled')) === true
  },
  'settings/reload-resets': async (api) => {
    await api.post('settings.updateProxyConfig', { proxyConfig: 'mine' })
    await api.post('settings.reloadProxy', {})
    return (await config(api, 'settings.readProxyConfig')) === 'mine'
  },
  'settings/volumes-take-mounts': async (api) => {
    const id = await api.make('mounts')
    await api.post('settings.cleanUnusedVolumes', {})
    return api.has('mounts', id)
  },
  'settings/monitoring-wants-body': succeeds((api) => api.post('settings.cleanMonitoring')),
  'settings/document-without-mounts': async (api) => {
    const { body } = await api.get('settings.getOpenApiDocument')
    return Object.keys(at(body, 'paths') as Fields).includes('/mounts.create')
  },
  'settings/health-by-post': succeeds((api) => api.get('settings.health')),
}

const flags = {
  canCreateProjects: true,
  canCreateServices: true,
  canDeleteProjects: false,
  canDeleteServices: false,
  canAccessToProxyFiles: false,
  canAccessToEngine: true,
  canAccessToAPI: true,
  canAccessToSSHKeys: false,
  canAccessToGitProviders: false,
  accesedProjects: ['a,b'],
  accesedServices: [],
}
const assign = (api: Api): Promise<Heard> =>
  api.post('admin.assignPermissions', { userId: api.spare('userId'), ...flags })
const user = async (api: Api, userId: string): Promise<unknown> =>
  at((await api.get('user.byUserId', { userId })).body, 'data')
const rows = async (api: Api, name: string): Promise<readonly unknown[]> =>
  at((await api.get(name)).body, 'data') as readonly unknown[]

export const peoplePromises: Promises = {
  'admin/permissions-crossed': async (api) => {
    await assign(api)
    return at(await user(api, api.spare('userId')), 'canDeleteServices') === false
  },
  'admin/projects-split': async (api) => {
    await assign(api)
    return JSON.stringify(at(await user(api, api.spare('userId')), 'accesedProjects')) === '["a,b"]'
  },
  'admin/permissions-of-all': async (api) => {
    await assign(api)
    return at(await user(api, api.seed('userId')), 'canAccessToEngine') === false
  },
  'admin/any-token': refuses((api) => api.get('admin.getUserByToken', { token: 'nobody-has-it' })),
  'admin/address-unchecked': refuses((api) => api.post('admin.createUserInvitation', { email: 'no address' })),
  'admin/remove-keeps': async (api) => {
    const authId = api.spare('authId')
    const heard = await api.post('admin.removeUser', { authId })
    return good(heard) && !good(await api.get('user.byAuthId', { authId }))
  },
  'user/by-user-id-first': async (api) => {
    const userId = api.spare('userId')
    return at(await user(api, userId), 'userId') === userId
  },
  'user/all-without-last': async (api) => {
    const { text } = await api.get('user.all')
    return text.includes(api.spare('userId'))
  },
}

const restarts = async (api: Api, containerId: string): Promise<unknown> =>
  at((await api.get('engine.getConfig', { containerId })).body, 'data.restarts')

export const hostPromises: Promises = {
  'engine/server-required': succeeds((api) => api.get('engine.getContainers')),
  'engine/config-of-first': async (api) => {
    const containerId = api.spare('containerId')
    const { body } = await api.get('engine.getConfig', { containerId })
    return at(body, 'data.containerId') === containerId
  },
  'engine/restart-next': async (api) => {
    await api.post('engine.restartContainer', { containerId: api.spare('containerId') })
    return (await restarts(api, api.spare('containerId'))) === 1
  },
  'cluster/manager-missing': succeeds((api) => api.get('cluster.addManager')),
  'cluster/worker-by-post': succeeds((api) => api.get('cluster.addWorker')),
  'cluster/removes-last-worker': async (api) => {
    await api.post('cluster.removeWorker', { nodeId: api.spare('nodeId') })
    const ids = (await rows(api, 'cluster.getNodes')).map((node) => at(node, 'nodeId'))
    return ids.includes(api.seed('nodeId')) && !ids.includes(api.spare('nodeId'))
  },
}
