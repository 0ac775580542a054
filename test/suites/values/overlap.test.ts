import { expect, it } from 'vitest'
import { overlap } from '../../../suites/values/overlap.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

const at = (startedMs: number, durationMs: number) => exchangeOf({ ...responseOf({}), startedMs, durationMs })

it('requests that were answered one by one do not overlap', () => {
  expect(overlap([at(20, 10), at(0, 10), at(10, 10)])).toBe(false)
})

it('one that went out before another was answered does, in whatever order they stand', () => {
  expect(overlap([at(20, 10), at(0, 30), at(40, 10)])).toBe(true)
})

it('one that was never answered is not counted', () => {
  expect(overlap([exchangeOf(null), at(0, 10)])).toBe(false)
})
