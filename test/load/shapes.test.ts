import { describe, expect, it, test } from 'vitest'
import { profiles } from '../../schemas/load.ts'
import { arrivals, forms, journeysBetween, lengthOf, shapeOf } from '../../load/scripts/shapes.ts'

test('every profile has a shape, of the height and length that are asked for', () => {
  expect(Object.keys(forms).toSorted()).toEqual([...profiles].toSorted())
  for (const profile of profiles) {
    const shape = shapeOf(profile, 20, 60_000)
    expect(lengthOf(shape), profile).toBe(60_000)
    expect(Math.max(shape.from, ...shape.stages.map(({ rate }) => rate)), profile).toBe(20)
  }
})

describe('how many journeys a shape asks for', () => {
  const shape = {
    from: 0,
    stages: [
      { durationMs: 10_000, rate: 10 },
      { durationMs: 20_000, rate: 10 },
    ],
  }

  it('is the area below it', () => {
    expect(journeysBetween(shape, 0, 30_000)).toBeCloseTo(250)
    expect(journeysBetween(shape, 5_000, 10_000)).toBeCloseTo(37.5)
  })

  it('is nothing before and after it', () => {
    expect(journeysBetween(shape, -5_000, 0)).toBe(0)
    expect(journeysBetween(shape, 30_000, 99_000)).toBe(0)
  })
})

test('k6 is told whole rates, in an open model', () => {
  const loadOptions = arrivals({ from: 0.3337, stages: [{ durationMs: 1500, rate: 4.21 }] }, { ready: 2, most: 9 })
  expect(loadOptions).toMatchObject({
    executor: 'ramping-arrival-rate',
    startRate: 334,
    timeUnit: '1000s',
    stages: [{ duration: '1500ms', target: 4210 }],
    preAllocatedVUs: 2,
    maxVUs: 9,
  })
})
