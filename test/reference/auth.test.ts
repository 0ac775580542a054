import { expect, test } from 'vitest'
import { operation, operations } from '../../schemas/registry.ts'
import { Driver, token } from './drive.ts'
import { holdings, refused } from './probes.ts'

test.each(operations.map(({ id }) => id))('%s refuses whoever has no token, without effect', async (id) => {
  const driver = new Driver()
  const { 'same connection': sameConnection, ...others } = refused
  let held: unknown
  driver.beforeSend = () => void (held = structuredClone(holdings(driver.reference.store)))
  for (const [name, send] of Object.entries(others)) {
    const response = await send(driver, operation(id))
    expect(response, name).toMatchObject({ status: 401, json: { code: 'UNAUTHORIZED', issues: [] } })
    expect(response.text, name).not.toContain(token.slice(0, 8))
    expect(holdings(driver.reference.store), name).toEqual(held)
  }
  expect(await sameConnection?.(driver, operation(id))).toMatchObject({ status: 401 })
})

test('the scheme is compared without regard to case', async () => {
  const response = await new Driver().call('settings.health', {}, { headers: { authorization: `bEARER ${token}` } })
  expect(response.status).toBe(200)
})

test('no header, another form and a wrong token are told apart in words', async () => {
  const driver = new Driver()
  const bare = await driver.reference.fetch(new Request('http://127.0.0.1/settings.health'))
  const messages = await Promise.all([
    bare.text(),
    ...['none', 'Bearer wrong'].map(
      async (authorization) => (await driver.call('settings.health', {}, { headers: { authorization } })).text,
    ),
  ])
  expect(new Set(messages).size).toBe(3)
})

test('the token is asked for before anything else', async () => {
  const driver = new Driver()
  const headers = { authorization: 'none' }
  for (const [path, init] of [
    ['/no.such', {}],
    ['/project.one?projectId=none', {}],
    ['/settings.health', { method: 'DELETE' }],
    ['/sqla.create', { method: 'POST', body: '{' }],
  ] as const) {
    expect((await driver.send(path, { ...init, headers })).status, path).toBe(401)
  }
})
