/** Records that were deleted already, on a server whose reads know them for a while. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('leaves nothing that a read shows no more once writes show', async () => {
  const { leftovers } = await runOn({
    variants: ['writes/seen-later', 'reads/nested-copies'],
    options: { seed: 13_559, fuzz: 0, shard: { index: 3, count: 3 } },
  })
  expect(leftovers).toEqual([])
})
