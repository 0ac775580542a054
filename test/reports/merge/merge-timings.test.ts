import { expect, test } from 'vitest'
import { mergeTimings } from '../../../reports/merge/merge-timings.ts'

const timing = (answers: number) => ({ answers, p50: 1, p95: 2, max: 3 })

test('every operation of every shard, and of the same one the timing that rests on more responses', () => {
  const shards = [
    { timings: { 'sqla.one': timing(30), 'settings.health': timing(5) } },
    {},
    { timings: { 'settings.health': timing(6), 'port.one': timing(20) } },
    { timings: { 'settings.health': timing(4) } },
  ]
  expect(mergeTimings(shards)).toEqual({
    'sqla.one': timing(30),
    'settings.health': timing(6),
    'port.one': timing(20),
  })
  expect(mergeTimings([{}])).toBeUndefined()
})
