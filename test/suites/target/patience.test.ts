import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Patience } from '../../../suites/target/patience.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What a look sees at a time, in milliseconds from now on; and when it was looked. */
function shownAfter(ms: number) {
  const start = Date.now()
  const looks: number[] = []
  const look = () => {
    looks.push(Date.now() - start)
    return Promise.resolve(Date.now() - start >= ms)
  }
  return { look, looks }
}

/** Lets a wait run to its end. */
async function done<T>(waiting: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync()
  return waiting
}

const holds = (seen: boolean) => seen
const wait = { why: 'a test' }

describe('asking again until it holds', () => {
  it('asks once where it holds at once', async () => {
    const { look, looks } = shownAfter(0)
    expect(await done(new Patience(2000).eventually(look, holds, wait))).toBe(true)
    expect(looks).toEqual([0])
  })

  it('pauses longer from one look to the next, but never long', async () => {
    const { look, looks } = shownAfter(Infinity)
    expect(await done(new Patience(2000).eventually(look, holds, wait))).toBe(false)
    expect(looks).toEqual([0, 25, 62, 118, 202, 328, 517, 801, 1201, 1601, 2000])
  })

  it('looks for the last time when the time is over, so that what shows just before is seen', async () => {
    const { look } = shownAfter(1999)
    expect(await done(new Patience(2000).eventually(look, holds, wait))).toBe(true)
  })

  it('looks once where no time is given', async () => {
    const { look, looks } = shownAfter(10)
    expect(await done(new Patience(2000).eventually(look, holds, { why: 'a test', within: 0 }))).toBe(false)
    expect(looks).toEqual([0])
  })

  it('passes on what a look throws', async () => {
    const failing = new Patience(2000).eventually(() => Promise.reject(new Error('stopped')), holds, wait)
    await expect(failing).rejects.toThrow('stopped')
  })
})

describe('patience that is learned', () => {
  it('is modest before any write was seen', () => {
    expect(new Patience(2000).learned()).toBe(250)
  })

  it('is short where writes show at once, however long the look itself took', async () => {
    const patience = new Patience(2000)
    await done(
      patience.eventually(() => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 700)), holds, wait),
    )
    expect(patience.learned()).toBe(50)
  })

  it('is a few times what the slowest write took', async () => {
    const patience = new Patience(2000)
    await done(patience.eventually(shownAfter(150).look, holds, wait))
    await done(patience.eventually(shownAfter(0).look, holds, wait))
    expect(patience.learned()).toBe(2.5 * 202)
    expect(patience.lag).toBe(202)
  })

  it('forgets the one write in a hundred that took longest, and no more', async () => {
    const patience = new Patience(2000)
    const show = (ms: number) => done(patience.eventually(shownAfter(ms).look, holds, wait))
    await show(1500)
    for (let count = 0; count < 98; count++) await show(0)
    expect(patience.lag).toBeGreaterThanOrEqual(1500)
    await show(150)
    expect(patience.lag).toBe(202)
  })

  it('is never more than the settle time', async () => {
    const patience = new Patience(300)
    await done(patience.eventually(shownAfter(200).look, holds, wait))
    expect(patience.learned()).toBe(300)
    expect(new Patience(100).learned()).toBe(100)
  })

  it('learns of writes nothing from a deploy, nor from a target that was away', async () => {
    const patience = new Patience(2000)
    await done(patience.eventually(shownAfter(100).look, holds, { why: 'a deploy', teaches: 'deploy' }))
    await done(patience.eventually(shownAfter(1900).look, holds, { why: 'a restart', teaches: null }))
    expect([patience.learned(), patience.learned('deploy')]).toEqual([250, 295])
  })

  it('learns nothing from what never showed', async () => {
    const patience = new Patience(2000)
    await done(patience.eventually(shownAfter(Infinity).look, holds, wait))
    expect(patience.learned()).toBe(250)
  })
})

it('adds up what was waited for, the longest first', async () => {
  const patience = new Patience(2000)
  await done(patience.rest(100, 'a clock to move'))
  await done(patience.eventually(shownAfter(75).look, holds, { why: 'a change to show' }))
  await done(patience.rest(200, 'a clock to move'))
  expect(patience.pace({ totalMs: 3.4, longestMs: 2.6 })).toEqual({
    idleMs: 3,
    longestIdleMs: 3,
    waits: { 'a clock to move': { times: 2, ms: 300 }, 'a change to show': { times: 3, ms: 118 } },
  })
  expect(Object.keys(patience.pace({ totalMs: 0, longestMs: 0 }).waits)[0]).toBe('a clock to move')
})
