import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { Api, at, isError, type Fields } from './api.ts'
import { listedOperations, specThere } from './spec-tables.ts'

let api: Api
let paths: Readonly<Record<string, Fields>>

beforeAll(async () => {
  api = new Api(await startAway())
  // The document's own test below says what stands in it.
  paths = at((await api.get('settings.getOpenApiDocument')).body, 'paths') as Readonly<Record<string, Fields>>
})
afterAll(() => api.away.close())

/** Method and name of every operation that the server describes. */
const described = (): readonly (readonly [string, string])[] =>
  Object.entries(paths).map(([path, methods]) => [Object.keys(methods)[0]?.toUpperCase() ?? '', path.slice(1)])

describe('the operations of the away server', () => {
  it('are 177, each described with one method', () => {
    expect(Object.keys(paths)).toHaveLength(177)
    expect(Object.values(paths).filter((methods) => Object.keys(methods).length !== 1)).toEqual([])
  })

  it.skipIf(!specThere)('are those of the specification, with its methods', () => {
    const listed = listedOperations().map(({ method, name }) => `${method} ${name}`)
    expect(
      described()
        .map((pair) => pair.join(' '))
        .toSorted(),
    ).toEqual(listed.toSorted())
  })

  it.skipIf(!specThere)('take the fields of the specification, and need no others', () => {
    for (const { name, method, fields, noBody } of listedOperations()) {
      const operation = at(paths[`/${name}`], method.toLowerCase())
      const parameters = (at(operation, 'parameters') ?? []) as readonly Fields[]
      const schema = at(operation, 'requestBody.content.application/json.schema')
      expect(schema === undefined, `${name} has no body`).toBe(noBody || method === 'GET')
      if (method === 'GET') {
        const shown = parameters.map((each) => `${String(each['name'])}${each['required'] === true ? '*' : '?'}`)
        expect(shown.toSorted(), name).toEqual([...fields].toSorted())
      } else {
        const properties = Object.keys((at(schema, 'properties') ?? {}) as Fields)
        expect(properties, name).toEqual(expect.arrayContaining([...fields]))
        const required = (at(schema, 'required') ?? []) as readonly string[]
        expect([...fields], `${name} needs no more than what is listed`).toEqual(expect.arrayContaining([...required]))
      }
    }
  })

  it('refuse a request without a token, and one with a wrong token', async () => {
    for (const [method, name] of described()) {
      for (const auth of [null, 'Bearer wrong', 'Bearer', `Basic ${api.away.token}`, api.away.token]) {
        const heard = await api.send(method, `/${name}`, method === 'POST' ? '{}' : undefined, { auth })
        expect([name, auth, heard.status, isError(heard)]).toEqual([name, auth, 401, true])
      }
    }
  })

  it('answer each request in JSON, also one that lacks its fields', async () => {
    for (const [method, name] of described()) {
      // These two change the life of the server; they have their own tests.
      if (name === 'settings.updateServer' || name.startsWith('cluster.')) continue
      const heard = await api.send(method, `/${name}`, method === 'POST' ? '{}' : undefined)
      expect(heard.type, name).toBe('application/json')
      expect(heard.status < 300 || (heard.status === 422 && isError(heard)), `${name} ${heard.text}`).toBe(true)
    }
  })
})
