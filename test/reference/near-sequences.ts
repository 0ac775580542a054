/** Requests that show what nearly identifiers find, what a test stores, which odd token is let in, and which odd number is taken. */
import { identifierField, lifeOf, operation } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { token } from './drive.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import type { Sequence } from './sequence.ts'

/** How many registries there are once one was tested. */
const tested: Sequence = async (driver) => {
  await driver.call('registry.testRegistry', await driver.valid(operation('registry.testRegistry')))
  return driver.reference.store.records.registry.size
}

/** Whose a registry is once another one was tested. */
const userAfterTest =
  (isNamesake = false): Sequence =>
  async (driver) => {
    const registryName = 'shared'
    const registryId = await driver.make('registry', { username: 'somebody', registryName })
    const login = await driver.valid(operation('registry.testRegistry'))
    await driver.call('registry.testRegistry', isNamesake ? { ...login, registryName } : login)
    return valueOf((await driver.call('registry.one', { registryId })).json, 'username')
  }

/** Whether two stacks show one token once one of them was told to take another. */
const tokensAlike: Sequence = async (driver) => {
  const [composeId, other] = [await driver.make('compose'), await driver.make('compose')]
  await driver.call('compose.refreshToken', { composeId })
  const tokenOf = async (id: string) =>
    valueOf((await driver.call('compose.one', { composeId: id })).json, 'refreshToken')
  return (await tokenOf(composeId)) === (await tokenOf(other))
}

const withCookie =
  (cookie: string): Sequence =>
  async (driver) =>
    (await driver.call('settings.health', {}, { headers: { authorization: 'none', cookie } })).status

/** What is said to a project of a beta provider that is no whole number. */
const betaProject =
  (betaProjectId: unknown): Sequence =>
  async (driver) => {
    const input = await driver.valid(operation('application.saveBetaProvider'))
    return (await driver.call('application.saveBetaProvider', { ...input, betaProjectId })).status
  }

/** At what a mount of a service stands. */
const mountOf =
  (kind: RecordKind): Sequence =>
  async (driver) => {
    const serviceId = await driver.make(kind)
    const input = { ...(await driver.valid(operation('mounts.create'))), serviceId }
    const { json } = await driver.call('mounts.create', input)
    return Object(json)['serviceId'] === serviceId
  }

/** How a read of what is nearly the identifier of a record is answered. */
const found =
  (kind: RecordKind, asked: (id: string) => string): Sequence =>
  async (driver) => {
    const id = await driver.make(kind)
    return (await driver.call(lifeOf(kind).one.id, { [identifierField[kind]]: asked(id) })).status
  }

export const nearSequences: Readonly<Record<string, Sequence>> = {
  'auth/cookie-auth-session': withCookie(`auth_session=${token}`),
  'auth/cookie-better-auth-session-token': withCookie(`better-auth.session_token=${token}`),
  'auth/cookie-whole': withCookie(token),
  'params/identifier-cut': betaProject(7.5),
  'params/number-nullable': betaProject(null),
  'params/unknown-shows-namesake': async (driver) =>
    (await driver.call('settings.readProxyFile', { path: '/nowhere/routes.yml' })).status,
  'params/unknown-outlived': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('compose.getDefaultCommand', { composeId })
    await driver.call('compose.delete', { composeId })
    return (await driver.call('compose.getDefaultCommand', { composeId })).status
  },
  'params/unknown-revives': async (driver) => {
    const docstoreId = await driver.make('docstore')
    await driver.call('docstore.remove', { docstoreId })
    await driver.call('docstore.update', { docstoreId })
    return (await driver.call('docstore.one', { docstoreId })).status
  },
  'params/unknown-delete-revives': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('application.delete', { applicationId })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('application.one', { applicationId })).status
  },
  'records/placed-mount-crossed': mountOf('sqlc'),
  'records/placed-mount-of-stack': mountOf('compose'),
  'records/placed-mount-nowhere': async (driver) => {
    const input = { ...(await driver.valid(operation('mounts.create'))), serviceId: await driver.make('sqlc') }
    const mountId = Object((await driver.call('mounts.create', input)).json)['mountId']
    return Object((await driver.call('mounts.one', { mountId })).json)['serviceId'] === input.serviceId
  },
  'records/placed-unread': async (driver) => {
    const input = { ...(await driver.valid(operation('mounts.create'))), serviceId: await driver.make('compose') }
    const mountId = Object((await driver.call('mounts.create', input)).json)['mountId']
    return (await driver.call('mounts.one', { mountId })).status
  },
  'records/stays-of-databases': async (driver) => {
    const input = { ...(await driver.valid(operation('mounts.create'))), serviceId: await driver.make('docstore') }
    const mountId = Object((await driver.call('mounts.create', input)).json)['mountId']
    await driver.call('mounts.remove', { mountId })
    return (await driver.call('mounts.one', { mountId })).status
  },
  'records/tested-kept': tested,
  'records/tested-over': userAfterTest(),
  'records/tested-namesake': userAfterTest(true),
  'records/token-shared': tokensAlike,
  'params/empty-shows-first': found('port', () => ''),
  'records/near-pattern': found('port', (id) => `${id.slice(0, -1)}%`),
  'records/near-query': found('application', (id) => `${id}' AND 'a'='a`),
  'records/near-beginning': found('sqla', (id) => id.slice(0, -2)),
  'records/near-case': found('sqlb', (id) => id.toUpperCase()),
}
