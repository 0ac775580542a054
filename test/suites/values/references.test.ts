import { expect, test } from 'vitest'
import { openApi } from '../../../schemas/derive/openapi.ts'
import { danglingIn } from '../../../suites/values/references.ts'

const document = (schema: object) => ({
  paths: { '/a': { get: { schema } } },
  components: { schemas: { 'A/b ~': { type: 'string' }, list: [true] } },
})

test('a reference to a part of the document is none to nothing', () => {
  expect(danglingIn(document({ $ref: '#/components/schemas/A~1b%20~0' }))).toEqual([])
  expect(danglingIn(document({ $ref: '#/components/schemas/list/0' }))).toEqual([])
  expect(danglingIn(openApi())).toEqual([])
})

test('a reference to what is not there is told once', () => {
  const loose = { $ref: '#/components/schemas/None' }
  expect(danglingIn(document({ allOf: [loose, loose] }))).toEqual([loose.$ref])
})

test('a response or a field that is named as samples are is a part of the document', () => {
  const loose = { $ref: '#/components/responses/None' }
  expect(danglingIn({ paths: { '/a': { get: { responses: { default: loose } } } } })).toEqual([loose.$ref])
  expect(danglingIn(document({ properties: { example: loose } }))).toEqual([loose.$ref])
})

test('other documents, samples and parts with a base of their own are left alone', () => {
  expect(danglingIn(document({ $ref: 'other.json#/None' }))).toEqual([])
  expect(danglingIn(document({ example: { $ref: '#/None' } }))).toEqual([])
  expect(danglingIn(document({ properties: { properties: { default: { $ref: '#/None' } } } }))).toEqual([])
  expect(danglingIn(document({ $id: 'https://a.example/b', $ref: '#/None' }))).toEqual([])
})
