import { expect, test } from 'vitest'
import { badge } from '../../../reports/forms/badge.ts'
import type { Report, Verdict } from '../../../schemas/report.ts'
import { report, result } from '../samples.ts'

const whole = { operations: { total: 177, exercised: 177, succeeded: 177 }, clauses: [] }
const badgeOf = (verdicts: readonly Verdict[], exitCode: number, more: Partial<Report> = {}) =>
  badge(
    report(
      verdicts.map((verdict) => result('sqla.one', verdict)),
      { exitCode, coverage: whole, ...more },
    ),
  )
const GREEN = '#4b0'
const GREY = '#939393'

test.each([
  [['pass', 'pass'], 0, 'conformance: 2 passes'],
  [['pass', 'warn'], 0, 'conformance: 1 pass, 1 warning'],
  [['pass', 'fail', 'fail'], 1, 'conformance: 2 failures'],
  [['pass', 'inconclusive'], 1, 'conformance: 1 pass, with doubts'],
  [['pass', 'fail'], 3, 'conformance: no verdict'],
  [['pass'], 130, 'conformance: no verdict'],
] as const)('%j with exit code %i says %s', (verdicts, exitCode, words) => {
  expect(badgeOf(verdicts, exitCode)).toContain(`<title>${words}</title>`)
})

test('it is bright green only if all operations were judged', () => {
  expect(badgeOf(['pass'], 0)).toContain(GREEN)
  const part = badgeOf(['pass'], 0, {
    coverage: { operations: { total: 177, exercised: 47, succeeded: 47 }, clauses: [] },
  })
  expect(part).toContain('1 pass, 47 of 177 operations')
  expect(part).not.toContain(GREEN)
})

test.each([
  ['few operations succeeded', { coverage: { operations: { total: 177, exercised: 177, succeeded: 9 }, clauses: [] } }],
  ['most was blocked', { judged: { decided: 1, of: 4, least: 0, gains: [] } }],
])('it is grey if %s, whatever the exit code', (_why, more) => {
  expect(badgeOf(['pass'], 0, more)).toContain(GREY)
})
