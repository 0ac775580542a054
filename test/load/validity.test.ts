import { describe, expect, it } from 'vitest'
import { breakpoint, invalidity } from '../../load/validity.ts'
import { measured, planOfOne } from './lines-of.ts'

const idle = { dropped: 0, cpu: 0.3, cores: 2 }
const seconds = (count: number, begun: number, ms: number) => Array.from({ length: count }, () => ({ begun, ms }))

describe('a load is no result', () => {
  it('where k6 ran out of virtual users while the target was idle', () => {
    const measure = measured(planOfOne(50, 10), seconds(10, 20, 1))
    expect(invalidity(measure, { ...idle, dropped: 300 })).toMatch(/no free virtual user for 300 of 500 journeys/)
  })

  it('where k6 took all cores', () => {
    expect(invalidity(measured(planOfOne(50, 10), seconds(10, 50, 5)), { ...idle, cpu: 1.9 })).toMatch(
      /1\.9 of 2 cores/,
    )
  })

  it('where k6 fell behind by itself', () => {
    expect(invalidity(measured(planOfOne(50, 10), seconds(10, 30, 1)), idle)).toMatch(/ended 300 of 500/)
  })
})

describe('a load is a result', () => {
  it('where all journeys were run', () => {
    expect(invalidity(measured(planOfOne(50, 10), seconds(10, 50, 1)), idle)).toBeNull()
  })

  it('where the target was too slow for the virtual users', () => {
    expect(invalidity(measured(planOfOne(50, 10), seconds(10, 20, 40)), { ...idle, dropped: 300 })).toBeNull()
  })

  it('where the target stopped for a moment, and was as fast as ever before and after', () => {
    const stopped = [...seconds(4, 50, 1), { begun: 30, ms: 900 }, { begun: 40, ms: 1 }, ...seconds(4, 50, 1)]
    expect(invalidity(measured(planOfOne(50, 10), stopped), { ...idle, dropped: 30 })).toBeNull()
    const idled = [...seconds(4, 50, 1), { begun: 30, ms: 900 }, ...seconds(3, 50, 1), ...seconds(2, 40, 1)]
    expect(invalidity(measured(planOfOne(50, 10), idled), { ...idle, dropped: 40 })).toMatch(/no free virtual user/)
  })

  it('where a part of it was this run’s', () => {
    expect(invalidity(measured(planOfOne(50, 10), seconds(10, 25, 1), 0.5), idle)).toBeNull()
  })
})

describe('the breakpoint', () => {
  const plan = planOfOne(50, 10)

  it('is where errors stay', () => {
    const shape = [
      ...seconds(4, 50, 1),
      { begun: 50, ms: 1, errors: 9 },
      { begun: 50, ms: 1, errors: 20 },
      { begun: 50, ms: 1, errors: 30 },
      ...seconds(1, 50, 1),
    ]
    expect(breakpoint(measured(plan, shape), 8)).toEqual({
      rate: 50,
      atMs: 4000,
      why: '18 % of the responses were errors or none',
    })
  })

  it('is where answers have become slow', () => {
    expect(breakpoint(measured(plan, [...seconds(3, 50, 2), ...seconds(3, 50, 30)]), 6)).toMatchObject({
      atMs: 3000,
      why: 'responses took 30 times as long as at rest',
    })
  })

  it('is where journeys can begin no more', () => {
    expect(breakpoint(measured(plan, [...seconds(3, 50, 2), ...seconds(3, 20, 5)]), 6)).toMatchObject({ atMs: 3000 })
  })

  it('is none where the target recovers, or holds', () => {
    const once = [...seconds(3, 50, 1), { begun: 50, ms: 1, errors: 20 }, ...seconds(3, 50, 1)]
    expect(breakpoint(measured(plan, once), 7)).toBeNull()
    expect(breakpoint(measured(plan, seconds(7, 50, 3)), 7)).toBeNull()
  })
})
