import { expect, test } from 'vitest'
import { comparedInWords, comparedWith } from '../../../reports/model/baseline.ts'
import { endingOf, type Findings } from '../../../reports/model/exit-code.ts'
import type { Verdict } from '../../../schemas/report.ts'
import { result } from '../samples.ts'

const row = (id: string, verdict: Verdict) => ({ ...result('sqla.one', verdict), id })
const before = [row('a', 'fail'), row('b', 'fail'), row('c', 'warn'), row('d', 'pass'), row('e', 'fail')]
const now = [
  row('a', 'fail'),
  row('b', 'pass'),
  row('c', 'fail'),
  row('d', 'warn'),
  row('e', 'blocked'),
  row('f', 'fail'),
]

test('what fails there and here is as before, what fails only here is worse, what fails only there is better', () => {
  expect(comparedWith(before, now, 'fail')).toEqual({ worse: ['c', 'f'], same: ['a'], better: ['b'] })
})

test('at a milder level, what was milder there is worse', () => {
  expect(comparedWith(before, now, 'warn')).toEqual({ worse: ['c', 'd', 'f'], same: ['a'], better: ['b'] })
})

test('exit code 1 is for what is worse alone', () => {
  const findings: Findings = {
    results: now,
    planned: now.length,
    executed: now.length,
    requests: 1,
    coverage: { operations: { total: 177, exercised: 1, succeeded: 1 }, clauses: [] },
    observed: {},
    leftovers: [],
    serviceVersion: '',
    deviations: [],
    noVerdict: null,
    interrupted: false,
  }
  const ending = endingOf(findings, { bail: false, failOn: 'fail', asBefore: 1 })
  expect(ending).toEqual({ exitCode: 1, why: "2 results at or above 'fail', and worse than in the baseline" })
  expect(
    endingOf(
      { ...findings, results: [row('a', 'fail'), row('b', 'pass')], planned: 2, executed: 2 },
      { bail: false, failOn: 'fail', asBefore: 1 },
    ).exitCode,
  ).toBe(0)
})

test('it is told by name, and said where nothing differs', () => {
  expect(comparedInWords(comparedWith(before, now, 'fail'), 'r.json').join('\n')).toMatch(
    /2 results worse: c, f\n.*1 result as bad as there: a\n.*1 result better: b/,
  )
  expect(comparedInWords(comparedWith([], [], 'fail'), 'r.json').at(-1)).toContain('nothing is worse')
})
