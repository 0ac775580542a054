/** Two reports of one load, compared: what is slower, and what only looks so. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { loadDiff, Unlike } from '../../reports/compare/load-diff.ts'
import { pValue, standing } from '../../reports/model/timings/significance.ts'
import type { Load } from '../../schemas/load.ts'
import type { Report } from '../../schemas/report.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { measured, planOfOne, type Second } from './lines-of.ts'

/** Even numbers from 0 to 1, the same each time. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** A load of 20 s, each of whose seconds took about so long. */
function report(ms: number, seed: number, more: Partial<Second> = {}): Report & { load: Load } {
  const next = chance(seed)
  const seconds = Array.from({ length: 20 }, () => ({ begun: 20, ms: ms * (0.8 + 0.4 * next()), ...more }))
  const plan = planOfOne(20, 20)
  const measure = measured(plan, seconds)
  const load: Load = {
    scenario: 'deploy',
    profile: 'smoke',
    k6: '2.2.0',
    started: '2030-01-01T00:00:00.000Z',
    durationMs: 20_000,
    shape: plan.shape,
    segment: null,
    journeys: { planned: 400, begun: 400, completed: 400, dropped: 0 },
    invalid: null,
    cpu: null,
    windowMs: measure.windowMs,
    ...measure.figures(),
  }
  return {
    touchstone: '0.1.0',
    run: `run${seed}`,
    seed: 1,
    started: '2030-01-01T00:00:00.000Z',
    durationMs: 20_000,
    requests: 400,
    exitCode: 0,
    target: { baseUrl: 'http://127.0.0.1:9', serviceVersion: '1', allowed: [], deviations: [] },
    options: {},
    totals: {
      pass: 0,
      fail: 0,
      warn: 0,
      note: 0,
      known: 0,
      inconclusive: 0,
      blocked: 0,
      skipped: 0,
      error: 0,
      unstable: 0,
    },
    planned: 0,
    executed: 0,
    results: [],
    coverage: { operations: { total: 177, exercised: 0, succeeded: 0 }, clauses: [] },
    observed: {},
    leftovers: [],
    load,
  }
}

const worseOf = (older: Report & { load: Load }, newer: Report & { load: Load }, tolerance = 10) =>
  loadDiff(older, newer, tolerance).rows.flatMap(({ operation, compared }) =>
    compared.flatMap(({ metric, worse }) => (worse ? `${operation} ${metric}` : [])),
  )

describe('a newer load', () => {
  it('is worse where it is slower beyond the tolerance, in every slice', () => {
    expect(worseOf(report(20, 7), report(30, 8))).toEqual(
      expect.arrayContaining(['user.all p50', 'user.all p95', 'all p50']),
    )
  })

  it('is no worse within the tolerance, however sure the difference is', () => {
    expect(worseOf(report(20, 7), report(30, 8), 80)).toEqual([])
  })

  it('is no worse by chance: forty pairs of the same target', () => {
    for (let seed = 1; seed <= 40; seed++)
      expect(worseOf(report(20, seed), report(20, seed + 1000)), `${seed}`).toEqual([])
  })

  it('is worse where more requests fail', () => {
    expect(worseOf(report(20, 7), report(20, 8, { errors: 4 }))).toContain('user.all errors')
  })

  it('is better where it is faster', () => {
    const { better, worse } = loadDiff(report(30, 8), report(20, 7), 10)
    expect([better > 0, worse]).toEqual([true, 0])
  })

  it('is worse where it breaks what the older one kept', () => {
    const newer = report(20, 8)
    const about = { operation: 'user.all', check: 'load/json', clause: 'MEDIA-2', durationMs: 0, evidence: [] }
    const result = (verdict: 'pass' | 'fail') => ({ ...about, id: 'user.all load/json', verdict, message: verdict })
    const [before, after] = [
      { ...report(20, 7), results: [result('pass')] },
      { ...newer, results: [result('fail')] },
    ]
    expect(loadDiff(before, after, 10)).toMatchObject({ worse: 1, findings: { worse: 1 } })
  })

  it('of another shape is compared with none', () => {
    const older = report(20, 7)
    expect(() => loadDiff(older, { ...older, load: { ...older.load, durationMs: 9000 } }, 10)).toThrow(Unlike)
    expect(() => loadDiff(older, { ...older, load: { ...older.load, scenario: 'mixed' } }, 10)).toThrow(/scenarios/)
  })
})

test('p values are those of the rank-sum test', () => {
  // Complete separation of six and six: W = 57, mean 39, deviation 6.245, z = 2.802.
  expect(pValue([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12])).toBeCloseTo(0.00254, 4)
  expect(pValue([1, 3, 5, 7, 9, 11], [2, 4, 6, 8, 10, 12])).toBeCloseTo(0.3445, 3)
  expect(pValue([1, 2, 3], [4, 5, 6])).toBeNull()
})

test('of many questions asked at once, only what is sure stands', () => {
  expect(standing([0.001, 0.02, null, 0.004], 0.01)).toEqual([true, false, false, true])
  expect(standing([0.004, 0.004, 0.004], 0.01)).toEqual([false, false, false])
})

test('touchstone diff tells it, and ends with 1 on a regression', async () => {
  const folder = emptyFolder()
  const files = [report(20, 7), report(30, 8), report(20, 9)].map((one, at) => {
    const file = join(folder, `${at}.json`)
    writeFileSync(file, JSON.stringify(one))
    return file
  })
  const [old = '', slow = '', same = ''] = files
  const slower = await touchstone(['diff', old, slow])
  expect([slower.code, slower.out]).toEqual([1, expect.stringMatching(/Worse figures.*user\.all\s+p50, ms/s)])
  const alike = await touchstone(['diff', old, same])
  expect([alike.code, alike.out]).toEqual([0, expect.stringContaining('nothing is worse')])
  expect((await touchstone(['diff', old, slow, '--tolerance', '80'])).code).toBe(0)
})
