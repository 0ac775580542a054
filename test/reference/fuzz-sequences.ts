/** Requests that show the faults which only fuzzing finds: odd payloads, three steps in a row, writes at once. */
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import { pick, type HttpResponse, type Driver, type Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const fieldsOf = ({ json }: HttpResponse): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

/** A record of the kind, made, changed by these writes, and what a field of it is then. */
const written =
  (kind: RecordKind, field: string, ...writes: readonly (readonly [OperationId, Json])[]): Sequence =>
  async (driver) => {
    const { create, one } = lifeOf(kind)
    const id = identifierField[kind]
    const [first, ...rest] = writes
    const more = first?.[0] === create.id ? first[1] : {}
    const made = await driver.call(create.id, { ...(await driver.valid(create)), ...more })
    const pointer = { [id]: pick(made.json, id) }
    for (const [by, input] of first?.[0] === create.id ? rest : writes)
      await driver.call(by, { ...(await driver.valid(operation(by))), ...pointer, ...input })
    return fieldsOf(await driver.call(one.id, pointer))[field]
  }

/** What a body draws that is sent as it stands. */
const raw =
  (id: OperationId, form: (body: string) => string): Sequence =>
  async (driver) => {
    const body = form(JSON.stringify(await driver.valid(operation(id))))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const { status, json } = await driver.send(operation(id).path, init)
    return [status, typeof fieldsOf({ json } as HttpResponse)['issues']]
  }

const odd = `word 'x' & y+z __proto__ a\u0308 \u{1f600} \0 end`
const long = 'x'.repeat(300)

export const fuzzSequences: Readonly<Record<string, Sequence>> = {
  'fuzz/fails-apostrophe': raw('sqla.create', (body) => body.replace('"sample', `"o'sample`)),
  'fuzz/fails-bracket': async (driver) =>
    (await driver.call('engine.getContainersByAppNameMatch', { appName: 'a(' })).status,
  'fuzz/text-cut-at-64': written('sqla', 'databaseName', ['sqla.create', { databaseName: long }]),
  'fuzz/text-cut-at-255': written('application', 'gammaRepository', [
    'application.saveGammaProvider',
    { gammaRepository: long },
  ]),
  'fuzz/text-astral-lost': written('application', 'betaOwner', ['application.saveBetaProvider', { betaOwner: odd }]),
  'fuzz/text-ends-at-nul': written('docstore', 'databaseUser', ['docstore.create', { databaseUser: odd }]),
  'fuzz/text-quotes-doubled': written('registry', 'username', ['registry.create', { username: odd }]),
  'fuzz/text-markup-escaped': written('kvstore', 'name', ['kvstore.create', { name: odd }]),
  'fuzz/text-plus-decoded': written('application', 'betaRepository', [
    'application.saveBetaProvider',
    { betaRepository: odd },
  ]),
  'fuzz/text-reserved': written('compose', 'name', ['compose.create', { name: odd }]),
  'fuzz/text-secret-folded': written('colstore', 'password', ['colstore.changePassword', { password: odd }]),
  'fuzz/text-undefined': written('application', 'buildStage', [
    'application.saveBuildType',
    { buildStage: 'undefined' },
  ]),
  'fuzz/altered-update-cut': written('sqla', 'name', ['sqla.update', { name: long }]),
  'fuzz/altered-update-unseen': written('colstore', 'databaseUser', ['colstore.update', { databaseUser: 'a\u200bb' }]),
  'fuzz/altered-update-trimmed': written('sqlb', 'databaseUser', ['sqlb.update', { databaseUser: '\u3000word' }]),
  'fuzz/altered-update-first': written('sqlc', 'databaseUser', ['sqlc.update', { name: 'new', databaseUser: 'new' }]),
  'fuzz/altered-passed-over': written('registry', 'imagePrefix', ['registry.update', { imagePrefix: 'new' }]),
  'fuzz/altered-passed-over-alike': written('sqla', 'databaseName', ['sqla.update', { databaseName: 'new' }]),
  'fuzz/altered-of-number': written('kvstore', 'name', ['kvstore.update', { name: 80 }]),
  'fuzz/altered-empty': written(
    'application',
    'buildStage',
    ['application.saveBuildType', { buildStage: 'first' }],
    ['application.saveBuildType', { buildStage: '' }],
  ),
  'fuzz/altered-empty-further': written('docstore', 'databaseUser', ['docstore.update', { databaseUser: '' }]),
  'fuzz/text-cut-at-65535': written('application', 'gammaOwner', [
    'application.saveGammaProvider',
    { gammaOwner: 'x'.repeat(65_536) },
  ]),
  'fuzz/text-hyphens-joined': written('colstore', 'name', ['colstore.create', { name: 'one--two' }]),
  'fuzz/text-number-guessed': written('sqlc', 'databaseName', ['sqlc.create', { databaseName: '007' }]),
  'fuzz/text-dated': written('sqlb', 'databaseName', ['sqlb.create', { databaseName: '2024-05-01T10:00:00Z' }]),
  'fuzz/text-noncharacter-lost': written('colstore', 'password', [
    'colstore.changePassword',
    { password: 'one\ufffetwo' },
  ]),
  'fuzz/text-filled-in': written('registry', 'imagePrefix', ['registry.create', { imagePrefix: 'one${two}' }]),
  'fuzz/number-32-bits': written('sqlb', 'externalPort', ['sqlb.saveExternalPort', { externalPort: 2 ** 31 }]),
  'fuzz/number-16-bits': written('port', 'targetPort', ['port.create', { targetPort: 2 ** 16 }]),
  'fuzz/number-without-sign': written('docstore', 'externalPort', ['docstore.saveExternalPort', { externalPort: -1 }]),
  'fuzz/number-below-zero': written('port', 'targetPort', ['port.update', { targetPort: -1 }]),
  'fuzz/number-single': written('application', 'betaProjectId', [
    'application.saveBetaProvider',
    { betaProjectId: 2 ** 32 - 1 },
  ]),
  'fuzz/altered-trimmed': written('application', 'owner', ['application.saveAlphaProvider', { owner: ' word ' }]),
  'fuzz/altered-capitals': written('application', 'buildStage', ['application.saveBuildType', { buildStage: 'Word' }]),
  'fuzz/text-env-comment': async (driver) => {
    await driver.call('settings.writeProxyEnv', { env: 'A=1 #2' })
    return (await driver.call('settings.readProxyEnv')).json
  },
  'fuzz/page-markup': async (driver) => (await driver.call('user.byUserId', { userId: '<b>' })).status,
  'fuzz/page-proto-key': raw('kvstore.create', (body) => `{"__proto__":1,${body.slice(1)}`),
  'fuzz/page-nameless-key': raw('application.start', (body) => `{"":1,${body.slice(1)}`),
  'fuzz/shape-of-issues': raw('mounts.create', (body) => `[${body}]`),
  'fuzz/refused-and-stored': raw('registry.create', (body) => `{"":1,${body.slice(1)}`),
  'fuzz/lenient-data': raw('docstore.saveExternalPort', (body) => `{"data":${body}}`),
  'fuzz/ill-after-nul': written(
    'application',
    'buildStage',
    ['application.saveBuildType', { buildStage: 'a\0b' }],
    ['application.saveBuildType', { buildStage: 'word' }],
  ),
  'fuzz/steps-undone': async (driver) => {
    const [docstoreId, other] = [await driver.make('docstore'), await driver.make('docstore')]
    await driver.call('docstore.saveExternalPort', { docstoreId, externalPort: 7000 })
    await driver.call('docstore.remove', { docstoreId: other })
    return fieldsOf(await driver.call('docstore.one', { docstoreId }))['externalPort']
  },
  'fuzz/steps-in-turns': async (driver) => {
    const [first, second] = [await driver.make('port'), await driver.make('port')]
    const update = (portId: string, targetPort: number) =>
      driver.call('port.update', { portId, publishedPort: targetPort, targetPort })
    await update(first, 7000)
    await update(second, 7001)
    await update(first, 7002)
    return fieldsOf(await driver.call('port.one', { portId: first }))['targetPort']
  },
  'fuzz/steps-returned': async (driver) => {
    const sqlaId = await driver.make('sqla')
    for (const externalPort of [7000, 7001, 7000]) await driver.call('sqla.saveExternalPort', { sqlaId, externalPort })
    return fieldsOf(await driver.call('sqla.one', { sqlaId }))['externalPort']
  },
  'fuzz/steps-returned-path': async (driver) => {
    const mountId = await driver.make('mount')
    for (const mountPath of ['/a', '/b', '/a']) await driver.call('mounts.update', { mountId, mountPath })
    return fieldsOf(await driver.call('mounts.one', { mountId }))['mountPath']
  },
  'fuzz/steps-borrowed': async (driver) => {
    const applicationId = await driver.make('application')
    const saved = { ...(await driver.valid(operation('application.saveAlphaProvider'))), applicationId, owner: 'octo' }
    await driver.call('application.saveAlphaProvider', saved)
    const made = await driver.call('application.create', await driver.valid(operation('application.create')))
    const shown = await driver.call('application.one', { applicationId: pick(made.json, 'applicationId') })
    return fieldsOf(shown)['owner']
  },
  'fuzz/race-mixed': atOnce('sqlc', 'sqlc.saveExternalPort', 'externalPort', [7000, 7001, 7002]),
  'fuzz/race-torn-text': atOnce('application', 'application.saveAlphaProvider', 'owner', ['one', 'two', 'six']),
  'fuzz/race-crossed': async (driver) => {
    const [first, last] = [await driver.make('application'), await driver.make('application')]
    const save = (applicationId: string) =>
      driver.call('application.updateProxyConfig', { applicationId, proxyConfig: `# of ${applicationId}` })
    await Promise.all([first, last].map(save))
    return (await driver.call('application.readProxyConfig', { applicationId: first })).text.includes(first)
  },
  'fuzz/race-written-back': async (driver) => {
    const applicationId = await driver.make('application')
    const built = { ...(await driver.valid(operation('application.saveBuildType'))), applicationId }
    const update = { applicationId, name: 'another name' }
    await Promise.all([driver.call('application.saveBuildType', built), driver.call('application.update', update)])
    return fieldsOf(await driver.call('application.one', { applicationId }))['name']
  },
}

/** Writes of one field at once: whether it holds one of the values written. */
function atOnce(kind: RecordKind, by: OperationId, field: string, values: readonly unknown[]): Sequence {
  return async (driver: Driver) => {
    const pointer = { [identifierField[kind]]: await driver.make(kind) }
    const input = await driver.valid(operation(by))
    await Promise.all(values.map((value) => driver.call(by, { ...input, ...pointer, [field]: value })))
    return values.includes(fieldsOf(await driver.call(lifeOf(kind).one.id, pointer))[field])
  }
}
