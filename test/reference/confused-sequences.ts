/** Requests that show which user or invitation a server takes for another. */
import { operation } from '../../schemas/registry.ts'
import { pick, type Driver, type Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** Makes two invitations. */
async function invited(driver: Driver): Promise<readonly string[]> {
  const tokens: string[] = []
  for (const email of ['first@example.com', 'second@example.com']) {
    const input = { ...(await driver.valid(operation('admin.createUserInvitation'))), email }
    tokens.push(String(pick((await driver.call('admin.createUserInvitation', input)).json, 'token')))
  }
  return tokens
}

/** Whose the two invitations are said to be. */
const shownOfTwo: Sequence = async (driver) => {
  const shown: unknown[] = []
  for (const token of await invited(driver))
    shown.push(pick((await driver.call('admin.getUserByToken', { token })).json, 'email'))
  return shown
}

export const confusedSequences: Readonly<Record<string, Sequence>> = {
  'people/either-id': async (driver) =>
    (await driver.call('user.byUserId', { userId: driver.reference.store.seeds.authId })).status,
  'people/id-pattern': async (driver) => {
    const authId = `${driver.reference.store.seeds.authId.slice(0, -1)}%`
    return (await driver.call('user.byAuthId', { authId })).status
  },
  'people/by-auth-stale': async (driver) => {
    const { authId } = driver.reference.store.seeds
    await driver.call('user.byAuthId', { authId })
    const input = await driver.valid(operation('admin.assignPermissions'))
    const { userId } = driver.reference.store.seeds
    await driver.call('admin.assignPermissions', { ...input, userId, canAccessToAPI: false })
    return (await driver.call('user.byAuthId', { authId })).text.includes('"canAccessToAPI":false')
  },
  'people/listed-by-place': async (driver) => {
    const { userId } = driver.reference.store.seeds
    const input = await driver.valid(operation('admin.assignPermissions'))
    await driver.call('admin.assignPermissions', { ...input, userId, accesedProjects: ['p1'] })
    const { json } = await driver.call('user.all')
    return Array.isArray(json) ? json.map((user: Json) => user['accesedProjects']) : json
  },
  'people/removed-known': async (driver) => {
    const { userId, authId } = driver.reference.store.seeds.expendable
    await driver.call('user.byUserId', { userId })
    await driver.call('admin.removeUser', { authId })
    return (await driver.call('user.byUserId', { userId })).status
  },
  'people/removes-by-user-id': async (driver) => {
    const { authId } = driver.reference.store.seeds.expendable
    return (await driver.call('admin.removeUser', { authId })).status
  },
  'people/invitation-first': shownOfTwo,
  'people/invitation-last': shownOfTwo,
  'people/invitation-used-up': async (driver) => {
    const [token = ''] = await invited(driver)
    await driver.call('admin.getUserByToken', { token })
    return (await driver.call('admin.getUserByToken', { token })).status
  },
  'people/invitation-cut': async (driver) => {
    const [token = ''] = await invited(driver)
    return (await driver.call('admin.getUserByToken', { token: token.slice(0, -1) })).status
  },
}
