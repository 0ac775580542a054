import { expect, test } from 'vitest'
import { allOf, successful, saysSomething } from '../../../suites/checks/seen.ts'
import { saysGone } from '../../../suites/values/says-gone.ts'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

test.each(['1', 1, 0, ['a'], { a: { b: '1' } }, [null, 1]])('%j says something', (value) => {
  expect(saysSomething(value)).toBe(true)
})

test.each(['', ' ', null, undefined, true, [], {}, { a: '' }, [[{}]]])('%j says nothing', (value) => {
  expect(saysSomething(value)).toBe(false)
})

test.each([
  { deletedAt: '2020-01-01' },
  { deleted: true },
  { data: { isArchived: 1 } },
  { status: 'deleted' },
  { state: 'Removed' },
])('%j says that it is deleted', (value) => {
  expect(saysGone(value)).toBe(true)
})

test.each([
  { deletedAt: null },
  { deleted: false },
  { status: 'running' },
  { name: 'deleted' },
  { canDeleteProjects: true },
  { removable: true, deletionProtection: true },
  null,
  'deleted',
])('%j does not say that it is deleted', (value) => {
  expect(saysGone(value)).toBe(false)
})

test('the values of a field are told at any depth, each once, as texts', () => {
  expect(allOf([{ id: 1, a: { id: 'b' } }, { id: '1' }, { id: null }, { id: { id: 2 } }], 'id')).toEqual([
    '1',
    'b',
    '2',
  ])
})

test('a control that failed can tell nothing', () => {
  const failed = exchangeOf(error(500))
  expect(() => successful(failed, caseOf())).toThrow(Inconclusive)
  const control = exchangeOf(responseOf({}))
  expect(successful(control, caseOf())).toBe(control)
})
