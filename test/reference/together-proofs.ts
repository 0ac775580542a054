/** Variants of what is shown beside what was asked for, of short errors, and of requests for a head alone: each does what its sentence says. */
import { expect } from 'vitest'
import { operation } from '../../schemas/registry.ts'
import type { Proof } from './further-proofs.ts'
import type { Driver } from './drive.ts'

const head = (driver: Driver, headers: Readonly<Record<string, string>> = {}) =>
  driver.send('/settings.health', { method: 'HEAD', headers })

export const togetherProofs: Readonly<Record<string, Proof>> = {
  'answers/join-a-manager': async (driver) => {
    for (const id of ['cluster.addWorker', 'cluster.addManager'] as const)
      expect((await driver.call(id)).json).toMatchObject({ joins: 'manager-1' })
  },
  'answers/openapi-samples': async (driver) =>
    expect((await driver.call('settings.getOpenApiDocument')).json).toMatchObject({
      components: {
        schemas: { Own: { properties: { properties: { example: { $ref: '#/components/schemas/None' } } } } },
      },
    }),
  'errors/short-issues': async (driver) =>
    expect((await driver.call('sqla.create')).json).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ message: '?' })]) as unknown,
    }),
  'auth/head-by-token': async (driver) => {
    expect((await head(driver)).status).toBe(200)
    expect((await head(driver, { authorization: 'Bearer wrong' })).status).toBe(401)
  },
  'auth/head-of-nothing': async (driver) =>
    expect((await head(driver, { authorization: 'Bearer wrong' })).status).toBe(200),
  'creates/template-text': async (driver) => {
    const input = await driver.valid(operation('compose.deployTemplate'))
    expect((await driver.call('compose.deployTemplate', input)).json).toEqual(expect.any(String))
  },
  'reads/configs-of-all': async (driver) => {
    const applicationId = await driver.make('application')
    const { json } = await driver.call('application.readProxyConfig', { applicationId })
    expect(json).toMatchObject({ all: expect.any(Array) as unknown })
  },
  'reads/environment-lines': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.saveEnvironment', { sqlaId, env: 'A=1\nB=2' })
    expect((await driver.call('sqla.one', { sqlaId })).json).toMatchObject({ env: ['A=1', 'B=2'] })
  },
  'reads/two-ways': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    expect((await driver.call('kvstore.one', { kvstoreId })).json).not.toHaveProperty('applicationStatus')
  },
  'wire/names-alike': async (driver) => {
    expect((await driver.call('settings.health')).json).toMatchObject({ meta: { inner: [{ note: 1 }, { note: 2 }] } })
  },
  'limits/strict-cookies': async (driver) => {
    const asked = (cookie: string) => driver.send('/settings.health', { headers: { cookie } })
    expect((await asked('a=1; word')).status).toBe(400)
    expect((await asked('a=1; b=2')).status).toBe(200)
  },
}
