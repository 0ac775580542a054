import { expect, test } from 'vitest'
import { diffOf, type Change } from '../../../reports/compare/diff.ts'
import { formatted } from '../../../reports/compare/forms.ts'
import { diffDocument } from '../../../reports/compare/describe-diff.ts'
import { sha256 } from '../../../schemas/digest.ts'
import type { Result, Verdict } from '../../../schemas/report.ts'
import { nasty } from '../hostile.ts'
import { result } from '../samples.ts'
import { whole } from '../certificate/samples.ts'

/** A report that knows these checks, each by the digest of this text. */
function reported(results: readonly Result[], checks: Readonly<Record<string, string>>, more: object = {}) {
  const made = whole(results)
  const digests = {
    ...made.digests!,
    checks: Object.fromEntries(Object.entries(checks).map(([id, text]) => [id, sha256(text)])),
  }
  return { ...made, digests, ...more }
}
const one = (verdict: Verdict, more: Partial<Result> = {}) => [result('user.all', verdict, more)]
const known = { 'auth/no-header': 'as it is' }
const changeFrom = (older: readonly Result[], newer: readonly Result[], then = known): Partial<Change> | undefined =>
  diffOf(reported(older, known), reported(newer, then)).changes[0]

test.each<[string, Verdict, Verdict, Partial<Change>]>([
  ['a pass that fails', 'pass', 'fail', { cause: 'target', worse: true, better: false }],
  ['a pass that can no longer be told', 'pass', 'inconclusive', { cause: 'target', worse: true }],
  ['a failure that passes', 'fail', 'pass', { cause: 'target', worse: false, better: true }],
  ['a failure that is now a warning', 'fail', 'warn', { cause: 'target', better: true }],
  ['a pass that is now a note', 'pass', 'note', { cause: 'target', worse: false, better: false }],
  ['a pass that is no longer permitted', 'pass', 'skipped', { cause: 'run', worse: false }],
  ['a failure that is now accepted', 'fail', 'known', { cause: 'run', worse: false, better: false }],
  ['a defect of ours', 'pass', 'error', { cause: 'suite', worse: true }],
])('%s has its cause, and is worse or better', (_, was, is, change) => {
  expect(changeFrom(one(was), one(is))).toMatchObject({ was, is, ...change })
})

test('the same verdict is no change', () => {
  expect(diffOf(reported(one('fail'), known), reported(one('fail'), known))).toMatchObject({
    changes: [],
    same: 1,
    worse: 0,
  })
})

test('a check with another digest has changed', () => {
  expect(changeFrom(one('pass'), one('fail'), { 'auth/no-header': 'otherwise' })).toMatchObject({
    cause: 'check changed',
    worse: true,
  })
})

test('what a run did not see twice alike is unstable', () => {
  const seenOnce = { intermittent: true } as const
  expect(changeFrom(one('pass'), one('fail', seenOnce))).toMatchObject({ cause: 'unstable', worse: true })
  expect(changeFrom(one('inconclusive', seenOnce), one('pass'))).toMatchObject({ cause: 'unstable', better: true })
  const unstable = one('unstable', { unstable: ['pass', 'fail'] })
  expect(changeFrom(one('pass'), unstable)).toMatchObject({ cause: 'unstable', worse: true })
  expect(changeFrom(one('fail'), unstable)).toMatchObject({ cause: 'unstable', worse: false, better: false })
})

test('words alone say nothing of that', () => {
  const message = 'MUST refuse: got 200 (intermittent: not seen again)'
  expect(changeFrom(one('pass'), one('fail', { message }))).toMatchObject({ cause: 'target' })
})

test.each<[Verdict, boolean]>([
  ['fail', true],
  ['warn', true],
  ['inconclusive', false],
  ['pass', false],
])('a new check that says %s is told as new; worse: %s', (verdict, worse) => {
  const newer = reported(one(verdict), known)
  expect(diffOf(reported([], {}), newer).changes).toMatchObject([{ was: null, is: verdict, cause: 'check new', worse }])
})

test('a check that is gone, and results that another selection added or took away, are never worse', () => {
  expect(diffOf(reported(one('pass'), known), reported([], {})).changes).toMatchObject([
    { cause: 'check gone', worse: false },
  ])
  expect(diffOf(reported([], known), reported(one('fail'), known)).changes).toMatchObject([
    { cause: 'run', worse: false },
  ])
  expect(diffOf(reported(one('pass'), known), reported([], known)).changes).toMatchObject([
    { cause: 'run', worse: false },
  ])
})

test('says what else differs: target, version, permissions, selection, code', () => {
  const older = reported([], known)
  const target = { baseUrl: 'http://c.d', serviceVersion: '2.0', allowed: ['host'], deviations: [] }
  const newer = reported([], known, { target, touchstone: '0.2.0', options: { only: ['user'], fuzz: 25 } })
  const { differs } = diffOf(older, { ...newer, digests: { ...newer.digests, code: sha256('other') } })
  expect(differs).toEqual([
    'Target: http://a.b, then http://c.d',
    'Service version: 1.0, then 2.0',
    'Touchstone: 0.1.0, then 0.2.0',
    "Touchstone's own code differs between the two, so a change may be its doing",
    'Allowed: none, then host',
    '--only: null, then user',
  ])
})

test('what a target says breaks no form', () => {
  const diff = diffOf(
    reported(one('pass'), known),
    reported(one('fail', { message: nasty }), known, { target: { ...whole().target, baseUrl: nasty } }),
  )
  const document = diffDocument(diff)
  expect(formatted(document, diff, 'html')).not.toMatch(/<(?:script|img|svg|iframe)/)
  expect(formatted(document, diff, 'html')).not.toContain('\u001B')
  // A row is one line of as many cells as heads.
  const rows = formatted(document, diff, 'markdown')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7)
  expect(formatted(document, diff, 'markdown')).not.toMatch(/<script|@everyone/)
  expect(formatted(document, diff, 'text')).not.toContain('\u0000')
  expect(
    formatted(document, diff, 'text')
      .split('\n')
      .some((line) => line.startsWith('::error')),
  ).toBe(false)
  expect(JSON.parse(formatted(document, diff, 'json'))).toMatchObject({ worse: 1 })
})
