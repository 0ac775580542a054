import { expect, test } from 'vitest'
import type { FieldType } from '../../../schemas/operation.ts'
import { compare, isSecret, type Likeness } from '../../../suites/values/compare.ts'

type Row = readonly [field: string, type: FieldType, written: unknown, shown: unknown, likeness: Likeness]

test.each<Row>([
  ['name', 'string', 'a', 'a', 'same'],
  ['name', 'string', 'a', 'b', 'other'],
  ['name', 'string', 'ab', 'a', 'other'],
  ['name', 'string', 'a', 'aa', 'other'],
  ['name', 'string', 'a', null, 'other'],
  ['name', 'string', 'a', '', 'other'],
  ['name', 'string', '7', 7, 'other type'],
  ['name', 'string', 'a', ['a'], 'other type'],
  ['name', 'string', 'a', ' a\n', 'near'],
  ['name', 'string', 'A', 'a', 'near'],
  ['name', 'string', 'a\r\nb', 'a\nb', 'near'],
  ['name', 'string', 'e\u0301', '\u00e9', 'near'],
  ['name', 'string', '<a>', '&lt;a&gt;', 'other'],
  ['appName', 'string', 'a', 'a-7f3', 'near'],
  ['registryUrl', 'string', 'a.example:1', 'https://a.example:1/', 'near'],
  ['registryUrl', 'string', 'a.example:1/x', 'a.example:1', 'other'],
  ['name', 'string', 'a', 'a/', 'other'],
  ['appName', 'string', 'a', '7f3-a', 'near'],
  ['appName', 'string', 'a', '7f3', 'other'],
  ['databasePassword', 'string', 'secret', '******', 'hidden'],
  ['databasePassword', 'string', 'secret', null, 'hidden'],
  ['databasePassword', 'string', 'secret', '', 'hidden'],
  ['databasePassword', 'string', 'secret', 'sec', 'other'],
  ['databasePassword', 'string', 'secret', 'a secret', 'other'],
  ['externalPort', 'integer', 8080, 8080, 'same'],
  ['externalPort', 'integer', 8080, 8081, 'other'],
  ['externalPort', 'integer', 8080, null, 'other'],
  ['externalPort', 'integer', 8080, '8080', 'text of a number'],
  ['externalPort', 'integer', 8080, '8081', 'other type'],
  ['externalPort', 'integer', 0, '', 'other type'],
  ['externalPort', 'integer', 1, true, 'other type'],
  ['enable', 'boolean', true, true, 'same'],
  ['enable', 'boolean', true, false, 'other'],
  ['enable', 'boolean', true, 'true', 'other type'],
  ['accesedProjects', 'string[]', ['a'], ['a'], 'same'],
  ['accesedProjects', 'string[]', ['a'], [], 'other'],
  ['accesedProjects', 'string[]', ['a'], 'a', 'other type'],
])('%s, a %s written as %j and shown as %j: %s', (field, type, written, shown, likeness) => {
  expect(compare(field, type, written, shown)).toBe(likeness)
})

test.each([
  ['databasePassword', true],
  ['refreshToken', true],
  ['name', false],
])('%s is a secret: %s', (field, is) => {
  expect(isSecret(field)).toBe(is)
})
