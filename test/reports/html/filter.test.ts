import { expect, test } from 'vitest'
import { addressOf, everything, filterOf, fitting, type Filter } from '../../../reports/html/view/filter/filter.ts'
import { result } from '../samples.ts'

const narrow: Filter = {
  text: 'a b&c=d#é',
  group: 'sqla',
  family: 'auth',
  level: 'MUST',
  verdicts: ['fail', 'pass'],
  view: 'results',
}

test('a filter is the same after a way through the address', () => {
  expect(filterOf(addressOf(everything))).toEqual(everything)
  expect(filterOf(addressOf(narrow))).toEqual({ ...narrow, verdicts: ['pass', 'fail'] })
})

test('what is no filter is none, and unknown words are left out', () => {
  expect(filterOf('#coverage')).toBeNull()
  expect(filterOf('#findings?level=never&verdicts=fail.bogus&view=x')).toEqual({ ...everything, verdicts: ['fail'] })
})

const results = [
  result('sqla.create', 'fail', { got: 'A Cut Name' }),
  result('sqla.one', 'warn', { check: 'values/shown', id: 'sqla.one values/shown' }),
  result('port.one', 'fail'),
  result('port.all', 'pass'),
]
const claims = { 'auth/no-header': 'MUST refuse', 'values/shown': 'SHOULD show' }
const found = (change: Partial<Filter>) => fitting(results, { ...everything, ...change }, claims).map(({ id }) => id)

test('each filter narrows, and they narrow each other', () => {
  expect(found({})).toHaveLength(3)
  expect(found({ group: 'sqla' })).toEqual(['sqla.create auth/no-header', 'sqla.one values/shown'])
  expect(found({ family: 'auth' })).toEqual(['sqla.create auth/no-header', 'port.one auth/no-header'])
  expect(found({ level: 'SHOULD' })).toEqual(['sqla.one values/shown'])
  expect(found({ verdicts: ['pass'] })).toEqual(['port.all auth/no-header'])
  expect(found({ text: 'name cut' })).toEqual(['sqla.create auth/no-header'])
  expect(found({ text: 'name', group: 'port' })).toEqual([])
})
