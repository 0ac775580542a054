/** Legal ways that were once held against a server: several together, or one where a run judges few operations. */
import { expect, test } from 'vitest'
import { outcomeOf } from '../judged.ts'

test.each([
  {
    variants: ['params/any-body-where-nothing-is-sought', 'reads/nested-copies'],
    only: ['fuzz/lenient'],
    fuzz: 5,
  },
  // The only integer of its group: that texts there are not converted says nothing of it.
  { variants: ['params/digits-converted'], only: ['kvstore.*'], fuzz: 0 },
  { variants: ['host/no-containers', 'errors/stamped'], only: ['engine.*'], fuzz: 0 },
])('a server with $variants is accused of nothing', async ({ variants, only, fuzz }) => {
  const { results } = await outcomeOf({ variants }, { only, fuzz })
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50)
  expect(results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))).toEqual([])
})
