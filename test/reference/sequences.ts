/** Requests that show the faults which no single request shows: several in a row, or many at once. */
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import { pick, type HttpResponse, type Json } from './drive.ts'
import { confusedSequences } from './confused-sequences.ts'
import { hiddenSequences } from './hidden-sequences.ts'
import { apartSequences } from './apart-sequences.ts'
import { hostSequences } from './host-sequences.ts'
import { jobSequences } from './job-sequences.ts'
import { lateSequences } from './late-sequences.ts'
import { listedSequences } from './listed-sequences.ts'
import { authSequences } from './auth-sequences.ts'
import { nearSequences } from './near-sequences.ts'
import type { Sequence } from './sequence.ts'
import { sharedSequences } from './shared-sequences.ts'
import { togetherSequences } from './together-sequences.ts'
import { textSequences } from './text-sequences.ts'
import { unforeseen } from './unforeseen-sequences.ts'

const fieldsOf = ({ json }: HttpResponse): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

/** Creates of a kind at once: how many identifiers they got, and how many records are read as they were answered. */
const madeAtOnce =
  (kind: RecordKind): Sequence =>
  async (driver) => {
    const { create, one } = lifeOf(kind)
    const name = kind === 'registry' ? 'registryName' : 'name'
    const field = identifierField[kind]
    const inputs = await Promise.all(Array.from({ length: 20 }, () => driver.valid(create)))
    const made = await Promise.all(inputs.map((input) => driver.call(create.id, input)))
    const ids = made.map(({ json }) => pick(json, field))
    const shown = await Promise.all(ids.map((id) => driver.call(one.id, { [field]: id })))
    const own = made.filter((response, at) => fieldsOf(response)[name] === inputs[at]?.[name])
    const kept = shown.filter((response, at) => fieldsOf(response)[name] === inputs[at]?.[name])
    return { ids: new Set(ids).size, own: own.length, kept: kept.length }
  }

/** What the list of registries shows once two were made and one of them deleted: their names. */
const registries: Sequence = async (driver) => {
  for (const registryName of ['first', 'second', 'third']) {
    const registryId = await driver.make('registry', { registryName })
    if (registryName === 'second') await driver.call('registry.remove', { registryId })
  }
  const { json } = await driver.call('registry.all')
  return Array.isArray(json) ? json.map((row: Json) => row['registryName']) : json
}
/** Two creates under one name: how many identifiers they got, and what is shown of the first. */
const namesakes =
  (kind: RecordKind, name: string): Sequence =>
  async (driver) => {
    const { create, one } = lifeOf(kind)
    const field = identifierField[kind]
    const input = await driver.valid(create)
    const first = pick((await driver.call(create.id, input)).json, field)
    const others = Object.entries(await driver.valid(create)).map(([key, value]) =>
      key === name ? [key, input[key]] : [key, key.endsWith('Id') ? value : `${String(value)}-2`],
    )
    const second = pick((await driver.call(create.id, Object.fromEntries(others))).json, field)
    const { status, json } = await driver.call(one.id, { [field]: first })
    const { name: called, databaseName, registryName } = { ...fieldsOf({ json } as HttpResponse) }
    return [new Set([first, second]).size, status, called, databaseName, registryName]
  }

/** An operation on one record several times over: the statuses. */
const again =
  (id: OperationId, kind: RecordKind): Sequence =>
  async (driver) => {
    const references = { [identifierField[kind]]: await driver.make(kind) }
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await driver.call(id, references)).status)
    return statuses
  }

/** The status of the read of a port that leads where one leads whose application is deleted. */
const ofLikePorts =
  (own: number, other: number): Sequence =>
  async (driver) => {
    const [first, applicationId] = [await driver.make('application'), await driver.make('application')]
    const portId = await driver.make('port', { publishedPort: own, targetPort: 80, applicationId: first })
    await driver.make('port', { publishedPort: other, targetPort: 80, applicationId })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('port.one', { portId })).status
  }

/** Which faults are seen by which sequence. */
export const sequences: Readonly<Record<string, Sequence>> = {
  ...authSequences,
  ...unforeseen,
  ...textSequences,
  ...jobSequences,
  ...hiddenSequences,
  ...lateSequences,
  ...listedSequences,
  ...sharedSequences,
  ...togetherSequences,
  ...nearSequences,
  'auth/effect-of-queued': async (driver) => {
    const input = await driver.valid(operation('sqla.create'))
    await driver.call('sqla.create', input, { headers: { authorization: 'none' } })
    await driver.call('sqla.create', input)
    return driver.reference.store.records.sqla.size
  },
  'unusual/html-vast': async (driver) => {
    const path = '/settings.cleanAll'
    return (await driver.send(path, { method: 'POST', body: `{${' '.repeat(1_100_000)}}` })).headers.get('content-type')
  },
  'values/type-beta-project': async (driver) => {
    const applicationId = await driver.make('application', { betaProjectId: 7 })
    return typeof fieldsOf(await driver.call('application.one', { applicationId }))['betaProjectId']
  },
  'values/type-external-port': async (driver) => {
    const sqlaId = await driver.make('sqla', {})
    await driver.call('sqla.saveExternalPort', { sqlaId, externalPort: 7000 })
    return fieldsOf(await driver.call('sqla.one', { sqlaId }))['externalPort']
  },
  'records/namesake-same': namesakes('registry', 'registryName'),
  'records/namesake-password': namesakes('sqlc', 'databasePassword'),
  'records/namesake-over': namesakes('sqla', 'name'),
  'records/namesake-instead': namesakes('compose', 'name'),
  'census/others-ports': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.make('port', { applicationId })
    await driver.call('application.redeploy', { applicationId })
    return driver.reference.store.records.port.childrenOf(applicationId).length
  },
  'census/others-own': async (driver) => {
    const serviceId = await driver.make('application')
    await driver.make('mount', { serviceId })
    await driver.call('application.stop', { applicationId: serviceId })
    return driver.reference.store.records.mount.childrenOf(serviceId).length
  },
  'records/listed-twice': async (driver) => {
    await driver.call('registry.create', await driver.valid(operation('registry.create')))
    return driver.reference.store.records.registry.size
  },
  'records/listed-not-the-last': registries,
  'records/listed-none': registries,
  'records/listed-deleted': registries,
  'records/listed-crossed': registries,
  'records/listed-doubled': registries,
  'records/listed-last-alone': registries,
  'values/type-owner': async (driver) => {
    const applicationId = await driver.make('application', { owner: 'somebody' })
    return fieldsOf(await driver.call('application.one', { applicationId }))['owner']
  },
  'census/others-kind': async (driver) => {
    const [sqlaId, sqlbId] = [await driver.make('sqla'), await driver.make('sqlb', { name: 'kept' })]
    await driver.call('sqla.update', { sqlaId, name: 'new' })
    return fieldsOf(await driver.call('sqlb.one', { sqlbId }))['name']
  },
  'census/others-by-delete': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    await driver.call('docstore.remove', { docstoreId: await driver.make('docstore') })
    return fieldsOf(await driver.call('kvstore.one', { kvstoreId }))['name']
  },
  'census/others-above': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('mounts.remove', { mountId: await driver.make('mount', { serviceId: applicationId }) })
    return (await driver.call('application.one', { applicationId })).status
  },
  'census/others-beside': async (driver) => {
    const [applicationId, composeId] = [await driver.make('application'), await driver.make('compose')]
    await driver.call('application.delete', { applicationId })
    return (await driver.call('compose.one', { composeId })).status
  },
  'census/others-children': async (driver) => {
    const [serviceId, applicationId] = [await driver.make('application'), await driver.make('application')]
    const mountId = await driver.make('mount', { serviceId })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('mounts.one', { mountId })).status
  },
  'census/others-same-port': ofLikePorts(40_001, 40_001),
  'census/others-same-target': ofLikePorts(40_001, 40_002),
  'census/others-by-read': async (driver) => {
    const [applicationId, other] = [await driver.make('application'), await driver.make('application')]
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: 'http: {}' })
    return (await driver.call('application.readProxyConfig', { applicationId: other })).json === 'http: {}'
  },
  'census/others-lost-before': async (driver) => {
    const [owner, applicationId] = [await driver.make('application'), await driver.make('application')]
    const portId = await driver.make('port', { applicationId: owner })
    await driver.call('application.delete', { applicationId })
    return (await driver.call('port.one', { portId })).status
  },
  'census/others-value': async (driver) => {
    const [docstoreId, other] = [await driver.make('docstore'), await driver.make('docstore')]
    await driver.call('docstore.saveExternalPort', { docstoreId, externalPort: 7000 })
    return fieldsOf(await driver.call('docstore.one', { docstoreId: other }))['externalPort']
  },
  ...confusedSequences,
  ...hostSequences,
  ...apartSequences,
  'records/kinds-shared': async (driver) => {
    const docstoreId = await driver.make('kvstore')
    return (await driver.call('docstore.one', { docstoreId })).status
  },
  'burst/one-id': madeAtOnce('sqlb'),
  'burst/locked-create': async (driver) => {
    const inputs = await Promise.all(Array.from({ length: 8 }, () => driver.valid(operation('registry.create'))))
    return (await Promise.all(inputs.map((input) => driver.call('registry.create', input)))).map(({ status }) => status)
  },
  'burst/lost': madeAtOnce('compose'),
  'burst/swapped-names': madeAtOnce('registry'),
  'burst/open-under-load': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    const init = { headers: { authorization: 'none' } }
    const ask = () => driver.call('kvstore.one', { kvstoreId }, init)
    return (await Promise.all(Array.from({ length: 12 }, ask))).every(({ status }) => status === 401)
  },
  'burst/swapped-reads': async (driver) => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => driver.make('application')))
    const shown = await Promise.all(ids.map((applicationId) => driver.call('application.one', { applicationId })))
    return shown.map((response, at) => fieldsOf(response)['applicationId'] === ids[at])
  },
  'burst/anothers-answer': async (driver) => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => driver.make('application')))
    const shown: HttpResponse[] = []
    for (const applicationId of ids) shown.push(await driver.call('application.one', { applicationId }))
    return shown.map((response, at) => fieldsOf(response)['applicationId'] === ids[at])
  },
  'burst/forgets': madeAtOnce('sqlc'),
  'burst/given-twice': madeAtOnce('sqla'),
  'burst/counted-id': async (driver) => {
    const first = await driver.make('port')
    await driver.call('port.create', await driver.valid(operation('port.create')))
    const second = fieldsOf(await driver.call('port.create', await driver.valid(operation('port.create'))))['portId']
    await driver.call('port.delete', { portId: first })
    return fieldsOf(await driver.call('port.create', await driver.valid(operation('port.create'))))['portId'] === second
  },
  'errors/busy-without-message': again('docstore.deploy', 'docstore'),
  'media/busy-page': again('application.deploy', 'application'),
}
