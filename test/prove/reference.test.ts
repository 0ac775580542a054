import { expect, test } from 'vitest'
import { operations } from '../../schemas/registry.ts'
import { outcomeOf } from '../judged.ts'

test('the reference server itself is found to keep everything', async () => {
  const { results, planned, leftovers, coverage } = await outcomeOf({})
  expect(results).toHaveLength(planned)
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass']))
  expect(leftovers).toEqual([])
  const all = operations.length
  expect(coverage.operations).toMatchObject({ total: all, exercised: all, succeeded: all })
})
