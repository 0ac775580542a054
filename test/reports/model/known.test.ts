import { expect, test } from 'vitest'
import { knownOf } from '../../../reports/model/known.ts'
import { report, result } from '../samples.ts'

const until = '2999-12-31'
const ids = (...args: Parameters<typeof report>) => knownOf(report(...args), until).map(({ id }) => id)
const failed = (operation: string, got = 'it was served') => result(operation, 'fail', { message: got, got })

test('a cause that is all of a check is one entry of one pattern', () => {
  const results = ['sqla.one', 'port.one', 'user.all'].map((operation) => failed(operation))
  expect(knownOf(report([...results, result('admin.one', 'skipped')]), until)).toEqual([
    { id: '* auth/no-header', why: 'it was served', until },
  ])
})

test('a pattern means nothing that does not fail today', () => {
  const some = [failed('sqla.one'), failed('sqla.create'), failed('port.one'), failed('user.all')]
  expect(ids([...some, result('user.byUserId', 'pass')])).toEqual([
    ['sqla.* auth/no-header', 'port.one auth/no-header', 'user.all auth/no-header'],
  ])
  expect(ids([...some, result('sqla.stop', 'inconclusive'), result('user.byUserId', 'pass')])[0]).toContain(
    'sqla.one auth/no-header',
  )
})

test('causes are entries of their own, the widest first', () => {
  const results = [failed('sqla.one', 'a page of HTML'), failed('port.one'), failed('user.all')]
  expect(ids([...results, result('admin.one', 'pass')])).toEqual([
    ['port.one auth/no-header', 'user.all auth/no-header'],
    'sqla.one auth/no-header',
  ])
})

test('warnings are among them only where they make the run fail', () => {
  const warned = [result('sqla.one', 'warn')]
  expect(ids(warned)).toEqual([])
  expect(ids(warned, { options: { failOn: 'warn' } })).toEqual(['sqla.one auth/no-header'])
})

test('an entry for good has no day', () => {
  expect(knownOf(report([failed('sqla.one')]), null)).toEqual([{ id: 'sqla.one auth/no-header', why: 'it was served' }])
})
