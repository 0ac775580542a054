/** What a refused request does when its response has been read long ago, or without a trace but the status. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, operation, type OperationId } from '../../schemas/registry.ts'
import type { Driver, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** Longer than what is carried out late is held back, in milliseconds. */
const LONGER = 300
const nobody = { headers: { authorization: 'none' } }

/** Whether each of these requests is answered within a moment. */
async function answered(driver: Driver, id: OperationId, inputs: readonly Json[]): Promise<readonly boolean[]> {
  const all: boolean[] = []
  for (const input of inputs)
    all.push(await Promise.race([driver.call(id, input).then(() => true), wait(LONGER, false)]))
  return all
}

/** Whether a valid request is answered after one about what nobody has. */
const answeredAfterError =
  (id: OperationId): Sequence =>
  async (driver) => {
    const input = await driver.valid(operation(id))
    const unknown = Object.fromEntries(Object.keys(input).map((name) => [name, 'nobody']))
    return answered(driver, id, [input, unknown, input])
  }

/** What a record is called before and after an update of one of another kind. */
const renamed =
  (by: RecordKind, update: OperationId, kind: RecordKind): Sequence =>
  async (driver) => {
    const id = await driver.make(kind)
    const before = driver.reference.store.get(kind, id)['name']
    const valid = await driver.valid(operation(update))
    await driver.call(update, { ...valid, [identifierField[by]]: await driver.make(by) })
    return [before === driver.reference.store.get(kind, id)['name']]
  }

/** Two changes at one time: what of both is stored, by record. */
const raced =
  (kind: RecordKind, changes: readonly (readonly [OperationId, Json, on: 0 | 1])[]): Sequence =>
  async (driver) => {
    const ids = [await driver.make(kind), await driver.make(kind)] as const
    const field = identifierField[kind]
    await Promise.all(changes.map(([id, input, on]) => driver.call(id, { ...input, [field]: ids[on] })))
    const names = [...new Set(changes.flatMap(([, input]) => Object.keys(input)))]
    return ids.map((id) => names.map((name) => driver.reference.store.get(kind, id)[name]))
  }

/** Whether a document store is still there that was deployed and removed so many times. */
async function leftDeployed(driver: Driver, times: number): Promise<boolean> {
  const docstoreId = await driver.make('docstore')
  await driver.call('docstore.deploy', { docstoreId })
  for (let at = 0; at < times; at++) await driver.call('docstore.remove', { docstoreId })
  return driver.reference.store.records.docstore.get(docstoreId) !== undefined
}

/** What is stored of a number that is written with an exponent. */
const exponent =
  (kind: RecordKind, id: OperationId, name: string): Sequence =>
  async (driver) => {
    const field = identifierField[kind]
    const input: Json = { ...(await driver.valid(operation(id))), [name]: 8080 }
    const body = JSON.stringify(input).replace('8080', '8.08e3')
    await driver.send(operation(id).path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return driver.reference.store.get(kind, String(input[field]))[name]
  }

export const lateSequences: Readonly<Record<string, Sequence>> = {
  'answers/hangs-after-error': answeredAfterError('compose.getDefaultCommand'),
  'answers/hangs-after-refusal': answeredAfterError('application.saveAlphaProvider'),
  'answers/hangs-always': async (driver) =>
    answered(driver, 'compose.getConvertedCompose', [{ composeId: await driver.make('compose') }]),
  'answers/hangs-with-server': async (driver) => {
    const { serverId } = driver.reference.store.seeds
    return answered(driver, 'engine.getContainersByAppLabel', [{ appName: 'proxy' }, { appName: 'proxy', serverId }])
  },
  'answers/waits-without-field': async (driver) => {
    const { targetPort: _, ...input } = await driver.valid(operation('port.update'))
    return answered(driver, 'port.update', [input])
  },
  'burst/update-absent': async (driver) => {
    const composeId = await driver.make('compose')
    const read = wait(5).then(() => driver.call('compose.one', { composeId }))
    const [shown] = await Promise.all([read, driver.call('compose.update', { composeId, name: 'another name' })])
    return shown.status
  },
  'burst/update-undoes': raced('sqlb', [
    ['sqlb.update', { name: 'one' }, 0],
    ['sqlb.saveExternalPort', { externalPort: 7000 }, 0],
  ]),
  'burst/update-undone-by-its-like': raced('compose', [
    ['compose.update', { name: 'one' }, 0],
    ['compose.update', { description: 'two' }, 0],
  ]),
  'burst/update-undone-by-setter': raced('application', [
    [
      'application.saveGammaProvider',
      { gammaId: 'x', gammaBranch: 'b', gammaBuildPath: '/', gammaOwner: 'o', gammaRepository: 'r' },
      0,
    ],
    ['application.update', { name: 'one' }, 0],
  ]),
  'burst/update-shared': raced('compose', [
    ['compose.update', { name: 'one' }, 0],
    ['compose.update', { name: 'two' }, 1],
  ]),
  'burst/locked-update': raced('sqlc', [
    ['sqlc.update', { name: 'one' }, 0],
    ['sqlc.update', { name: 'two' }, 1],
  ]),
  'values/spelled-port': exponent('docstore', 'docstore.saveExternalPort', 'externalPort'),
  'values/spelled-pair': exponent('port', 'port.update', 'publishedPort'),
  'records/lasting-name': renamed('registry', 'registry.update', 'docstore'),
  'records/lasting-name-by-save': renamed('mount', 'mounts.update', 'compose'),
  'records/lasting-removed': async (driver) => {
    const ids = [await driver.make('kvstore'), await driver.make('kvstore')]
    await driver.call('registry.remove', { registryId: await driver.make('registry') })
    return ids.map((id) => driver.reference.store.records.kvstore.get(id) !== undefined)
  },
  'records/deployed-stays': (driver) => leftDeployed(driver, 1),
  'records/deployed-stays-for-good': (driver) => leftDeployed(driver, 2),
  'records/deployed-stays-started': async (driver) => {
    const docstoreId = await driver.make('docstore')
    await driver.call('docstore.start', { docstoreId })
    await driver.call('docstore.remove', { docstoreId })
    return driver.reference.store.records.docstore.get(docstoreId) !== undefined
  },
  'records/deployed-stays-working': async (driver) => {
    const applicationId = await driver.make('application')
    driver.reference.store.update('application', applicationId, { applicationStatus: 'running' })
    await driver.call('application.delete', { applicationId })
    return driver.reference.store.records.application.get(applicationId) !== undefined
  },
  'records/lasting-cleared': async (driver) => {
    const [gone, other] = [await driver.make('registry'), await driver.make('registry')]
    await driver.call('registry.remove', { registryId: gone })
    await driver.call('registry.remove', { registryId: gone })
    return driver.reference.store.records.registry.get(other) !== undefined
  },
  'records/lasting-cache': async (driver) => {
    const input = await driver.valid(operation('registry.create'))
    const { registry } = driver.reference.store.records
    const before = registry.size
    for (let made = 0; made < 5; made++) await driver.call('registry.create', { ...input, registryName: `r${made}` })
    const all = registry.size - before
    await wait(2 * LONGER + 100)
    return [all, registry.size - before]
  },
  'auth/stored-late': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.update', { sqlaId, name: 'late' }, nobody)
    const before = driver.reference.store.get('sqla', sqlaId)['name']
    await wait(LONGER)
    return [before, driver.reference.store.get('sqla', sqlaId)['name']]
  },
  'auth/effect-of-late': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.remove', { sqlaId }, nobody)
    const before = driver.reference.store.records.sqla.size
    await wait(LONGER)
    return [before, driver.reference.store.records.sqla.size]
  },
  'auth/effect-of-stop': async (driver) => {
    const sqlbId = await driver.make('sqlb', { applicationStatus: 'running' })
    const before = driver.reference.store.get('sqlb', sqlbId)
    const { status } = await driver.call('sqlb.stop', { sqlbId }, nobody)
    const after = driver.reference.store.get('sqlb', sqlbId)
    return [status, after['applicationStatus'], after['updatedAt'] === before['updatedAt']]
  },
}
