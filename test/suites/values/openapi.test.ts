import { describe, expect, it } from 'vitest'
import { openApi } from '../../../schemas/derive/openapi.ts'
import { operations } from '../../../schemas/registry.ts'
import { compareDocument, documentIn, mentionedIn } from '../../../suites/values/openapi.ts'

type Json = Record<string, unknown>
const copy = (): { paths: Record<string, Json> } & Json => JSON.parse(JSON.stringify(openApi()))
const compared = (document: Json) => compareDocument(document).differences

describe('an OpenAPI document', () => {
  it('is found at any depth, and as a text', () => {
    const document = copy()
    expect(documentIn(document)).toBe(document)
    expect(documentIn({ data: [document] })).toBe(document)
    expect(documentIn({ data: JSON.stringify(document) })).toEqual(document)
    expect(documentIn({ openapi: '3.1.0' })).toBeUndefined()
    expect(documentIn('{ no JSON')).toBeUndefined()
  })

  it('that says what the specification does differs in nothing, also below a prefix', () => {
    const document = copy()
    expect(compareDocument(document)).toEqual({
      operations: operations.length,
      otherwise: 0,
      lacking: [],
      differences: [],
    })
    const below = Object.entries(document.paths).map(([path, said]) => [`/api/v1${path}`, said])
    expect(compared({ ...document, paths: Object.fromEntries(below) })).toEqual([])
  })

  it('that misses and adds operations is told so', () => {
    const document = copy()
    const { '/sqla.one': one, ...rest } = document.paths
    expect(compareDocument({ ...document, paths: { ...rest, '/sqla.two': one } })).toEqual({
      operations: operations.length - 1,
      otherwise: 0,
      lacking: ['sqla.one is missing'],
      differences: ['/sqla.two is added'],
    })
    const post = { ...rest, '/sqla.one': { post: one?.['get'] } }
    expect(compareDocument({ ...document, paths: post })).toMatchObject({
      otherwise: 1,
      lacking: ['sqla.one is POST'],
      differences: [],
    })
  })

  it('is compared by parameters and by body fields, through references', () => {
    const document = copy()
    const paths = {
      ...document.paths,
      '/sqla.one': { get: { parameters: [{ $ref: '#/components/parameters/id' }] } },
      '/port.update': {
        post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Port' } } } } },
      },
    }
    const port = { properties: { portId: {}, publishedPort: { type: 'string' }, note: {} } }
    const components = { parameters: { id: { name: 'sqlaId', in: 'query' } }, schemas: { Port: port } }
    expect(compared({ ...document, paths, components })).toEqual([
      'sqla.one has sqlaId as optional',
      'port.update types publishedPort otherwise than integer',
      'port.update lacks the field targetPort',
      'port.update adds the field note',
    ])
  })
})

it('a description of another sort is known by the operations that it names', () => {
  expect(mentionedIn('paths:\n  /sqla.one:\n    get: {}\n')).toBe(1)
  expect(mentionedIn({ routes: { 'sqla.one': 'GET' } })).toBe(1)
  expect(mentionedIn({ status: 'ok' })).toBe(0)
})
