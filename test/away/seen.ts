import { setTimeout as wait } from 'node:timers/promises'
import { at, type Api, type Fields } from './api.ts'
import { sendRaw } from './raw.ts'

/** What a client sees of a server in one respect; a variant is seen differently from the plain server. */
type Seen = (api: Api) => Promise<unknown>

const create: Seen = async (api) => {
  const heard = await api.post('sqla.create', await api.sample('sqla'))
  return heard.text.replaceAll(api.seed('projectId'), '').replaceAll(/_[a-z0-9]{16}|\d{4}-\d\d-[^"]*/g, '')
}
const update: Seen = async (api) => {
  const heard = await api.post('sqla.update', { sqlaId: await api.make('sqla'), name: 'other' })
  return heard.text.replaceAll(/_[a-z0-9]{16}/g, '')
}
const createStatus: Seen = async (api) => (await api.post('sqla.create', await api.sample('sqla'))).status
const status =
  (name: string, fields: Fields): Seen =>
  async (api) =>
    (await api.post(name, { ...(await api.sample(name.split('.')[0] ?? '')), ...fields })).status
const stored =
  (field: string, fields: Fields): Seen =>
  async (api) =>
    String(await api.field('sqla', await api.make('sqla', fields), field)).length
const twice =
  (kind: string): Seen =>
  async (api) => {
    const sample = await api.sample(kind)
    await api.post(`${kind}.create`, sample)
    return (await api.post(`${kind}.create`, sample)).status
  }
const missing: Seen = (api) => api.one('sqla', 'gone')
const missingError: Seen = async (api) => (await api.one('sqla', 'gone')).body
/** How long a deploy took, in ms. */
const deployTime: (api: Api) => Promise<number> = async (api) => {
  const applicationId = await api.make('application')
  const begin = performance.now()
  await api.post('application.deploy', { applicationId })
  while ((await api.field('application', applicationId, 'applicationStatus')) !== 'running') await wait(3)
  return performance.now() - begin
}
/** Whether one of many deploys takes less than so many ms: on a busy machine most of them may seem slow. */
const deploysWithin =
  (ms: number, rounds: number): Seen =>
  async (api) => {
    for (let round = 0; round < rounds; round += 1) if ((await deployTime(api)) < ms) return true
    return false
  }
/** Whether a write is sometimes not seen at once, but always a moment later. */
const lateSight: Seen = async (api) => {
  for (let round = 0; round < 20; round += 1) {
    const id = await api.make('sqla')
    const early = (await api.one('sqla', id)).status
    if (early === 200) continue
    await wait(350)
    return [early, (await api.one('sqla', id)).status]
  }
  return 'always seen'
}
const header =
  (name: string): Seen =>
  async (api) =>
    (await api.get('settings.isCloud')).headers.get(name)

export const seen: Readonly<Record<string, Seen>> = {
  'answers/always-200': createStatus,
  'answers/always-201': async (api) => (await api.post('settings.reloadProxy', {})).status,
  'answers/bare': create,
  'answers/more-envelope': async (api) => at((await api.get('settings.health')).body, 'ok'),
  'answers/empty-objects': update,
  'answers/yes': update,
  'answers/whole-record': update,
  'answers/location-only': create,
  'answers/nested': create,
  'answers/secrets-masked': create,
  'answers/secrets-left-out': create,
  'answers/no-nulls': create,
  'answers/least': create,
  'answers/large': create,
  'rules/strict-names': status('sqla.create', { name: 'a/b' }),
  'rules/plain-app-names': status('sqla.create', { appName: 'A B' }),
  'rules/app-names-unique': twice('sqla'),
  'rules/published-ports-unique': twice('port'),
  'rules/reload-checks-name': async (api) => {
    const sqlaId = await api.make('sqla')
    return (await api.post('sqla.reload', { sqlaId, appName: 'other' })).status
  },
  'rules/idle-only': async (api) => {
    const sqlaId = await api.make('sqla')
    return (await api.post('sqla.changeStatus', { sqlaId, applicationStatus: 'error' })).status
  },
  'rules/any-status': async (api) => {
    const sqlaId = await api.make('sqla')
    return (await api.post('sqla.changeStatus', { sqlaId, applicationStatus: 'resting' })).status
  },
  'rules/unknown-fields-refused': status('sqla.create', { colour: 'red' }),
  'rules/small-bodies': status('application.create', { name: 'x'.repeat(50_000) }),
  'behaviour/names-trimmed': stored('name', { name: ' x ' }),
  'behaviour/names-composed': stored('name', { name: 'cafe\u0301' }),
  'behaviour/app-names-lowered': async (api) =>
    api.field('sqla', await api.make('sqla', { appName: 'ABC' }), 'appName'),
  'behaviour/app-name-suffix': stored('appName', {}),
  'behaviour/number-identifiers': async (api) => /^\d+$/.test(await api.make('sqla')),
  'behaviour/tombstones': async (api) => {
    const sqlaId = await api.make('sqla')
    await api.post('sqla.remove', { sqlaId })
    return (await api.one('sqla', sqlaId)).status
  },
  'behaviour/delete-again': async (api) => (await api.post('sqla.remove', { sqlaId: 'gone' })).status,
  'behaviour/slow-sight': lateSight,
  'behaviour/work-at-once': deploysWithin(150, 40),
  'behaviour/work-slowly': deploysWithin(1_400, 3),
  'behaviour/secrets-hashed': stored('databasePassword', {}),
  'errors/all-400': async (api) => at(await missing(api), 'status'),
  'errors/forbidden-403': async (api) => (await api.get('settings.health', {}, { auth: 'Bearer no' })).status,
  'errors/more-members': async (api) => Object.keys((await missingError(api)) as object),
  'errors/capital-codes': missingError,
  'errors/paths-before-tokens': async (api) => (await api.get('no.where', {}, { auth: null })).status,
  'wire/rate-limit': async ({ away }) => {
    const one = `GET /settings.isCloud HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${away.token}\r\n`
    const heard = await sendRaw(away.baseUrl, `${`${one}\r\n`.repeat(99)}${one}connection: close\r\n\r\n`)
    return [heard.includes('HTTP/1.1 429'), heard.includes('retry-after: 1')]
  },
  'wire/chunked': header('transfer-encoding'),
  'wire/connection-close': header('connection'),
  'wire/pretty': header('content-type'),
  'wire/gzip': header('content-encoding'),
  'wire/no-head': async (api) => (await api.get('settings.isCloud', {}, { method: 'HEAD' })).status,
}
