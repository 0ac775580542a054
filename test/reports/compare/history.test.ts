import { expect, test } from 'vitest'
import { historyOf } from '../../../reports/compare/history.ts'
import { historyPage } from '../../../reports/compare/describe-history.ts'
import { operations } from '../../../schemas/registry.ts'
import { load } from '../load-sample.ts'
import { nasty } from '../hostile.ts'
import { resultsWith, whole } from '../certificate/samples.ts'

const at = (day: number, verdict: 'pass' | 'fail', more: object = {}) =>
  whole(resultsWith({ 'user.all': verdict }), {
    run: `abcdefg${day}`,
    started: `2026-01-0${day}T00:00:00.000Z`,
    timings: { 'user.all': { answers: 1, p50: day, p95: day * 2, max: day * 3 } },
    ...more,
  })

test('orders reports by time, and tells what changed from one to the next', () => {
  const { target, moments, slowest } = historyOf([at(3, 'pass'), at(1, 'pass'), at(2, 'fail'), at(4, 'pass', { load })])
  expect(target).toBe('http://a.b')
  expect(moments.map(({ run, worse, better, p50, p95 }) => ({ run, worse, better, p50, p95 }))).toEqual([
    { run: 'abcdefg1', worse: 0, better: 0, p50: 1, p95: 2 },
    { run: 'abcdefg2', worse: 1, better: 0, p50: 2, p95: 4 },
    { run: 'abcdefg3', worse: 0, better: 1, p50: 3, p95: 6 },
  ])
  expect(moments[1]?.families['auth']).toMatchObject({ fail: 1, pass: operations.length - 1 })
  expect(moments[1]?.causes).toEqual({ target: 1 })
  expect(slowest).toEqual([{ operation: 'user.all', was: 2, is: 6 }])
})

test('refuses reports of several targets, unless one is named', () => {
  const other = at(2, 'pass', { target: { ...whole().target, baseUrl: 'http://c.d' } })
  expect(() => historyOf([at(1, 'pass'), other])).toThrow(/2 targets \(http:\/\/a\.b, http:\/\/c\.d\)/)
  expect(historyOf([at(1, 'pass'), other], 'http://c.d').moments).toHaveLength(1)
  expect(() => historyOf([at(1, 'pass')], 'http://e.f')).toThrow(/no report in it is of a run on http:\/\/e\.f/)
  expect(() => historyOf([])).toThrow(/no report/)
})

test('runs of servers of their own are of one target, whatever their addresses', () => {
  const own = (day: number) =>
    at(day, 'pass', {
      options: { embedded: true, fuzz: 25 },
      target: { ...whole().target, baseUrl: `http://h:${day}` },
    })
  expect(historyOf([own(1), own(2)])).toMatchObject({ target: 'the embedded reference server', moments: [{}, {}] })
})

test('draws a bar for each verdict that is no pass, and no text becomes markup', () => {
  const page = historyPage(historyOf([at(1, 'pass'), at(2, 'fail')]))
  // Once for all, and once for its family.
  expect(page.match(/<rect class="bar fail"/g)).toHaveLength(2)
  const bad = at(1, 'pass', { target: { ...whole().target, baseUrl: nasty, serviceVersion: nasty } })
  expect(historyPage(historyOf([bad]))).not.toMatch(/<(?:script|img|svg on|iframe)/)
})
