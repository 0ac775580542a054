import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bodySchema, querySchema, type UnknownKeys } from '../../schemas/derive/zod.ts'
import { errorObject } from '../../schemas/error.ts'
import { operation, operations, type OperationId } from '../../schemas/registry.ts'
import { validInput } from './examples.ts'

function takesBody(id: OperationId, body: unknown, unknownKeys?: UnknownKeys): boolean | undefined {
  return bodySchema(operation(id), unknownKeys)?.safeParse(body).success
}

describe('the schemas of all operations', () => {
  it.each(operations)('$id takes what is listed, keeps what is not, and refuses it on demand', (one) => {
    const listed = validInput(one)
    const further = { ...listed, somethingElse: [1] }
    for (const schemaOf of one.method === 'GET' ? [querySchema] : one.body ? [bodySchema] : []) {
      expect(schemaOf(one)?.parse(listed)).toEqual(listed)
      expect(schemaOf(one)?.parse(further)).toEqual(further)
      expect(schemaOf(one, 'strict')?.parse(listed)).toEqual(listed)
      expect(schemaOf(one, 'strict')?.safeParse(further).success).toBe(false)
    }
  })

  it("are null for 'no body'", () => {
    const without = operations.filter((one) => bodySchema(one) === null && one.method === 'POST')
    expect(without.map(({ name }) => name)).toEqual([
      'reloadServer',
      'cleanMonitoring',
      'cleanSSHPrivateKey',
      'checkAndUpdateImage',
      'updateServer',
    ])
  })

  it('never come from a plain z.object, which would drop unknown keys and whose JSON Schema would refuse them', () => {
    const folder = new URL('../../schemas/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((name) => readFileSync(new URL(name, folder), 'utf8').includes('z.object('))).toEqual([])
  })
})

describe('bodySchema', () => {
  it('wants a JSON integer', () => {
    const port = (externalPort: unknown) => takesBody('sqla.saveExternalPort', { sqlaId: 'a', externalPort })
    expect([port(8080), port(0), port(-1), port(8080.5), port('8080'), port(null)]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('wants an e-mail address', () => {
    expect(takesBody('admin.createUserInvitation', { email: 'a@example.com' })).toBe(true)
    expect(takesBody('admin.createUserInvitation', { email: 'a' })).toBe(false)
  })

  it('wants every listed field, of its type', () => {
    expect(takesBody('application.create', { name: 'a' })).toBe(false)
    expect(takesBody('application.create', { name: 'a', projectId: 1 })).toBe(false)
    expect(takesBody('settings.toggleRequests', { enable: 'true' })).toBe(false)
  })

  it('takes other values than the one that is shown', () => {
    expect(takesBody('sqla.changeStatus', { sqlaId: 'a', applicationStatus: 'running' })).toBe(true)
  })

  it('wants an object, even an empty one', () => {
    expect([{}, [], null, 'a', undefined].map((body) => takesBody('settings.reloadProxy', body))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('querySchema', () => {
  it('wants what is marked required, and takes what is optional as text', () => {
    const takes = (query: unknown) => querySchema(operation('engine.getConfig')).safeParse(query).success
    expect(takes({ containerId: 'a' })).toBe(true)
    expect(takes({ containerId: 'a', serverId: 'b' })).toBe(true)
    expect(takes({ serverId: 'b' })).toBe(false)
    expect(takes({ containerId: 'a', serverId: ['b'] })).toBe(false)
  })

  it('takes anything where the type of a parameter is not shown', () => {
    const takes = (query: unknown) => querySchema(operation('compose.loadServices')).safeParse(query).success
    expect(takes({ composeId: 'a', type: ['b'] })).toBe(true)
    expect(takes({ type: 'b' })).toBe(false)
  })
})

describe('errorObject', () => {
  it.each([
    [{ message: 'a', code: 'b' }, true],
    [{ message: 'a', code: 'b', issues: [] }, true],
    [{ message: 'a', code: 'b', issues: [{ message: 'c', path: ['d'] }], more: 1 }, true],
    [{ message: 'a' }, false],
    [{ message: 'a', code: 400 }, false],
    [{ message: null, code: 'b' }, false],
    [{ message: 'a', code: 'b', issues: null }, false],
    [{ message: 'a', code: 'b', issues: {} }, false],
    [{ message: 'a', code: 'b', issues: ['c'] }, false],
    [{ message: 'a', code: 'b', issues: [{}] }, false],
    [['a', 'b'], false],
  ])('%j: %s', (response, right) => {
    expect(errorObject.safeParse(response).success).toBe(right)
  })
})
