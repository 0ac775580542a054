import { expect, test } from 'vitest'
import { buildReport } from '../../../reports/model/report.ts'
import type { RunOptions } from '../../../schemas/target.ts'
import { findings, result } from '../samples.ts'

const SECRET = 'a-secret-of-the-target'

const options: RunOptions = {
  run: 'abcdefgh',
  seed: 5,
  target: {
    baseUrl: 'http://a.b/api',
    token: SECRET,
    identifiers: { projectId: 'p1' },
    expendable: {},
    sample: { 'sqla.create': { licence: SECRET } },
    lookup: {},
    auth: { header: 'Authorization', scheme: 'Bearer' },
    headers: { 'x-gate': SECRET },
    omit: [],
  },
  embedded: false,
  allow: ['deploy'],
  only: ['sqla'],
  skip: [],
  concurrency: 8,
  rate: null,
  timeoutMs: 1000,
  settleMs: 1000,
  maxRequests: null,
  badTokens: null,
  shard: { index: 1, count: 1 },
  bail: false,
  out: 'reports',
}

const build = () =>
  buildReport(
    findings([result('user.all', 'pass'), result('user.all', 'note', { check: 'media/json' })]),
    { exitCode: 0, why: '' },
    { touchstone: '0.1.0', options, failOn: 'fail', started: new Date(1000), ended: new Date(3500) },
  )

test('says what was asked, of whom, and how it ended', () => {
  expect(build()).toMatchObject({
    touchstone: '0.1.0',
    run: 'abcdefgh',
    seed: 5,
    started: '1970-01-01T00:00:01.000Z',
    durationMs: 2500,
    exitCode: 0,
    target: { baseUrl: 'http://a.b/api', serviceVersion: '1.0', allowed: ['deploy'] },
    options: { only: ['sqla'], failOn: 'fail', target: { identifiers: { projectId: 'p1' } } },
    totals: { pass: 1, note: 1, fail: 0, error: 0 },
  })
})

test('holds no token, and no value of a header or of a further field', () => {
  const report = build()
  expect(JSON.stringify(report)).not.toContain(SECRET)
  expect(report.options).toMatchObject({ target: { headers: ['x-gate'], sample: { 'sqla.create': ['licence'] } } })
})
