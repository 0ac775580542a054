/** Requests without the right token that show which address, which cache and which known text lets them in. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { operation, type OperationId } from '../../schemas/registry.ts'
import type { Driver, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const nobody = { headers: { authorization: 'none' } }

const at =
  (path: string, method = 'GET', more: Readonly<Record<string, string>> = {}): Sequence =>
  async (driver) =>
    (await driver.send(path, { method, headers: { ...nobody.headers, ...more } })).status

/** A path that the server's own library makes plain: it stands in the request as it came. */
const dotted =
  (url: string): Sequence =>
  async (driver) => {
    const incoming = new IncomingMessage(new Socket())
    incoming.url = url
    return (await driver.send('/settings.health', { ...nobody, env: { incoming } })).status
  }

/** What a text is answered in place of the token. */
const inPlace =
  (textOf: (driver: Driver) => Promise<string>): Sequence =>
  async (driver) => {
    const authorization = `Bearer ${await textOf(driver)}`
    return (await driver.call('settings.health', {}, { headers: { authorization } })).status
  }

/** What an open GET of a write is answered, with the fields of its valid body in the query. */
const byGet =
  (id: OperationId): Sequence =>
  async (driver) => {
    const input: Json = await driver.valid(operation(id))
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return (await driver.send(`${operation(id).path}?${query}`, { method: 'GET', ...nobody })).status
  }

const withoutAfterWith =
  (id: OperationId): Sequence =>
  async (driver) => {
    const input: Json = await driver.valid(operation(id))
    await driver.call(id, input)
    return (await driver.call(id, input, nobody)).status
  }

const SESSION = 'session=f3c1a9e07b52'

export const authSequences: Readonly<Record<string, Sequence>> = {
  'auth/path-slash': at('/settings.health/'),
  'auth/path-case': at('/SETTINGS.HEALTH'),
  'auth/path-doubled': at('//settings.health'),
  'auth/path-encoded': at('/%73ettings.health'),
  'auth/path-parameter': at('/settings.health;v=1'),
  'auth/path-suffix': at('/settings.health.json'),
  'auth/path-method': at('/settings.health', 'POST', { 'x-http-method-override': 'GET' }),
  'auth/path-dot': dotted('/./settings.health'),
  'auth/path-encoded-dot': dotted('/%2e/settings.health'),
  'auth/path-head': at('/settings.health', 'HEAD'),
  'auth/empty-other-header': at('/registry.all', 'GET', { 'x-api-key': '' }),
  'auth/path-comma': at('/settings.health,v'),
  'auth/path-front': at('/;v=1/settings.health'),
  'auth/get-changes': byGet('registry.update'),
  'auth/get-deletes': byGet('port.delete'),
  'auth/get-settings': byGet('settings.updateProxyConfig'),
  'auth/pattern-star': inPlace(() => Promise.resolve('*')),
  'auth/pattern-expression': inPlace(() => Promise.resolve('.*')),
  'auth/unsigned': inPlace(() => Promise.resolve('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.')),
  'auth/shown-invitation': inPlace((driver) => Promise.resolve(driver.invite())),
  'auth/shown-refresh-token': inPlace(async (driver) => {
    await driver.make('application', { refreshToken: 'a-refresh-token' })
    return 'a-refresh-token'
  }),
  'auth/shown-user-id': inPlace(({ reference }) => Promise.resolve(reference.store.seeds.userId)),
  'auth/shown-record-id': inPlace((driver) => driver.make('sqla')),
  'auth/shown-app-name': inPlace(async (driver) => {
    await driver.make('sqlc', { appName: 'of-its-own' })
    return 'of-its-own'
  }),
  'auth/session-cookie': at('/cluster.getNodes', 'GET', { cookie: SESSION }),
  'auth/cached-read': withoutAfterWith('user.byUserId'),
  'auth/cached-write': withoutAfterWith('sqlb.update'),
}
