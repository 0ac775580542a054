import { expect, test } from 'vitest'
import * as z from 'zod'
import { ctrf } from '../../../reports/forms/ctrf.ts'
import type { Report } from '../../../schemas/report.ts'
import { verdicts } from '../../../schemas/report.ts'
import { hostile, nasty } from '../hostile.ts'
import { report, result } from '../samples.ts'

const count = z.int().nonnegative()
const status = z.enum(['passed', 'failed', 'skipped', 'pending', 'other'])

/** As strict as CTRF's own schema, 0.0: an unknown key is refused. */
const document = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
  runId: z.string().min(1),
  timestamp: z.iso.datetime(),
  generatedBy: z.string(),
  results: z.strictObject({
    tool: z.strictObject({ name: z.string().min(1), version: z.string() }),
    summary: z.strictObject({
      tests: count,
      passed: count,
      failed: count,
      skipped: count,
      pending: count,
      other: count,
      suites: count,
      start: count,
      stop: count,
      extra: z.looseObject({}),
    }),
    tests: z.array(
      z.strictObject({
        name: z.string().min(1),
        testId: z.string().min(1),
        status,
        duration: count,
        suite: z.array(z.string()).min(1),
        rawStatus: z.string().optional(),
        tags: z.array(z.string()).optional(),
        flaky: z.literal(true).optional(),
        message: z.string().optional(),
        trace: z.string().optional(),
        extra: z.looseObject({}).optional(),
      }),
    ),
    environment: z.strictObject({ appName: z.string(), appVersion: z.string().optional() }),
  }),
})
const ctrfOf = (one: Report, why = '') => document.parse(JSON.parse(JSON.stringify(ctrf(one, why)))).results

const all = verdicts.map((verdict) => result('sqla.create', verdict, { check: `auth/${verdict}`, reason: 'so it is' }))

test('each verdict has a status of CTRF, and its own name beside it', () => {
  const { tests } = ctrfOf(report(all, { options: { failOn: 'fail' } }))
  expect(Object.fromEntries(tests.map(({ rawStatus, status: own }) => [rawStatus ?? 'run', own]))).toEqual({
    pass: 'passed',
    fail: 'failed',
    warn: 'passed',
    note: 'passed',
    known: 'other',
    inconclusive: 'pending',
    blocked: 'pending',
    skipped: 'skipped',
    unstable: 'other',
    error: 'other',
    run: 'passed',
  })
  const strict = ctrfOf(report(all, { options: { failOn: 'inconclusive' } })).tests
  expect(strict.filter((one) => one.status === 'failed').map(({ rawStatus }) => rawStatus)).toEqual([
    'fail',
    'warn',
    'inconclusive',
  ])
})

test('the counts and the times add up, and the run is a test of its own', () => {
  const results = all.map((one) => ({ ...one, durationMs: 1000 }))
  const { summary, tests } = ctrfOf(report(results, { exitCode: 1, durationMs: 900 }), 'one failed')
  const { passed, failed, skipped, pending, other } = summary
  expect(passed + failed + skipped + pending + other).toBe(tests.length)
  expect(summary).toMatchObject({ tests: 11, suites: 2, stop: summary.start + 900, extra: { exitCode: 1 } })
  expect(tests.map(({ duration }) => duration).reduce((sum, ms) => sum + ms)).toBe(900)
  expect(tests.at(-1)).toMatchObject({ name: 'touchstone verdict', status: 'failed', message: 'one failed' })
  expect(ctrfOf(report([], { exitCode: 3 }), 'refused').tests).toMatchObject([{ status: 'other', message: 'refused' }])
})

test('whatever a target answers, the file says it', () => {
  expect(JSON.stringify(ctrfOf(report(hostile)).tests)).toContain(JSON.stringify(nasty).slice(1, -1))
})
