/** Requests that show which values a server keeps otherwise than they were sent. */
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import { pick } from './drive.ts'
import type { Sequence } from './sequence.ts'

const EMAIL = 'one+detail@example.com'

/** What an invitation of an e-mail address with a detail is said to invite. */
const invitedWithDetail: Sequence = async (driver) => {
  const { json } = await driver.call('admin.createUserInvitation', { email: EMAIL })
  return pick((await driver.call('admin.getUserByToken', { token: String(pick(json, 'token')) })).json, 'email')
}

/** What is shown as a user name that is such an address. */
const userWithDetail: Sequence = async (driver) => {
  const valid = await driver.valid(operation('registry.create'))
  const { json } = await driver.call('registry.create', { ...valid, username: EMAIL })
  const registryId = String(pick(json, 'registryId'))
  return pick((await driver.call('registry.one', { registryId })).json, 'username')
}

/** Whether the response to the create of a mount names the service that it was given. */
const serviceAnswered: Sequence = async (driver) => {
  const valid = await driver.valid(operation('mounts.create'))
  const { json } = await driver.call('mounts.create', valid)
  return pick(json, 'serviceId') === valid['serviceId']
}

/** What records that were made at once show in one field. */
const shownOfMany =
  (kind: RecordKind, field: string): Sequence =>
  async (driver) => {
    const { create, one } = lifeOf(kind)
    const id = identifierField[kind]
    const valid = await driver.valid(create)
    const values = Array.from({ length: 6 }, (_, at) => `value-${at}`)
    const made = await Promise.all(
      values.map((value) => driver.call(create.id, { ...valid, name: value, appName: value, [field]: value })),
    )
    const shown: unknown[] = []
    for (const { json } of made) shown.push(pick((await driver.call(one.id, { [id]: pick(json, id) })).json, field))
    return shown
  }

/** What a record shows of a field that a create was given. */
const madeWith =
  (kind: RecordKind, given: Readonly<Record<string, unknown>>): Sequence =>
  async (driver) => {
    const { create, one } = lifeOf(kind)
    const id = identifierField[kind]
    const response = await driver.call(create.id, { ...(await driver.valid(create)), ...given })
    if (response.status >= 400) return response.status
    const { json } = await driver.call(one.id, { [id]: pick(response.json, id) })
    return [response.status, ...Object.keys(given).map((field) => valueOf(json, field))]
  }

/** What it shows of what a change was given. */
const changedTo =
  (kind: RecordKind, id: OperationId, given: Readonly<Record<string, unknown>>): Sequence =>
  async (driver) => {
    const field = identifierField[kind]
    const recordId = await driver.make(kind)
    const { status } = await driver.call(id, { ...(await driver.valid(operation(id))), [field]: recordId, ...given })
    const { json } = await driver.call(lifeOf(kind).one.id, { [field]: recordId })
    return [status, ...Object.keys(given).map((name) => valueOf(json, name))]
  }

/** What is read as the proxy config of an application before and after it is written. */
const configsRead: Sequence = async (driver) => {
  const applicationId = await driver.make('application')
  const read = async () => (await driver.call('application.readProxyConfig', { applicationId })).json
  await read()
  await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: '# written' })
  return read()
}

/** Whether the command of each of three stacks names it. */
const commandsOfThree: Sequence = async (driver) => {
  const names = ['first', 'second', 'third']
  const made: string[] = []
  for (const appName of names) made.push(await driver.make('compose', { appName }))
  const told = await Promise.all(made.map((composeId) => driver.call('compose.getDefaultCommand', { composeId })))
  return told.map(({ json }, at) => JSON.stringify(json).includes(names[at] ?? ''))
}

/** How a valid request is answered with white space around its body. */
const spacedAround =
  (id: OperationId): Sequence =>
  async (driver) => {
    const { path, method } = operation(id)
    const body = `\n${JSON.stringify(await driver.valid(operation(id)))}\n`
    return (await driver.send(path, { method, headers: { 'content-type': 'application/json' }, body })).status
  }

/** What the host shows of a configuration once an application was given another. */
const hostAfterApplication =
  (read: OperationId): Sequence =>
  async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: '# one\n' })
    return (await driver.call(read)).json
  }

const WORD = 'touchstone'

export const valueSequences: Readonly<Record<string, Sequence>> = {
  'params/address-in-words': async (driver) =>
    (await driver.call('admin.createUserInvitation', { email: 'one and two@example.com' })).status,
  'people/invitation-without-detail': invitedWithDetail,
  'people/invitation-form-decoded': invitedWithDetail,
  'burst/value-without-detail': userWithDetail,
  'burst/value-form-decoded': userWithDetail,
  'burst/value-type-default': madeWith('mount', { type: WORD }),
  'burst/value-type-empty': madeWith('registry', { registryType: WORD }),
  'burst/value-as-number': madeWith('registry', { imagePrefix: '0071' }),
  'burst/value-parsed': madeWith('docstore', { databaseUser: '71' }),
  'burst/value-number': madeWith('sqla', { databaseUser: '0071' }),
  'census/kept-built': async (driver) => {
    const applicationId = await driver.make('application', { proxyConfig: 'http: {}' })
    await driver.call('application.saveBuildType', {
      ...(await driver.valid(operation('application.saveBuildType'))),
      applicationId,
    })
    return valueOf((await driver.call('application.one', { applicationId })).json, 'proxyConfig')
  },
  'values/echo-of-parent': serviceAnswered,
  'values/word-as-default': changedTo('application', 'application.saveBuildType', { buildType: WORD }),
  'values/update-user': changedTo('sqla', 'sqla.update', { databaseUser: 'another' }),
  'values/update-prefix': changedTo('registry', 'registry.update', { imagePrefix: 'another' }),
  'values/update-environment-escaped': changedTo('application', 'application.saveEnvironment', { env: 'A=1&2' }),
  'values/update-environment-added': async (driver) => {
    const sqlcId = await driver.make('sqlc')
    for (const env of ['A=1', 'B=2']) await driver.call('sqlc.saveEnvironment', { sqlcId, env })
    return valueOf((await driver.call('sqlc.one', { sqlcId })).json, 'env')
  },
  'values/word-as-done': changedTo('docstore', 'docstore.changeStatus', { applicationStatus: WORD }),
  'params/boolean-for-text': madeWith('mount', { mountPath: true }),
  'params/boolean-kept': changedTo('application', 'application.saveBetaProvider', { betaOwner: true }),
  'params/nought-for-false': async (driver) => {
    const valid = await driver.valid(operation('admin.assignPermissions'))
    return (await driver.call('admin.assignPermissions', { ...valid, canCreateServices: 0 })).status
  },
  'census/others-web-server': hostAfterApplication('settings.readWebServerProxyConfig'),
  'census/others-middleware': hostAfterApplication('settings.readMiddlewareProxyConfig'),
  'params/white-space-before': spacedAround('sqla.update'),
  'params/white-space-after': spacedAround('registry.create'),
  'burst/value-of-another': shownOfMany('sqlc', 'databaseUser'),
  'burst/value-password-of-another': shownOfMany('kvstore', 'databasePassword'),
  'values/first-config': configsRead,
  'records/own-third': commandsOfThree,
  'census/kept-password-deployed': async (driver) => {
    const colstoreId = await driver.make('colstore')
    await driver.call('colstore.deploy', { colstoreId })
    await driver.call('colstore.changePassword', { colstoreId, password: 'another-one' })
    await driver.call('colstore.rebuild', { colstoreId })
    return driver.reference.store.get('colstore', colstoreId)['password'] === 'another-one'
  },
  'census/kept-second-deploy': async (driver) => {
    const sqlcId = await driver.make('sqlc')
    const passwords = async () => {
      await driver.call('sqlc.deploy', { sqlcId })
      return driver.reference.store.get('sqlc', sqlcId)['databasePassword']
    }
    return (await passwords()) === (await passwords())
  },
  'census/kept-first-name': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('compose.update', { composeId, name: 'new' })
    await driver.call('compose.redeploy', { composeId })
    return driver.reference.store.get('compose', composeId)['name'] === 'new'
  },
  'census/others-secret': async (driver) => {
    const [colstoreId, other] = [await driver.make('colstore'), await driver.make('colstore')]
    await driver.call('colstore.changePassword', { colstoreId, password: 'another-one' })
    return Object((await driver.call('colstore.one', { colstoreId: other })).json).databasePassword === 'another-one'
  },
  'census/others-moved': async (driver) => {
    const [colstoreId, other] = [await driver.make('colstore'), await driver.make('colstore')]
    await driver.call('colstore.move', { ...(await driver.valid(operation('colstore.move'))), colstoreId })
    const [moved, stayed] = await Promise.all(
      [colstoreId, other].map((one) => driver.call('colstore.one', { colstoreId: one })),
    )
    return Object(stayed?.json).environmentId === Object(moved?.json).environmentId
  },
  'values/second-move': async (driver) => {
    const colstoreId = await driver.make('colstore')
    const one = async () => Object((await driver.call('colstore.one', { colstoreId })).json).environmentId as unknown
    const home = await one()
    const move = { ...(await driver.valid(operation('colstore.move'))), colstoreId }
    await driver.call('colstore.move', move)
    const moved = await one()
    await driver.call('colstore.move', { ...move, targetEnvironmentId: home })
    return [moved === home, (await one()) === home]
  },
  'values/swapped-for-newest': async (driver) => {
    const colstoreId = await driver.make('colstore')
    await driver.make('colstore')
    await driver.call('colstore.changePassword', { colstoreId, password: 'another-one' })
    return Object((await driver.call('colstore.one', { colstoreId })).json).password as unknown
  },
  'errors/fails-again': async (driver) => {
    const applicationId = await driver.make('application')
    const save = async () => (await driver.call('application.saveGitProdiver', { applicationId })).status
    return [await save(), await save()]
  },
}
