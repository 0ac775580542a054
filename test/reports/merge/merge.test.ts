import { describe, expect, it, test } from 'vitest'
import { mergeReports } from '../../../reports/merge/merge.ts'
import type { Load } from '../../../schemas/load.ts'
import type { Report, Result } from '../../../schemas/report.ts'
import { figuresOf, histogramOf } from '../../../reports/model/timings/histogram.ts'
import { report, result } from '../samples.ts'

function shard(index: number, results: readonly Result[], more: Partial<Report> = {}): Report {
  const names = { exercised: ['settings.health', `op${index}`], succeeded: ['settings.health'] }
  return report(results, {
    run: `run${index}`,
    options: { shard: { index, count: 2 }, failOn: 'fail', bail: false },
    planned: results.length,
    executed: results.length,
    requests: 10 * index,
    coverage: {
      operations: { total: 177, exercised: 2, succeeded: 1, names },
      clauses: [
        { id: 'AUTH-1', verdict: index === 1 ? 'pass' : 'fail', checks: ['auth/no-header'] },
        { id: 'ERR-1', verdict: index === 1 ? 'not judged' : 'pass', checks: [] },
      ],
    },
    ...more,
  })
}

const one = shard(1, [result('user.all', 'pass'), result('user.byUserId', 'warn')])
const two = shard(2, [result('admin.one', 'fail')])

describe('shards', () => {
  it('are one run, its totals and exit code recomputed', () => {
    const { report: joined } = mergeReports([one, two])
    expect(joined.results.map(({ id }) => id)).toHaveLength(3)
    expect(joined).toMatchObject({ planned: 3, executed: 3, requests: 30, exitCode: 1, run: 'run1+run2' })
    expect(joined.totals).toMatchObject({ pass: 1, warn: 1, fail: 1 })
    expect(joined.coverage.operations).toMatchObject({ exercised: 3, succeeded: 1 })
    expect(joined.coverage.clauses.map(({ verdict }) => verdict)).toEqual(['fail', 'pass'])
    expect(joined.options['shard']).toEqual({ index: 1, count: 1 })
  })

  it.each([3, 130])('give no verdict where one ended with %i and judged nothing', (exitCode) => {
    const silent = { ...shard(2, []), exitCode } as const
    expect(mergeReports([shard(1, [result('sqla.one', 'pass')]), silent]).ending).toEqual({
      exitCode: 3,
      why: `shard 2 of 2 ended without a verdict (exit code ${exitCode})`,
    })
  })

  it('give no verdict where one is missing', () => {
    const { report: joined, ending } = mergeReports([one])
    expect(joined.exitCode).toBe(3)
    expect(ending.why).toBe('of 2 shards, 2 is missing')
  })

  it('give no verdict where one was not finished', () => {
    expect(mergeReports([one, { ...two, results: [], executed: 0, exitCode: 130 }]).report.exitCode).toBe(3)
  })

  it.each([
    ['the same run twice', [one, one], /same run/],
    ['the same shard twice', [one, { ...one, run: 'other' }], /shard 1 of 2/],
    ['shards of other sizes', [one, { ...two, options: { shard: { index: 2, count: 3 } } }], /shards of 2 and 3/],
    ['other targets', [one, { ...two, target: { ...two.target, baseUrl: 'http://b' } }], /targets are/],
    ['other versions', [one, { ...two, touchstone: '9.9.9' }], /9\.9\.9/],
    ['other permissions', [one, { ...two, target: { ...two.target, allowed: ['host'] } }], /allowed/],
  ])('are refused of %s', (_, reports, why) => {
    expect(() => mergeReports(reports as unknown as [Report, ...Report[]])).toThrow(why)
  })
})

function figures(ms: readonly number[]) {
  const histogram = histogramOf(ms.map((one) => one * 1000))
  return figuresOf(histogram, { count: ms.length, errors: 0, unanswered: 0 }, 1)
}

function load(segment: string | null, ms: readonly number[], more: Partial<Load> = {}): Load {
  const own = figures(ms)
  return {
    scenario: 'deploy',
    profile: 'smoke',
    k6: '2.2.0',
    started: '2030-01-01T00:00:00.000Z',
    durationMs: 1000,
    shape: { from: 1, stages: [{ durationMs: 1000, rate: 1 }] },
    segment,
    journeys: { planned: 1, begun: 1, completed: 1, dropped: 0 },
    invalid: null,
    cpu: 0.1,
    windowMs: 1000,
    total: own,
    series: [{ atMs: 0, planned: 1, begun: 1, ...own }],
    operations: { 'user.all': { ...own, series: [{ atMs: 0, ...own }] } },
    limits: [{ about: 'operation', name: 'user.all', latency: { p95: 50 } }],
    ...more,
  }
}

const latency = (verdict: 'pass' | 'warn') =>
  result('user.all', verdict, { check: 'load/latency', message: 'SHOULD keep the limit: it does' })
const segment = (run: string, of: Load, results: readonly Result[]) =>
  shard(1, results, { run, load: of, options: { shard: { index: 1, count: 1 }, failOn: 'warn' } })

describe('segments', () => {
  // One half is slow in all of its few responses; of all responses together that is less than one in twenty.
  const fast = segment(
    'a',
    load(
      '0:1/2',
      Array.from({ length: 97 }, () => 1),
    ),
    [latency('pass')],
  )
  const slow = segment('b', load('1/2:1', [90, 90, 90], { together: 24 }), [latency('warn')])

  it('are one load, whose percentiles are those of all responses', () => {
    const { load: joined } = mergeReports([fast, slow]).report
    expect(joined?.total).toMatchObject({ count: 100, p50: 1 })
    expect(joined?.total.p95).toBeLessThan(1.01)
    expect(joined?.total.max).toBeGreaterThan(89)
    expect(joined?.segment).toBe('0:1/2,1/2:1')
    expect(joined?.together).toBe(24)
    expect(joined?.journeys).toEqual({ planned: 2, begun: 2, completed: 2, dropped: 0 })
    expect(joined?.series).toHaveLength(1)
    expect(joined?.series[0]).toMatchObject({ count: 100, planned: 2, begun: 2 })
    expect(joined?.operations['user.all']?.series[0]?.count).toBe(100)
  })

  it('are held against limits together', () => {
    const { report: joined } = mergeReports([fast, slow])
    expect(joined.results).toMatchObject([{ id: 'user.all load/latency', verdict: 'pass' }])
    expect(joined.exitCode).toBe(0)
  })

  it('give no verdict where one was invalid', () => {
    const bad = segment('b', load('1/2:1', [1], { invalid: 'k6 was the bottleneck' }), [latency('pass')])
    expect(mergeReports([fast, bad]).ending).toEqual({ exitCode: 3, why: 'k6 was the bottleneck' })
  })

  it('give no verdict where an operation had no response in any', () => {
    const none = (run: string, part: string) => {
      const { 'user.all': operation, ...rest } = load(part, [1]).operations
      const operations = { ...rest, ...(operation ? { 'user.all': { ...operation, count: 0, unanswered: 0 } } : {}) }
      return segment(run, load(part, [1], { operations }), [latency('pass')])
    }
    expect(mergeReports([none('a', '0:1/2'), none('b', '1/2:1')]).ending).toEqual({
      exitCode: 3,
      why: 'user.all had no response under load',
    })
  })

  it.each([
    ['the same segment twice', load('0:1/2', [1]), /two of them are 0:1\/2/],
    ['other shapes', load('1/2:1', [1], { shape: { from: 2, stages: [] } }), /shapes/],
    ['other scenarios', load('1/2:1', [1], { scenario: 'mixed' }), /scenarios/],
  ])('are refused of %s', (_, other, why) => {
    expect(() => mergeReports([fast, segment('b', other, [])])).toThrow(why)
  })

  it('are refused beside shards', () => {
    expect(() => mergeReports([fast, two])).toThrow()
  })
})

test('a report alone stays what it is', () => {
  const alone = shard(1, [result('user.all', 'pass')], { options: { failOn: 'fail' } })
  expect(mergeReports([alone]).report).toMatchObject({ exitCode: 0, totals: { pass: 1 }, planned: 1 })
})
