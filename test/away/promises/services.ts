import { setTimeout as wait } from 'node:timers/promises'
import { at, good, type Api } from '../api.ts'
import { inEachOf, refuses, stores, succeeds, writes, type Promises } from './kept.ts'

const APP = 'applicationId'
const beta = (api: Api) => ({
  betaBranch: 'main',
  betaBuildPath: '/',
  betaOwner: 'o',
  betaRepository: 'r',
  betaPathNamespace: 'o/r',
  betaId: api.seed('betaId'),
  betaProjectId: 4e9,
})

export const applicationPromises: Promises = {
  'application/delete-by-name': async (api) => {
    const [gone, kept] = [await api.make('application'), await api.make('application')]
    await api.post('application.delete', { applicationId: gone })
    return api.has('application', kept)
  },
  'application/mounts-survive': async (api) => {
    const serviceId = await api.make('application')
    const mount = await api.make('mounts', { serviceId })
    await api.post('application.delete', { applicationId: serviceId })
    return !(await api.has('mounts', mount))
  },
  'application/update-resets': async (api) => {
    const build = { buildType: 'buildfile', buildContextPath: 'src', buildStage: 'last' }
    const id = await api.make('application')
    await api.post('application.saveBuildType', { applicationId: id, ...build })
    await api.post('application.update', { applicationId: id })
    return (await api.field('application', id, 'buildStage')) === 'last'
  },
  'application/one-stale': async (api) => {
    const id = await api.make('application')
    await api.one('application', id)
    await api.post('application.update', { applicationId: id, name: 'later' })
    return (await api.field('application', id, 'name')) === 'later'
  },
  'application/numbers-as-names': refuses((api) =>
    api.post('application.create', { name: 5, projectId: api.seed('projectId') }),
  ),
  'application/beta-project-wraps': async (api) => {
    const id = await api.make('application')
    await api.post('application.saveBetaProvider', { applicationId: id, ...beta(api) })
    return (await api.field('application', id, 'betaProjectId')) === 4_000_000_000
  },
  'application/gamma-owner-doubled': async (api) => {
    const gamma = { gammaBranch: 'b', gammaBuildPath: '/', gammaOwner: 'o', gammaRepository: 'r' }
    const sent = { ...gamma, gammaId: api.seed('gammaId') }
    return writes('application', APP, 'application.saveGammaProvider', sent)(api)
  },
  'application/alpha-forgets-owner': (api) =>
    writes('application', APP, 'application.saveAlphaProvider', { owner: 'o', alphaId: api.seed('alphaId') })(api),
  'application/context-path-lowered': writes('application', APP, 'application.saveBuildType', {
    buildType: 'buildfile',
    buildContextPath: './Server',
    buildStage: '',
  }),
  'application/proxy-config-shared': async (api) => {
    const [one, other] = [await api.make('application'), await api.make('application')]
    await api.post('application.updateProxyConfig', { applicationId: one, proxyConfig: 'mine' })
    const heard = await api.get('application.readProxyConfig', { applicationId: other })
    return at(heard.body, 'data.proxyConfig') === ''
  },
  'application/git-provider-respelled': succeeds(async (api) =>
    api.post('application.saveGitProdiver', { applicationId: await api.make('application') }),
  ),
  'application/name-cut': stores('application', 'name', 'n'.repeat(300)),
  'application/quotes-doubled': stores('application', 'name', "Ann's"),
  'application/reads-mixed-up': inEachOf(10, async (api) => {
    const ids = [await api.make('application'), await api.make('application')]
    const heard = await Promise.all(ids.map((id) => api.field('application', id, APP)))
    return heard.join() === ids.join()
  }),
  'application/stop-stops-neighbours': async (api) => {
    const [one, other] = [await api.make('application'), await api.make('application')]
    await api.post('application.stop', { applicationId: one })
    return (await api.field('application', other, 'applicationStatus')) === 'idle'
  },
  'application/reload-takes-name': async (api) => {
    await api.make('application', { appName: 'here' })
    return refuses(() => api.post('application.reload', { applicationId: 'gone', appName: 'here' }))(api)
  },
}

export const stackPromises: Promises = {
  'compose/one-like': async (api) => {
    await api.make('compose')
    return !(await api.has('compose', '%'))
  },
  'compose/emoji-lost': stores('compose', 'name', 'boat ⛵ 🚀'),
  'compose/delete-by-delete': succeeds(async (api) =>
    api.post('compose.delete', { composeId: await api.make('compose') }),
  ),
  'compose/tags-missing': succeeds((api) => api.get('compose.getTags')),
  'compose/type-required': succeeds(async (api) =>
    api.get('compose.loadServices', { composeId: await api.make('compose') }),
  ),
  'compose/update-makes-anew': async (api) => {
    const id = await api.make('compose')
    await api.post('compose.update', { composeId: id, name: 'other' })
    return api.has('compose', id)
  },
}

export const databasePromises: Promises = {
  'sqla/name-and-user-swapped': stores('sqla', 'databaseName', 'orders'),
  'sqla/port-in-16-bits': writes('sqla', 'sqlaId', 'sqla.saveExternalPort', { externalPort: 40_000 }),
  'sqla/quote-crash': stores('sqla', 'databasePassword', "it's"),
  'sqlb/shows-sqlc': async (api) => !(await api.has('sqlb', await api.make('sqlc'))),
  'sqlb/write-lost': inEachOf(10, async (api) => {
    const sqlbId = await api.make('sqlb')
    const slow = api.post('sqlb.saveExternalPort', { sqlbId, externalPort: 4000 })
    await wait(10)
    await api.post('sqlb.changeStatus', { sqlbId, applicationStatus: 'error' })
    await slow
    return (await api.field('sqlb', sqlbId, 'applicationStatus')) === 'error'
  }),
  'sqlc/root-password-lost': stores('sqlc', 'databaseRootPassword', 'other'),
  'sqlc/html-escaped': stores('sqlc', 'name', 'a < b & c'),
  'sqlc/remove-called-delete': succeeds(async (api) => api.post('sqlc.remove', { sqlcId: await api.make('sqlc') })),
  'docstore/backslashes-stripped': stores('docstore', 'databasePassword', 'a\\b'),
  'docstore/status-ignored': writes('docstore', 'docstoreId', 'docstore.changeStatus', { applicationStatus: 'error' }),
  'docstore/environment-clears-port': async (api) => {
    const id = await api.make('docstore', { externalPort: 4000 })
    await api.post('docstore.saveEnvironment', { docstoreId: id })
    return (await api.field('docstore', id, 'externalPort')) === 4000
  },
  'docstore/deploy-by-get': succeeds(async (api) =>
    api.post('docstore.deploy', { docstoreId: await api.make('docstore') }),
  ),
  'kvstore/status-of-all': async (api) => {
    const [one, other] = [await api.make('kvstore'), await api.make('kvstore')]
    await api.post('kvstore.changeStatus', { kvstoreId: one, applicationStatus: 'error' })
    return (await api.field('kvstore', other, 'applicationStatus')) === 'idle'
  },
  'kvstore/one-wants-project': async (api) => api.has('kvstore', await api.make('kvstore')),
  'kvstore/remove-by-prefix': async (api) => {
    const [one, other] = [await api.make('kvstore', { appName: 'kv' }), await api.make('kvstore', { appName: 'kv-2' })]
    await api.post('kvstore.remove', { kvstoreId: one })
    return api.has('kvstore', other)
  },
  'kvstore/reload-renames': writes(
    ...(['kvstore', 'kvstoreId', 'kvstore.reload', { appName: 'other' }, { name: 'a kvstore' }] as const),
  ),
  'colstore/move-ignored': async (api) => {
    const targetEnvironmentId = api.seed('targetEnvironmentId')
    const held = { environmentId: targetEnvironmentId }
    return writes('colstore', 'colstoreId', 'colstore.move', { targetEnvironmentId }, held)(api)
  },
  'colstore/move-empties': async (api) => {
    const targetEnvironmentId = api.seed('targetEnvironmentId')
    const held = { databasePassword: 'pa-ss' }
    return writes('colstore', 'colstoreId', 'colstore.move', { targetEnvironmentId }, held)(api)
  },
  'colstore/default-environment': async (api) =>
    stores('colstore', 'environmentId', api.seed('targetEnvironmentId'))(api),
  'colstore/password-cut': writes(
    ...(['colstore', 'colstoreId', 'colstore.changePassword'] as const),
    ...([{ password: 'twenty-four-characters!!' }, { databasePassword: 'twenty-four-characters!!' }] as const),
  ),
  'colstore/password-of-first': async (api) => {
    const [first, second] = [await api.make('colstore'), await api.make('colstore')]
    const heard = await api.post('colstore.changePassword', { colstoreId: second, password: 'new' })
    return good(heard) && (await api.field('colstore', first, 'databasePassword')) === 'pa-ss'
  },
  'colstore/rebuild-forgets-port': async (api) => {
    const id = await api.make('colstore', { externalPort: 4000 })
    await api.post('colstore.rebuild', { colstoreId: id })
    return (await api.field('colstore', id, 'externalPort')) === 4000
  },
  'colstore/status-capitals': writes('colstore', 'colstoreId', 'colstore.changeStatus', { applicationStatus: 'idle' }),
}
