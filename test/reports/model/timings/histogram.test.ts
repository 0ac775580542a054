import { expect, test } from 'vitest'
import { figuresOf, histogramOf, joinFigures } from '../../../../reports/model/timings/histogram.ts'

const counted = (count: number) => ({ count, errors: 0, unanswered: 0 })
const of = (micros: readonly number[], seconds = 10) => figuresOf(histogramOf(micros), counted(micros.length), seconds)

test('figures are of the times that they are given, to three digits', () => {
  const figures = of(Array.from({ length: 1000 }, (_, at) => (at + 1) * 1000))
  expect(figures).toMatchObject({ count: 1000, rate: 100, errors: 0 })
  for (const [of100, ms] of [
    [figures.p50, 500],
    [figures.p90, 900],
    [figures.p95, 950],
    [figures.p99, 990],
    [figures.max, 1000],
  ] as const)
    expect(Math.abs((of100 ?? 0) - ms) / ms).toBeLessThan(0.002)
})

test('nothing measured is null, not nought', () => {
  expect(of([])).toMatchObject({ count: 0, p50: null, p99: null, max: null })
  expect(of([])).not.toHaveProperty('histogram')
})

test('joined percentiles are those of all times together, not the mean of percentiles', () => {
  const fast = Array.from({ length: 900 }, () => 1000)
  const slow = Array.from({ length: 100 }, () => 101_000)
  const joined = joinFigures([of(fast), of(slow)], 10)
  expect(joined).toEqual(of([...fast, ...slow]))
  // The mean of both would be 51.
  expect(joined.p90).toBeLessThan(1.01)
  expect(joined.p95).toBeGreaterThan(100)
})
