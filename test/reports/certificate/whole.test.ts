import { expect, test } from 'vitest'
import { statementOf } from '../../../reports/certificate/statement.ts'
import { operations } from '../../../schemas/registry.ts'
import type { Report, Result } from '../../../schemas/report.ts'
import { load } from '../load-sample.ts'
import { result } from '../samples.ts'
import { fileOf, resultsWith, said, stated, whole } from './samples.ts'

const { digests: _digests, ...older } = whole()
const all = operations.length
const planned = (some: number, reached: number) => new RegExp(`${some} results were planned and ${reached} reached`)

test.each<[string, Report, RegExp]>([
  ['was interrupted', whole(undefined, { exitCode: 130 }), /interrupted/],
  ['ended without a verdict', whole(undefined, { exitCode: 3 }), /without a verdict/],
  ['is of a load run', whole(undefined, { load }), /load run/],
  ['was written before digests were', older, /did not note/],
  ['planned more than it reached', whole(undefined, { planned: all + 1 }), planned(all + 1, all)],
  ['holds a result twice', whole([...resultsWith(), result('user.all', 'pass')]), /twice/],
  ['has other totals than results', whole(undefined, { totals: { ...whole().totals, pass: all + 1 } }), /totals/],
  [
    'lacks a result that was planned',
    whole(resultsWith().slice(1), { digests: whole().digests! }),
    /not those that were/,
  ],
  ['holds a defect of ours', whole(resultsWith({ 'user.all': 'error' })), /Touchstone itself/],
  [
    'is one shard of several',
    whole(undefined, { options: { shard: { index: 2, count: 3 } } }),
    /of 3 shards, 1, 3 are/,
  ],
  [
    'stopped at the first failure',
    whole(resultsWith({ 'user.all': 'fail' }), { options: { bail: true }, planned: 200 }),
    /200/,
  ],
])('refuses a report that %s', (_, told, why) => {
  expect(() => stated(told)).toThrow(why)
})

const shard = (index: number, results: readonly Result[]) =>
  whole(results, { run: `abcdefg${index}`, options: { fuzz: 25, shard: { index, count: 2 } } })
const [odd, even] = [resultsWith().filter((_, at) => at % 2 === 0), resultsWith().filter((_, at) => at % 2 === 1)]

test('shards are certified together, in whatever order, and named each', () => {
  const { subject, predicate } = statementOf([fileOf(shard(2, even)), fileOf(shard(1, odd))], said)
  expect(subject.map(({ name }) => name)).toEqual(['report of run abcdefg2', 'report of run abcdefg1'])
  const own = predicate.touchstone_certified
  expect(own.verdict).toBe('conforms')
  expect(own.runs.map((one) => one.shard)).toEqual([
    { index: 2, count: 2 },
    { index: 1, count: 2 },
  ])
})

test('refuses shards that are of different suites, or of which one is missing or there twice', () => {
  const other = shard(2, even)
  const changed = { ...other, digests: { ...other.digests!, suite: '0'.repeat(64) } }
  expect(() => statementOf([fileOf(shard(1, odd)), fileOf(changed)], said)).toThrow(/different versions of the suite/)
  expect(() => statementOf([fileOf(shard(1, odd))], said)).toThrow(/shards, 2 is missing/)
  expect(() => statementOf([fileOf(shard(1, odd)), fileOf(shard(1, odd))], said)).toThrow(/same run/)
})
