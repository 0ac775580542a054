import { expect, test } from 'vitest'
import { Identities } from '../../load/judge.ts'

test('an identifier given again while its record exists is an identifier used twice', () => {
  const ids = new Identities()
  ids.created('sqla', 'x1', 'one')
  ids.created('sqlb', 'x1', 'of another kind')
  ids.created('sqla', 'x1', 'two')
  expect(ids.reused).toEqual([{ kind: 'sqla', id: 'x1', names: ['one', 'two'] }])
  expect(ids.given.get('sqla')).toBe(2)
})

test('an identifier given again once its record is being deleted is legal', () => {
  const ids = new Identities()
  ids.created('sqla', 'x1', 'one')
  ids.deleting('sqla', 'x1')
  ids.created('sqla', 'x1', 'two')
  expect(ids.reused).toEqual([])
})
