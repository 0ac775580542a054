/** Requests that show what becomes of values that are written: by their order, and in long or unusual texts. */
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import { pick, type Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** What an operation answers to its valid request with the fields in reverse order: its status, and what it shows of some. */
const turned =
  (id: OperationId, ...shown: readonly string[]): Sequence =>
  async (driver) => {
    const input = await driver.valid(operation(id))
    const told = Object.fromEntries(Object.keys(input).map((name) => [name, name.endsWith('Id') ? input[name] : name]))
    const { status, json } = await driver.call(id, Object.fromEntries(Object.entries(told).toReversed()))
    return [status, ...shown.map((name) => (status < 400 ? pick(json, name) : null))]
  }

/** A record of the kind, changed by this, and what a field of it is then. */
const changed =
  (kind: RecordKind, by: OperationId, field: string, input: Json): Sequence =>
  async (driver) => {
    const pointer = { [identifierField[kind]]: await driver.make(kind) }
    await driver.call(by, Object.fromEntries(Object.entries({ ...pointer, ...input }).toReversed()))
    const { json } = await driver.call(lifeOf(kind).one.id, pointer)
    return typeof json === 'object' && json !== null ? Reflect.get(json, field) : json
  }

export const textSequences: Readonly<Record<string, Sequence>> = {
  'census/answers-cut': async (driver) => {
    const applicationId = await driver.make('application')
    const { json } = await driver.call('application.update', { applicationId, name: 'a name of thirty characters...' })
    return pick(json, 'name')
  },
  'settings/cut-column': async (driver) => {
    await driver.call('settings.updateProxyConfig', { proxyConfig: 'a'.repeat(70_000) })
    return JSON.stringify((await driver.call('settings.readProxyConfig')).json).length
  },
  'params/boolean-for-number': async (driver) => {
    const sqlbId = await driver.make('sqlb')
    return (await driver.call('sqlb.saveExternalPort', { sqlbId, externalPort: true })).status
  },
  'values/order-of-create': turned('sqla.create'),
  'values/order-of-save': turned('application.saveGammaProvider'),
  'values/order-of-user': turned('docstore.create', 'databaseUser'),
  'values/update-order': changed('kvstore', 'kvstore.update', 'name', { name: 'another' }),
}
