import { expect, test } from 'vitest'
import type { RunOptions } from '../../../schemas/target.ts'
import { UsageError } from '../../../fixtures/errors.ts'
import { emptyShard } from '../../../suites/run/selected.ts'

const options = (more: Partial<RunOptions>): RunOptions =>
  // No more of the options has a say in what is selected.
  ({
    target: { omit: [], sample: {} },
    allow: [],
    only: [],
    skip: [],
    shard: { index: 1, count: 1 },
    fuzz: 25,
    ...more,
  }) as unknown as RunOptions

test('of a selection that is smaller than the shards some have nothing, and one has it', () => {
  const empty = [1, 2, 3].map((index) => emptyShard(options({ only: ['sqla.one'], shard: { index, count: 3 } })))
  expect(empty.filter(Boolean)).toHaveLength(2)
})

test.each<[why: RegExp, more: Partial<RunOptions>]>([
  [/--skip removes everything/, { only: ['sqla'], skip: ['*'] }],
  [/--fuzz 0/, { only: ['fuzz'], fuzz: 0 }],
  [/give --image/, { only: ['records/outlive-process'] }],
])('a selection of nothing is told as %s, whatever the shard', (why, more) => {
  for (const shard of [options({}).shard, { index: 2, count: 2 }]) {
    const ask = () => emptyShard(options({ ...more, shard }))
    expect(ask).toThrow(UsageError)
    expect(ask).toThrow(why)
  }
})
