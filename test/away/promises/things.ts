import { at, type Api } from '../api.ts'
import { inEachOf, refuses, stores, succeeds, writes, type Promises } from './kept.ts'

const numbers = { publishedPort: 9000, targetPort: 90 }

/** How many registries the server lists. */
async function registries(api: Api): Promise<number> {
  return Number(at((await api.get('registry.all')).body, 'total'))
}

const account = {
  registryName: 'x',
  username: 'u',
  password: 'p',
  registryUrl: 'http://127.0.0.1:1',
  registryType: 'cloud',
}

export const thingPromises: Promises = {
  'ports/update-swaps': writes('port', 'portId', 'port.update', numbers),
  'ports/update-forgets-target': writes('port', 'portId', 'port.update', numbers),
  'ports/update-half-applied': async (api) => {
    const id = await api.make('port')
    await api.post('port.update', { portId: id, publishedPort: 'x', targetPort: 91 })
    return (await api.field('port', id, 'targetPort')) === 80
  },
  'ports/texts-as-numbers': refuses(async (api) =>
    api.post('port.create', { ...(await api.sample('port')), publishedPort: '8080' }),
  ),
  'ports/fractions-cut': refuses(async (api) =>
    api.post('port.create', { ...(await api.sample('port')), publishedPort: 8080.5 }),
  ),
  'ports/delete-siblings': async (api) => {
    const applicationId = await api.make('application')
    const [gone, kept] = [await api.make('port', { applicationId }), await api.make('port', { applicationId })]
    await api.post('port.delete', { portId: gone })
    return api.has('port', kept)
  },
  'ports/target-as-text': stores('port', 'targetPort', 81),
  'mounts/update-all-of-service': async (api) => {
    const serviceId = await api.make('application')
    const [one, other] = [await api.make('mounts', { serviceId }), await api.make('mounts', { serviceId })]
    await api.post('mounts.update', { mountId: one, mountPath: '/other' })
    return (await api.field('mounts', other, 'mountPath')) === '/Data'
  },
  'mounts/update-blanks-path': writes('mounts', 'mountId', 'mounts.update', {}, { mountPath: '/Data' }),
  'mounts/remove-leaves': async (api) => {
    const id = await api.make('mounts')
    await api.post('mounts.remove', { mountId: id })
    return !(await api.has('mounts', id))
  },
  'mounts/path-lowered': stores('mounts', 'mountPath', '/Var/Lib'),
  'mounts/same-identifier': inEachOf(5, async (api) => {
    const serviceId = await api.make('application')
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => api.make('mounts', { serviceId })))
    return new Set(ids).size === 5
  }),
  'registry/remove-by-url': async (api) => {
    const [gone, kept] = [await api.make('registry'), await api.make('registry')]
    await api.post('registry.remove', { registryId: gone })
    return api.has('registry', kept)
  },
  'registry/one-injected': async (api) => {
    await api.make('registry')
    return !(await api.has('registry', "' OR '1'='1"))
  },
  'registry/update-blanks': writes('registry', 'registryId', 'registry.update', {}, { imagePrefix: 'acme' }),
  'registry/all-first-page': async (api) => {
    for (let made = 0; made < 4; made += 1) await api.make('registry')
    return (await registries(api)) === 4
  },
  'registry/all-kept': async (api) => {
    const id = await api.make('registry')
    await registries(api)
    await api.post('registry.remove', { registryId: id })
    return (await registries(api)) === 0
  },
  'registry/refused-kept': async (api) => {
    await api.post('registry.create', { ...(await api.sample('registry')), imagePrefix: 7 })
    return (await registries(api)) === 0
  },
  'registry/test-saves': async (api) => {
    await api.post('registry.testRegistry', account)
    return (await registries(api)) === 0
  },
  'registry/test-always-good': refuses((api) => api.post('registry.testRegistry', account)),
  'registry/create-wants-more': succeeds(async (api) => api.post('registry.create', await api.sample('registry'))),
}
