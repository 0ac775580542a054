import { expect, test } from 'vitest'
import { pathOf } from '../../load/setup.ts'

test.each([
  ['under its field', { sqlaId: 'x', name: 'n' }, ['sqlaId']],
  ['under its field rather than another', { id: 'x', data: { sqlaId: 'x' } }, ['data', 'sqlaId']],
  ['under another field where its own is missing', { result: [{ id: 'x' }] }, ['result', 0, 'id']],
  ['as a number', { sqlaId: 17 }, ['sqlaId'], '17'],
  ['alone', 'x', []],
])('an identifier is found %s', (_, value, path, id = 'x') => {
  expect(pathOf(value, id, 'sqlaId')).toEqual(path)
})

test('an identifier that is not there has no path', () => {
  expect(pathOf({ sqlaId: 'y', ids: ['xx'] }, 'x', 'sqlaId')).toBeNull()
})
