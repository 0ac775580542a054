/** Legal ways of several kinds on one server, as real servers have them, which were once held against it together. */
import { expect, test } from 'vitest'
import { outcomeOf } from '../judged.ts'

test.each([
  {
    variants: ['params/any-body-where-nothing-is-sought', 'reads/nested-copies'],
    only: ['fuzz/lenient'],
    fuzz: 5,
  },
  { variants: ['host/no-containers', 'errors/stamped'], only: ['engine.*'], fuzz: 0 },
])('a server with $variants is accused of nothing', async ({ variants, only, fuzz }) => {
  const { results } = await outcomeOf({ variants }, { only, fuzz })
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50)
  expect(results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))).toEqual([])
})
