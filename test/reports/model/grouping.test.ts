import { expect, test } from 'vitest'
import { causesOf, reasonsOf } from '../../../reports/model/grouping.ts'
import { evidence } from '../hostile.ts'
import { result } from '../samples.ts'

const counts = (groups: readonly { readonly results: readonly unknown[] }[]) =>
  groups.map(({ results }) => results.length)

test.each([
  ['a page', 'it was <html><h1>Oops /sqla.one</h1>', 'it was <html><h1>Oops /port.one</h1>'],
  ['a bare value', 'it was 200, application/json, true', 'it was 200, application/json, "1.0"'],
  ['the fields', 'a change of owner, revision and 3 more, by wrong-scheme', 'a change of port, by wrong-scheme'],
  [
    'the payload',
    'no message, in answer to a body with name left out (seed 1, path 4)',
    'no message, in answer to a text',
  ],
  ['a body', 'it was 404, {"message":"no sqla"}', 'it was 404, {"message":"no port"}'],
  ['the seed', 'HTML (seed 139707, path 7:0)', 'HTML (seed -9, path 5:0:1)'],
  ['how often', 'no JSON', 'no JSON (in 15 of 23 answers)'],
  ['an identifier', 'shows 0f3a9c5e77b14d20', 'shows 4c1e2d3b-aaaa-4bbb-8ccc-0123456789ab'],
  ['another operation', 'sqla.create gave no sqla', 'registry.create gave no registry'],
])('one cause, whatever differs in %s', (_, one, other) => {
  const results = [result('sqla.one', 'fail', { got: one }), result('port.one', 'fail', { got: other })]
  expect(counts(causesOf(results, 'fail'))).toEqual([2])
})

test.each([
  ['statuses', 'answered 401', 'answered 404'],
  ['what is said', 'served', 'refused'],
  ['the token', 'no token', 'shows <ACCESS_TOKEN>'],
])('two causes, where they differ in %s', (_, one, other) => {
  const results = [result('sqla.one', 'fail', { got: one }), result('port.one', 'fail', { got: other })]
  expect(counts(causesOf(results, 'fail'))).toEqual([1, 1])
})

test('reasons that differ in the fields they name are one, and tell what would decide most of them first', () => {
  const undecided = (field: string) =>
    result('sqla.one', 'inconclusive', { reason: `nobody has it (${field})`, supply: `${field} in the target file` })
  const results = ['a', 'b', 'b', 'c', 'd', 'd'].map(undecided)
  const supply = 'b in the target file; d in the target file; a in the target file; and 1 more'
  expect(reasonsOf(results, 'inconclusive')).toMatchObject([{ reason: 'nobody has it (a)', supply }])
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
