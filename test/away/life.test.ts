import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { Api, at, using } from './api.ts'

const status = (api: Api, id: string): Promise<unknown> => api.field('application', id, 'applicationStatus')
const settles = (api: Api, id: string, wanted: string): Promise<void> =>
  vi.waitFor(async () => expect(await status(api, id)).toBe(wanted), { timeout: 5_000, interval: 20 })

describe('the life of the away server', () => {
  it('work on a service is done a moment after its response, one job after another', () =>
    using({}, async (api) => {
      const applicationId = await api.make('application')
      expect(await status(api, applicationId)).toBe('idle')
      expect((await api.post('application.deploy', { applicationId })).status).toBe(202)
      expect(await status(api, applicationId)).toBe('deploying')
      await settles(api, applicationId, 'running')
      await api.post('application.redeploy', { applicationId })
      await api.post('application.stop', { applicationId })
      await settles(api, applicationId, 'stopped')
      expect((await api.get('engine.getContainers')).text).toContain('exited')
    }))

  it('a status that is set by hand stays, and cleaning the queue gives the old one back', () =>
    using({}, async (api) => {
      const sqlaId = await api.make('sqla')
      await api.post('sqla.deploy', { sqlaId })
      await api.post('sqla.changeStatus', { sqlaId, applicationStatus: 'idle' })
      const applicationId = await api.make('application')
      await api.post('application.deploy', { applicationId })
      await api.post('application.cleanQueues', { applicationId })
      await wait(250)
      expect(await api.field('sqla', sqlaId, 'applicationStatus')).toBe('idle')
      expect(await status(api, applicationId)).toBe('idle')
    }))

  it('a restart keeps records, settings and work that was under way, at the same address', () =>
    using({}, async (api) => {
      const { baseUrl } = api.away
      const applicationId = await api.make('application', { name: 'kept 🛟' })
      await api.post('settings.updateProxyConfig', { proxyConfig: 'kept' })
      await api.post('settings.writeProxyEnv', { env: 'A=1' })
      await api.post('application.deploy', { applicationId })
      await api.away.restart()
      // The client's kept connections died with the server; it notices that at its next request.
      await vi.waitFor(() => api.get('settings.health'))
      expect(api.away.baseUrl).toBe(baseUrl)
      expect(await api.field('application', applicationId, 'name')).toBe('kept 🛟')
      expect(at((await api.get('settings.readProxyConfig')).body, 'data.proxyConfig')).toBe('kept')
      expect(at((await api.get('settings.readProxyEnv')).body, 'data.env')).toBe('A=1')
      await settles(api, applicationId, 'running')
    }))

  it('does not listen for a moment while it is updated', () =>
    using({}, async (api) => {
      expect((await api.post('settings.updateServer')).status).toBe(200)
      const health = (): Promise<number> => api.get('settings.health').then((heard) => heard.status)
      await vi.waitFor(async () => expect(await health().catch(() => 0)).toBe(0), { timeout: 2_000, interval: 5 })
      await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 5_000, interval: 20 })
    }))

  it('waits before each response when it is told so', () =>
    using({ latencyMs: 60 }, async (api) => {
      const begin = performance.now()
      await api.get('settings.health')
      expect(performance.now() - begin).toBeGreaterThanOrEqual(55)
    }))

  it('takes the token that it is given, and knows its seeded things', () =>
    using({ token: 'a-token' }, async (api) => {
      expect(api.away.token).toBe('a-token')
      const { identifiers, expendable } = api.away.target
      expect((await api.get('user.byUserId', { userId: identifiers['userId'] ?? '' })).status).toBe(200)
      expect((await api.get('user.byAuthId', { authId: expendable['authId'] ?? '' })).status).toBe(200)
      const containerId = identifiers['containerId'] ?? ''
      const serverId = identifiers['serverId'] ?? ''
      expect((await api.get('engine.getConfig', { containerId, serverId })).status).toBe(200)
      const template = { projectId: identifiers['projectId'], id: identifiers['templateId'] }
      expect((await api.post('compose.deployTemplate', template)).status).toBe(201)
      const nodes = (await api.get('cluster.getNodes')).text
      expect([nodes.includes(identifiers['nodeId'] ?? '-'), nodes.includes(expendable['nodeId'] ?? '-')]).toEqual([
        true,
        true,
      ])
    }))

  it('refuses to start with a fault or variant that it does not know', async () => {
    await expect(startAway({ faults: ['no/such'] })).rejects.toThrow('no fault "no/such"')
    await expect(startAway({ variants: ['no/such'] })).rejects.toThrow('no variant "no/such"')
  })

  it('leaves no file and no open port behind, also in the middle of work', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'away-test-'))
    vi.stubEnv('TMPDIR', folder)
    try {
      const api = new Api(await startAway({ variants: ['behaviour/slow-sight'], latencyMs: 1_000 }))
      expect(readdirSync(folder)).toHaveLength(1)
      const waiting = api.get('settings.health').catch(() => 'broken')
      await wait(50)
      await api.away.close()
      expect(await waiting).toBe('broken')
      await expect(fetch(api.away.baseUrl)).rejects.toThrow()
      expect(readdirSync(folder)).toEqual([])
      const taken = await startAway()
      await expect(startAway({ port: Number(new URL(taken.baseUrl).port) })).rejects.toThrow('EADDRINUSE')
      await taken.close()
      expect(readdirSync(folder)).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    }
  })
})
