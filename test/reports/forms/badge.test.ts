import { expect, test } from 'vitest'
import { badge } from '../../../reports/forms/badge.ts'
import type { Verdict } from '../../../schemas/report.ts'
import { report, result } from '../samples.ts'

const told = (verdicts: readonly Verdict[], exitCode: number) =>
  badge(
    report(
      verdicts.map((verdict) => result('sqla.one', verdict)),
      { exitCode },
    ),
  )

test.each([
  [['pass', 'pass'], 0, 'conformance: 2 passes'],
  [['pass', 'warn'], 0, 'conformance: 1 pass, 1 warning'],
  [['pass', 'fail', 'fail'], 1, 'conformance: 2 failures'],
  [['pass', 'inconclusive'], 1, 'conformance: 1 pass, with doubts'],
  [['pass', 'fail'], 3, 'conformance: no verdict'],
  [['pass'], 130, 'conformance: no verdict'],
] as const)('%j with exit code %i says %s', (verdicts, exitCode, words) => {
  expect(told(verdicts, exitCode)).toContain(`<title>${words}</title>`)
})
