import { expect, it } from 'vitest'
import { outcomeOf } from '../judged.ts'

it('what a read changes is blamed on no operation that was sent before or after it', async () => {
  const only = ['sqla.create values/shown', 'sqla.create census/others', 'sqla.one census/read-twice']
  const { results } = await outcomeOf({ faults: ['census/one-strips'] }, { only, fuzz: 0 })
  expect(Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]))).toEqual({
    'sqla.create values/shown': 'inconclusive',
    'sqla.create census/others': 'inconclusive',
    'sqla.one census/read-twice': 'warn',
  })
})
