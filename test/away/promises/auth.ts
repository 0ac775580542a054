import { at, isError, type Api } from '../api.ts'
import { sendRaw } from '../raw.ts'
import { refuses, type Promises } from './kept.ts'

const withAuth = (make: (token: string) => string) =>
  refuses((api) => api.get('registry.all', {}, { auth: make(api.away.token) }))

/** Two requests over one connection, the second without a token; the status of that. */
async function secondStatus({ away }: Api): Promise<string | undefined> {
  const head = 'GET /settings.isCloud HTTP/1.1\r\nhost: x\r\n'
  const first = `${head}authorization: Bearer ${away.token}\r\n\r\n`
  const heard = await sendRaw(away.baseUrl, `${first}${head}connection: close\r\n\r\n`)
  return heard.match(/HTTP\/1\.1 \d{3}/g)?.[1]
}

export const authPromises: Promises = {
  'auth/health-open': refuses((api) => api.get('settings.health', {}, { auth: null })),
  'auth/write-open': async (api) => {
    const id = await api.make('docstore')
    await api.post('docstore.saveExternalPort', { docstoreId: id, externalPort: 4000 }, { auth: null })
    return (await api.field('docstore', id, 'externalPort')) === null
  },
  'auth/longer-token': withAuth((token) => `Bearer ${token}x`),
  'auth/shorter-token': withAuth((token) => `Bearer ${token.slice(0, -1)}`),
  'auth/case-folded': withAuth((token) => `Bearer ${token.toUpperCase()}`),
  'auth/any-scheme': withAuth((token) => `Basic ${token}`),
  'auth/connection-remembered': async (api) => (await secondStatus(api)) === 'HTTP/1.1 401',
  'auth/delete-before-check': async (api) => {
    const id = await api.make('port')
    const { status } = await api.post('port.delete', { portId: id }, { auth: null })
    return status === 401 && (await api.has('port', id))
  },
  'auth/refusal-as-text': async (api) => isError(await api.get('compose.templates', {}, { auth: null })),
  'auth/refusal-without-message': async (api) => isError(await api.get('user.all', {}, { auth: null })),
}

const UNKNOWN = 'nothing_here'

/** Refuses with a 4xx in the shape of the specification. */
const error = (call: Parameters<typeof refuses>[0]) => async (api: Api) => {
  const heard = await call(api).catch(() => undefined)
  return heard !== undefined && 'text' in heard && heard.status < 500 && isError(heard as Parameters<typeof isError>[0])
}

export const errorPromises: Promises = {
  'errors/missing-mount-as-page': error((api) => api.one('mounts', UNKNOWN)),
  'errors/wrong-method-as-page': error((api) => api.post('settings.health', {})),
  'errors/large-body-as-text': async (api) => {
    const heard = await api.post('settings.updateProxyConfig', { proxyConfig: 'x'.repeat(100_000) })
    return heard.status === 200 || isError(heard)
  },
  'errors/issues-as-texts': error((api) => api.post('registry.create', {})),
  'errors/issues-by-field': error((api) => api.post('application.saveBetaProvider', {})),
  'errors/number-code': error((api) => api.one('sqlc', UNKNOWN)),
  'errors/null-message': error((api) => api.one('port', UNKNOWN)),
  'errors/bad-json-other-shape': error((api) => api.send('POST', '/port.create', '{"a":')),
  'errors/list-body': error((api) => api.one('compose', UNKNOWN)),
  'errors/nested-body': error((api) => api.get('admin.getUserByToken', { token: UNKNOWN })),
  'errors/null-body-crash': error((api) => api.send('POST', '/mounts.create', 'null')),
  'errors/bad-escape-hangs-up': error((api) => api.send('GET', '/registry.one?registryId=%E0%A4')),
  'answers/stats-as-text': async (api) => (await api.get('settings.readStats')).type === 'application/json',
  'answers/document-of-own-type': async (api) =>
    (await api.get('settings.getOpenApiDocument')).type === 'application/json',
  'answers/length-in-characters': async (api) => {
    const heard = await api.post('application.create', { name: 'äöü', projectId: api.seed('projectId') })
    return at(heard.body, 'data.name') === 'äöü'
  },
  'answers/one-byte-letters': async (api) =>
    (await api.field('kvstore', await api.make('kvstore', { name: 'é漢' }), 'name')) === 'é漢',
  'answers/empty-list-refused': async (api) =>
    (await api.get('engine.getContainersByAppLabel', { appName: UNKNOWN })).status === 200,
}
