import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { incomplete, OUT_OF_TIME } from '../../../suites/fuzz/said.ts'
import { search, seedOf, SIMPLER_AT_MOST, type Again, type Broken } from '../../../suites/fuzz/search.ts'

const broken = (check: string): Broken => ({
  check,
  breach: new Breach({ expected: 'less', got: 'more', exchanges: [] }),
})
const plan = (over: { examples?: readonly number[]; again?: Again } = {}) => ({
  seed: 7,
  arbitrary: fc.nat({ max: 1000 }),
  examples: over.examples ?? [],
  runs: 30,
  again: over.again,
})
const over40 = (value: number) => Promise.resolve(value > 40 ? broken('fuzz/a') : null)

describe('a search', () => {
  it('says what it tried where nothing is broken', async () => {
    expect(await search(plan(), () => Promise.resolve(null))).toEqual({ found: [], tried: 30, complete: true })
  })

  it('tries what it is given first, also where that is more', async () => {
    const seen: number[] = []
    const examples = Array.from({ length: 40 }, (_, at) => at)
    const judge = (value: number) => {
      seen.push(value)
      return Promise.resolve(null)
    }
    await search(plan({ examples }), judge)
    expect(seen).toEqual(examples)
  })

  it('finds the simplest value, and comes to it again by its path', async () => {
    const { found } = await search(plan({ examples: [900] }), over40)
    expect(found.map(({ value }) => value)).toEqual([41])
    const [{ path } = { path: '' }] = found
    const again = { check: 'fuzz/a', path, payload: 41 }
    expect((await search(plan({ examples: [900], again }), over40)).found).toMatchObject([{ value: 41 }])
  })

  it('finds what several checks have to say', async () => {
    const judge = (value: number, wanted: (check: string) => boolean) =>
      Promise.resolve(
        value > 40 && wanted('fuzz/a') ? broken('fuzz/a') : value > 20 && wanted('fuzz/b') ? broken('fuzz/b') : null,
      )
    const { found } = await search(plan({ examples: [900] }), judge)
    expect(found.map(({ check, value }) => [check, value])).toEqual([
      ['fuzz/a', 41],
      ['fuzz/b', 21],
    ])
  })

  it('tries only so many simpler values, however many there are', async () => {
    let tried = 0
    const texts = { ...plan(), arbitrary: fc.string({ minLength: 2000, maxLength: 4000 }), examples: [] }
    const { found, complete } = await search(texts, () => Promise.resolve(++tried % 3 === 0 ? broken('fuzz/a') : null))
    // What was met first is found once more with that check left out of sight.
    expect(tried).toBeLessThanOrEqual(SIMPLER_AT_MOST + 2 * 30 + 3)
    expect([found.length, complete]).toEqual([1, true])
  })

  it('tries as many values on a slow machine as on a fast one', async () => {
    const tried = async (pause: number) => {
      const seen: number[] = []
      vi.setSystemTime(0)
      await search(plan({ examples: [900] }), (value) => {
        seen.push(value)
        vi.setSystemTime(Date.now() + pause)
        return over40(value)
      })
      return seen
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      expect(await tried(500)).toEqual(await tried(0))
    } finally {
      vi.useRealTimers()
    }
  })

  it('that the clock ends is not complete, which leaves undecided what it did not find', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const searched = await search(plan(), () => {
        vi.setSystemTime(Date.now() + 60_000)
        return Promise.resolve(null)
      })
      expect(searched).toMatchObject({ found: [], complete: false })
      expect(searched.tried).toBeLessThan(30)
      expect(incomplete(searched)).toBeInstanceOf(Inconclusive)
      expect(incomplete(searched)?.message).toContain(OUT_OF_TIME)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is ended by what is no finding', async () => {
    await expect(search(plan(), () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped')
  })
})

it('the seed of a property follows from the run and its own name', () => {
  expect(seedOf(1, 'a')).toBe(seedOf(1, 'a'))
  expect(new Set([seedOf(1, 'a'), seedOf(2, 'a'), seedOf(1, 'b')]).size).toBe(3)
})
