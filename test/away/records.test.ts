import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { Api, at, good, idField, KINDS } from './api.ts'

let api: Api
beforeAll(async () => {
  api = new Api(await startAway())
})
afterAll(() => api.away.close())

const removal = (kind: string): string =>
  `${kind}.${['application', 'compose', 'port'].includes(kind) ? 'delete' : 'remove'}`
const HARD = 'Žluťoučký 🐎 \u0000 \u2028 e\u0301 "\'\\ <b>&amp; %00 \n\t ' + '漢'.repeat(50_000)

describe('the records of the away server', () => {
  it.each(KINDS)('%s is created, read, changed and removed', async (kind) => {
    const sample = await api.sample(kind)
    const id = await api.make(kind, sample)
    const record = at((await api.one(kind, id)).body, 'data')
    expect(record).toMatchObject(sample)

    const field = { registry: 'imagePrefix', port: 'targetPort', mounts: 'mountPath' }[kind] ?? 'name'
    const value = kind === 'port' ? 4321 : HARD
    const numbers = kind === 'port' ? { publishedPort: 8080 } : {}
    const changed = await api.post(`${kind}.update`, { [idField(kind)]: id, ...numbers, [field]: value })
    expect(good(changed), changed.text).toBe(true)
    expect(at((await api.one(kind, id)).body, 'data')).toEqual({ ...(record as object), [field]: value })

    expect(good(await api.post(removal(kind), { [idField(kind)]: id }))).toBe(true)
    expect((await api.one(kind, id)).status).toBe(404)
    expect((await api.post(removal(kind), { [idField(kind)]: id })).status).toBe(404)
  })

  it.each(KINDS.filter((kind) => kind !== 'port'))('%s takes an update of nothing', async (kind) => {
    const id = await api.make(kind)
    const before = await api.one(kind, id)
    expect((await api.post(`${kind}.update`, { [idField(kind)]: id })).status).toBe(200)
    expect((await api.one(kind, id)).body).toEqual(before.body)
  })

  it.each(KINDS.filter((kind) => !['registry', 'port', 'mounts'].includes(kind)))(
    '%s takes its mounts along when it goes',
    async (kind) => {
      const serviceId = await api.make(kind)
      const mount = await api.make('mounts', { serviceId })
      await api.post(removal(kind), { [idField(kind)]: serviceId })
      expect(await api.has('mounts', mount)).toBe(false)
    },
  )

  it('ports go with their application, and the ports of another one stay', async () => {
    const [gone, kept] = [await api.make('application'), await api.make('application')]
    const [first, second] = [
      await api.make('port', { applicationId: gone }),
      await api.make('port', { applicationId: kept }),
    ]
    await api.post('application.delete', { applicationId: gone })
    expect([await api.has('port', first), await api.has('port', second)]).toEqual([false, true])
  })

  it('keep their identifiers apart when many are made at once', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => api.make('kvstore')))
    expect(new Set(ids).size).toBe(60)
  })

  it('an invitation makes a user whom its token finds', async () => {
    const made = await api.post('admin.createUserInvitation', { email: 'new@harbour.example' })
    const [userId, token] = [at(made.body, 'data.userId'), String(at(made.body, 'data.token'))]
    expect(at((await api.get('admin.getUserByToken', { token })).body, 'data.userId')).toBe(userId)
    expect((await api.get('user.all')).text).toContain(String(userId))
    const authId = String(at(made.body, 'data.authId'))
    expect(good(await api.post('admin.removeUser', { authId }))).toBe(true)
    expect((await api.get('admin.getUserByToken', { token })).status).toBe(404)
  })

  it('the owner of the server can not be removed', async () => {
    const authId = at((await api.get('admin.one')).body, 'data.authId')
    expect((await api.post('admin.removeUser', { authId })).status).toBe(409)
  })

  it('a registry test succeeds where something listens', async () => {
    const tokenLocation = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => tokenLocation.listen(0, '127.0.0.1', resolve))
    const registryUrl = `127.0.0.1:${(tokenLocation.address() as AddressInfo).port}`
    const { imagePrefix: _prefix, ...account } = await api.sample('registry')
    expect((await api.post('registry.testRegistry', { ...account, registryUrl })).status).toBe(200)
    await new Promise((resolve) => tokenLocation.close(resolve))
    expect((await api.post('registry.testRegistry', { ...account, registryUrl })).status).toBe(424)
  })

  it('a stack knows the services of its file', async () => {
    const composeFile = 'services:\n  web:\n    image: a\n  db:\n    image: b\nvolumes:\n  data: {}\n'
    const composeId = await api.make('compose', { composeFile })
    const { body } = await api.get('compose.loadServices', { composeId })
    expect(at(body, 'data.services')).toEqual(['web', 'db'])
    await api.post('compose.randomizeCompose', { composeId, suffix: 'x1' })
    expect((await api.get('compose.getConvertedCompose', { composeId })).text).toContain('web-x1')
  })
})
