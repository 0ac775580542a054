/** Which job of a proof begins next, and how many are under way at once. */
import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openQueues, placeOf, rankOf } from '../../../suites/prove/queues.ts'

const cores = availableParallelism()
const part = { only: ['registry.*'] }

it('queues runs by how they reach what they judge, and parts of runs apart from whole ones', () => {
  expect(placeOf({ only: [] })).toBe('whole')
  expect(placeOf(part)).toBe('part')
  expect(placeOf({ ...part, wire: true })).toBe('wire')
  expect(placeOf({ only: [], server: 'away' })).toBe('wire')
  expect(placeOf({ only: [], hostile: 'connection/none' })).toBe('hostile')
})

it('begins runs that mostly wait, then fuzzed whole runs, then faults of the away server; single faults fill the end', () => {
  const fault = { faults: ['version/null'], only: ['version/told'] }
  const ranked = [
    { variants: ['writes/seen-later'], only: [], fuzz: true, urgent: 'waits' },
    { variants: ['ids/long'], only: [], fuzz: true },
    { server: 'away', faults: ['sqlb/shows-sqlc'], only: ['sqlb.*'] },
    { faults: ['version/null', 'engine/no-match'], only: ['version/told', 'engine/match'] },
    { server: 'away', variants: ['wire/gzip'], only: [], fuzz: false },
    fault,
  ] as const
  const ranks = ranked.map((job) => rankOf(job))
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one))
  expect(new Set(ranks).size).toBe(ranked.length)
  expect(rankOf({ ...fault, urgent: 'again' })).toBeGreaterThan(rankOf(fault))
  expect(rankOf({ ...fault, fuzz: true })).toBeGreaterThan(rankOf(fault))
  expect(rankOf({ ...fault, faults: ['version/null', 'engine/no-match'] })).toBeGreaterThan(rankOf(fault))
})

describe('how many are under way', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** How many parts of runs, which never end, are under way after so many looks at how busy the cores are. */
  async function underWay(share: () => number, looks: number, apart = false): Promise<number> {
    const queues = openQueues(apart, share)
    let begun = 0
    for (let at = 0; at < 50 * cores; at++)
      void queues.add(part, () => {
        begun++
        return new Promise<void>(() => undefined)
      })
    await vi.advanceTimersByTimeAsync(500 * looks)
    queues.close()
    return begun / cores
  }

  it('is a few for each core while the cores are busy', async () => {
    expect(await underWay(() => 0.99, 200)).toBe(6)
  })

  it('grows while the cores are idle, but not without end', async () => {
    expect(await underWay(() => 0.5, cores)).toBe(7)
    expect(await underWay(() => 0.5, 500)).toBe(20)
  })

  it('grows no more where the cores are busy enough', async () => {
    const shares = Array.from({ length: cores }, () => 0.5)
    expect(await underWay(() => shares.pop() ?? 0.95, 200)).toBe(7)
  })

  it('is the same whatever the cores do where each has a thread of its own', async () => {
    expect(await underWay(() => 0.5, 200, true)).toBe(3)
    expect(await underWay(() => 0.99, 200, true)).toBe(3)
  })
})
