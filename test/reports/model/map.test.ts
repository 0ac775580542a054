import { expect, test } from 'vitest'
import { countsOf, faceOf, widthsOf } from '../../../reports/model/map.ts'
import type { Verdict } from '../../../schemas/report.ts'
import { result } from '../samples.ts'

const face = (...verdicts: readonly Verdict[]) => faceOf(new Map(verdicts.map((verdict) => [verdict, 1])))

test('a cell shows what is worst; a note or what was skipped hides no pass', () => {
  expect(face('pass', 'warn', 'fail', 'inconclusive')).toBe('fail')
  expect(face('pass', 'blocked', 'inconclusive')).toBe('inconclusive')
  expect(face('pass', 'note', 'skipped')).toBe('pass')
  expect(face('skipped', 'note')).toBe('note')
  expect(face('skipped')).toBe('skipped')
})

test('families are whatever stands before the slash of a check', () => {
  const cells = countsOf([
    result('sqla.one', 'fail', { check: 'fuzz/strange/deep' }),
    result('sqla.all', 'fail', { check: 'fuzz/other' }),
    result('port.one', 'pass', { check: 'auth/no-header' }),
  ])
  expect([...cells.keys()]).toEqual(['sqla fuzz', 'port auth'])
  expect(cells.get('sqla fuzz')?.get('fail')).toBe(2)
})

test('families that few groups have results of are folded, unless all are such', () => {
  const groups = ['sqla', 'port', 'user', 'admin']
  const everywhere = groups.map((group) => result(`${group}.one`, 'pass', { check: 'auth/no-header' }))
  const rare = result('user.all', 'pass', { check: 'people/shown' })
  const families = ['auth', 'people']
  expect(widthsOf(families, groups, countsOf([...everywhere, rare]))).toEqual({ wide: ['auth'], narrow: ['people'] })
  expect(widthsOf(['people'], groups, countsOf([rare]))).toEqual({ wide: ['people'], narrow: [] })
})
