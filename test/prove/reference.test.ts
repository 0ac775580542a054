import { expect, test } from 'vitest'
import { outcomeOf } from '../judged.ts'

test('the reference server itself is found to keep everything', async () => {
  const { results, planned, leftovers, coverage } = await outcomeOf({})
  expect(results).toHaveLength(planned)
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'note']))
  expect(leftovers).toEqual([])
  expect(coverage.operations).toMatchObject({ total: 177, exercised: 177, succeeded: 177 })
})
