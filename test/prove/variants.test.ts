import { test } from 'vitest'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { outcomeOf } from '../judged.ts'
import { killersOf } from './kills.ts'

const accusing = new Set(['fail', 'warn', 'error'])

test.concurrent.for(variants)('$id is accused of nothing', { timeout: 300_000 }, async ({ id }, { expect }) => {
  const { results, planned, noVerdict } = await outcomeOf({ variants: [id] })
  expect(noVerdict).toBeNull()
  expect(results).toHaveLength(planned)
  expect(results.filter(({ verdict }) => accusing.has(verdict))).toEqual([])
  for (const check of killersOf(id))
    expect(results.filter((result) => result.check === check.id && result.verdict === 'note')).not.toEqual([])
})

test('the reference server itself is found to keep everything', { timeout: 60_000 }, async ({ expect }) => {
  const { results, planned, leftovers, coverage } = await outcomeOf({})
  expect(results).toHaveLength(planned)
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'note']))
  expect(leftovers).toEqual([])
  expect(coverage.operations).toEqual({ total: 177, exercised: 177, succeeded: 177 })
})
