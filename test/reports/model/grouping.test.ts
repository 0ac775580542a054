import { expect, test } from 'vitest'
import { causesOf, reasonsOf } from '../../../reports/model/grouping.ts'
import { evidence } from '../hostile.ts'
import { result } from '../samples.ts'

const counts = (groups: readonly { readonly results: readonly unknown[] }[]) =>
  groups.map(({ results }) => results.length)

test('results of one check with the same cause are one, whatever their words are', () => {
  const results = [
    result('sqla.one', 'fail', { cause: 'cut 200', got: 'name is "abc"' }),
    result('port.one', 'fail', { cause: 'cut 200', got: 'publishedPort is 8' }),
  ]
  expect(counts(causesOf(results, 'fail'))).toEqual([2])
})

test.each([
  ['in another way', { cause: 'left out 200' }],
  ['by another check', { check: 'media/json' }],
])('what failed %s is another cause, though the words are the same', (_, other) => {
  const one = { cause: 'cut 200', got: 'name is "abc"' }
  const results = [result('sqla.one', 'fail', one), result('port.one', 'fail', { ...one, ...other })]
  expect(counts(causesOf(results, 'fail'))).toEqual([1, 1])
})

test.each([
  ['what was got', { got: 'served' }, { got: 'refused' }],
  ['the message', { message: 'served' }, { message: 'refused' }],
])('results of a report without causes are told apart by %s', (_, one, other) => {
  const all = [one, one, other].map((words) => result('sqla.one', 'fail', words))
  expect(counts(causesOf(all, 'fail'))).toEqual([2, 1])
})

test('reasons of one cause are one, and tell what would decide most of them first', () => {
  const undecided = (field: string) =>
    result('sqla.one', 'inconclusive', {
      reason: `nobody has it (${field})`,
      cause: 'nobody has it',
      supply: `${field} in the target file`,
    })
  const results = ['a', 'b', 'b', 'c', 'd', 'd'].map(undecided)
  const supply = 'b in the target file; d in the target file; a in the target file; and 1 more'
  expect(reasonsOf(results, 'inconclusive')).toMatchObject([{ reason: 'nobody has it (b)', supply }])
  expect(counts(reasonsOf(results, 'inconclusive'))).toEqual([6])
})

test('what several checks of a family found alike on the same operations is one cause, and names them all', () => {
  const open = (check: string, operation: string) =>
    result(operation, 'fail', { check, got: 'served: 200, application/json, true' })
  const results = ['sqla.one', 'port.one'].flatMap((operation) => [
    open('auth/no-header', operation),
    open('auth/wrong-token', operation),
  ])
  expect(causesOf(results, 'fail')).toMatchObject([
    { check: 'auth/no-header', checks: ['auth/no-header', 'auth/wrong-token'], results: { length: 4 } },
  ])
})

test.each([
  ['on other operations', 'port.one', 'auth/wrong-token', 'served'],
  ['by another family', 'sqla.one', 'media/json', 'served'],
  ['with another outcome', 'sqla.one', 'auth/wrong-token', 'hung up'],
])('what another check found %s is another cause', (_, operation, check, got) => {
  const results = [result('sqla.one', 'fail', { got: 'served' }), result(operation, 'fail', { check, got })]
  expect(counts(causesOf(results, 'fail'))).toEqual([1, 1])
})

test('what several checks say of one exchange is one cause', () => {
  const seen = { evidence: [evidence('sqla.one')] }
  const results = [
    result('sqla.one', 'fail', { check: 'media/json', got: 'no JSON', ...seen }),
    result('sqla.one', 'fail', { check: 'media/content-type', got: 'text/html', ...seen }),
  ]
  expect(counts(causesOf(results, 'fail'))).toEqual([2])
})
