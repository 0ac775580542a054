import { describe, expect, test } from 'vitest'
import { databaseKinds, type RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, operation, type OperationId } from '../../schemas/registry.ts'
import { Driver, pick, type Json } from './drive.ts'

const kinds = Object.keys(identifierField) as RecordKind[]
const string: unknown = expect.any(String)

/** Creates through the API and gives the identifier. */
async function create(driver: Driver, kind: RecordKind, more: Json = {}): Promise<string> {
  const life = lifeOf(kind)
  const response = await driver.call(life.create.id, { ...(await driver.valid(life.create)), ...more })
  return pick(response.json, identifierField[kind])
}

async function one(driver: Driver, kind: RecordKind, id: string): Promise<unknown> {
  return (await driver.call(lifeOf(kind).one.id, { [identifierField[kind]]: id })).json
}

describe.each(kinds)('%s', (kind) => {
  const { create: make, remove } = lifeOf(kind)
  const field = identifierField[kind]
  const update = operation(`${make.group}.update` as OperationId)

  test('is made, read, updated and deleted once', async () => {
    const driver = new Driver()
    const input = await driver.valid(make)
    const made = await driver.call(make.id, input)
    const id = pick(made.json, field)
    expect(made.json).toMatchObject({ ...input, createdAt: string, updatedAt: string, revision: 1 })
    expect(await one(driver, kind, id)).toEqual(made.json)
    await driver.call(update.id, { ...(await driver.valid(update)), [field]: id, note: { deep: [1] } })
    expect(await one(driver, kind, id)).toMatchObject({ [field]: id, note: { deep: [1] }, revision: 2 })
    expect((await driver.call(remove.id, { [field]: id })).status).toBe(200)
    const message = expect.stringContaining('There is no') as unknown
    const gone = { status: 404, json: { code: 'NOT_FOUND', message, issues: [] } }
    expect(await driver.call(remove.id, { [field]: id })).toMatchObject(gone)
    expect(await driver.call(update.id, { ...(await driver.valid(update)), [field]: id })).toMatchObject(gone)
  })

  test('keeps its identifier, its parent and what is internal', async () => {
    const driver = new Driver()
    const id = await create(driver, kind)
    const before = await one(driver, kind, id)
    const body = `{"${field}":"${id}","publishedPort":1,"targetPort":2,"projectId":"x","environmentId":"x","serviceId":"x",
      "applicationId":"${kind === 'application' ? id : 'x'}","revision":9,"createdAt":"x","ports":1,"mounts":2,
      "refreshToken":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`
    expect((await driver.send(update.path, { method: 'POST', body })).status).toBe(200)
    const listed = kind === 'port' ? { publishedPort: 1, targetPort: 2 } : {}
    expect(await one(driver, kind, id)).toMatchObject({
      ...Object(before),
      ...listed,
      updatedAt: string,
      revision: 2,
    })
    expect({}).not.toHaveProperty('polluted')
  })
})

test.each(databaseKinds)('%s.changeStatus, saveExternalPort and saveEnvironment save what they carry', async (kind) => {
  const driver = new Driver()
  const id = await create(driver, kind)
  const itself = { [`${kind}Id`]: id }
  await driver.call(`${kind}.changeStatus`, { ...itself, applicationStatus: 'error', note: 'not kept' })
  await driver.call(`${kind}.saveExternalPort`, { ...itself, externalPort: 4321 })
  await driver.call(`${kind}.saveEnvironment`, { ...itself, env: 'A=1' })
  const shown = await one(driver, kind, id)
  expect(shown).toMatchObject({ applicationStatus: 'error', externalPort: 4321, env: 'A=1', revision: 4 })
  expect(shown).not.toHaveProperty('note')
  await driver.call(`${kind}.start`, itself)
  expect(await one(driver, kind, id)).toMatchObject({ applicationStatus: 'running' })
  await driver.call(`${kind}.stop`, itself)
  expect(await one(driver, kind, id)).toMatchObject({ applicationStatus: 'idle' })
})

test('an optional field that is listed elsewhere has that type here too', async () => {
  const driver = new Driver()
  const response = await driver.call('sqla.update', { sqlaId: await driver.make('sqla'), externalPort: 'many' })
  expect(response).toMatchObject({ status: 400, json: { issues: [{ path: ['externalPort'] }] } })
})

test('colstore.move and changePassword write what they carry', async () => {
  const driver = new Driver()
  const { targetEnvironmentId } = driver.reference.store.seeds
  const colstoreId = await driver.make('colstore')
  await driver.call('colstore.move', { colstoreId, targetEnvironmentId })
  await driver.call('colstore.changePassword', { colstoreId, password: 'new' })
  expect(await one(driver, 'colstore', colstoreId)).toMatchObject({
    environmentId: targetEnvironmentId,
    password: 'new',
  })
  expect((await driver.call('colstore.move', { colstoreId, targetEnvironmentId: 'none' })).status).toBe(404)
})

test('an application shows its ports and mounts, and takes them along', async () => {
  const driver = new Driver()
  const applicationId = await driver.make('application')
  const portId = await driver.make('port', { applicationId })
  const mountId = await driver.make('mount', { serviceId: applicationId })
  expect(await one(driver, 'application', applicationId)).toMatchObject({ ports: [{ portId }], mounts: [{ mountId }] })
  await driver.call('application.delete', { applicationId })
  expect((await driver.call('port.one', { portId })).status).toBe(404)
  expect((await driver.call('mounts.one', { mountId })).status).toBe(404)
})

test('refreshToken changes the token, and only that', async () => {
  const driver = new Driver()
  const applicationId = await create(driver, 'application')
  const before = await one(driver, 'application', applicationId)
  await driver.call('application.refreshToken', { applicationId })
  const after = await one(driver, 'application', applicationId)
  expect(pick(after, 'refreshToken')).not.toBe(pick(before, 'refreshToken'))
  expect(after).toMatchObject({ ...Object(before), refreshToken: string, updatedAt: string, revision: 2 })
})

test.each([
  ['application.create', { projectId: 'none' }],
  ['colstore.create', { environmentId: 'none' }],
  ['port.create', { applicationId: 'none' }],
  ['mounts.create', { serviceId: 'none' }],
  ['compose.deployTemplate', { id: 'none' }],
] as const)('%s needs what it points at', async (id, wrong) => {
  const driver = new Driver()
  const response = await driver.call(id, { ...(await driver.valid(operation(id))), ...wrong })
  expect(response).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
})

test('compose shows its templates, its services and its command', async () => {
  const driver = new Driver()
  const { projectId, templateId } = driver.reference.store.seeds
  const stack = await driver.call('compose.deployTemplate', { projectId, id: templateId })
  const composeId = pick(stack.json, 'composeId')
  expect((await driver.call('compose.loadServices', { composeId, type: 'fetch' })).json).toEqual(['web'])
  expect((await driver.call('compose.getDefaultCommand', { composeId })).json).toContain(pick(stack.json, 'appName'))
  expect((await driver.call('compose.templates')).json).toContainEqual(expect.objectContaining({ id: templateId }))
  expect((await driver.call('compose.getTags')).json).toContain('http')
})

test('what is there from the start is seen from the start, however late a write is seen', async () => {
  const driver = new Driver({ variants: ['writes/seen-later'] })
  const { status, json } = await driver.call('admin.one', await driver.valid(operation('admin.one')))
  expect(status).toBe(200)
  expect(json).not.toBeNull()
})

test('500 creates at once have 500 identifiers, and none is lost', async () => {
  const driver = new Driver()
  const ids = await Promise.all(Array.from({ length: 500 }, () => create(driver, 'sqla')))
  expect(new Set(ids).size).toBe(500)
  for (const sqlaId of ids) expect(await one(driver, 'sqla', sqlaId)).toMatchObject({ sqlaId })
})

test('concurrent updates of one record are all counted', async () => {
  const driver = new Driver()
  const sqlaId = await driver.make('sqla')
  await Promise.all(Array.from({ length: 100 }, (_, n) => driver.call('sqla.update', { sqlaId, [`field${n}`]: n })))
  expect(await one(driver, 'sqla', sqlaId)).toMatchObject({ revision: 101, field0: 0, field99: 99 })
})
