import { expect, test } from 'vitest'
import { Timings } from '../../../suites/run/timings.ts'

test('the median, the 95th of a hundred and the longest, an operation at a time', () => {
  const timings = new Timings()
  for (let ms = 100; ms >= 1; ms--) timings.add('sqla.one', ms)
  timings.add('port.one', 7.2468)
  expect(timings.all()).toEqual({
    'sqla.one': { answers: 100, p50: 50, p95: 95, max: 100 },
    'port.one': { answers: 1, p50: 7.2, p95: 7.2, max: 7.2 },
  })
})
