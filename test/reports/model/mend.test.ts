import { expect, test } from 'vitest'
import { firstOf } from '../../../reports/model/causes/mend.ts'
import { report, result } from '../samples.ts'

const words = { claim: (check: string) => `MUST keep ${check}`, says: () => undefined }
const fail = (check: string, operation = 'sqla.one') => result(operation, 'fail', { check, got: check, expected: 'it' })
const checksOf = (results: Parameters<typeof report>[0]) =>
  firstOf(report(results), words).first.map(({ check }) => check)

test('what is not there comes before authentication, that before the shape of errors, and values last', () => {
  const all = ['values/shown', 'errors/message', 'auth/no-header', 'exists/operation', 'records/listed'].map((check) =>
    fail(check),
  )
  expect(checksOf(all)).toEqual(['exists/operation', 'auth/no-header', 'errors/message'])
  expect(firstOf(report(all), words).more).toBe(2)
})

test('of one stage the widest comes first', () => {
  expect(checksOf([fail('values/shown'), fail('records/listed'), fail('records/listed', 'port.one')])).toEqual([
    'records/listed',
    'values/shown',
  ])
})

test('a check that fails in several ways is one thing to mend', () => {
  const other = result('port.one', 'fail', { check: 'values/shown', got: 'another', expected: 'it' })
  const { first } = firstOf(report([fail('values/shown'), other]), words)
  expect(first).toMatchObject([{ check: 'values/shown', operations: ['sqla.one', 'port.one'] }])
  expect(first[0]?.says).toBe('MUST keep values/shown; failed in 2 ways, most often values/shown')
})

test('warnings are told where nothing fails', () => {
  const warned = result('sqla.one', 'warn', { check: 'values/shown' })
  expect(checksOf([fail('errors/code'), warned])).toEqual(['errors/code'])
  expect(checksOf([warned])).toEqual(['values/shown'])
})

test('where too little was judged, what would decide most is the first thing to do', () => {
  const judged = { decided: 1, of: 10, least: 90, gains: [{ supply: 'a projectId in identifiers', results: 9 }] }
  const { first } = firstOf(report([result('sqla.one', 'pass')], { judged }), words)
  expect(first).toMatchObject([{ says: '9 results could not be decided', todo: 'a projectId in identifiers' }])
})

test('whoever lets clients in is told to refuse them, and nobody is told so for another reason', () => {
  const open = result('sqla.one', 'fail', { got: 'the request was served: 200', expected: 'a refusal' })
  const [first] = firstOf(report([open]), words).first
  expect(first?.todo).toMatch(/^refuse every request without the valid token/)
  const [other] = firstOf(report([{ ...open, got: '500' }]), words).first
  expect(other?.todo).toBe(
    "make the server do what the check expects: a refusal; touchstone explain 'auth/no-header' says more",
  )
})

test('a right target has nothing to mend', () => {
  expect(firstOf(report([result('sqla.one', 'pass'), result('sqla.one', 'note')]), words)).toEqual({
    first: [],
    more: 0,
  })
})
