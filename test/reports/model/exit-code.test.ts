import { expect, test } from 'vitest'
import { endingOf, type FailLevel, type Findings } from '../../../reports/model/exit-code.ts'
import type { Verdict } from '../../../schemas/report.ts'
import { findings, result } from '../samples.ts'

const pass = result('user.all', 'pass')
const fail = result('admin.one', 'fail')
const nothing = { operations: { total: 177, exercised: 20, succeeded: 0 }, clauses: [] }
const options = { bail: false, failOn: 'fail' as const }

test.each<[what: string, found: Findings, exitCode: number, why: RegExp]>([
  ['all is well', findings([pass]), 0, /^$/],
  ['a failure', findings([pass, fail]), 1, /1 result at or above 'fail'/],
  ['interrupted, before anything else', findings([fail], { interrupted: true, noVerdict: 'gone' }), 130, /interrupted/],
  ['no verdict, before failures', findings([pass, fail], { noVerdict: 'the target went away' }), 3, /went away/],
  [
    'a defect of ours, before failures',
    findings([pass, fail, result('user.all', 'error')]),
    3,
    /1 check of Touchstone/,
  ],
  ['less reached than planned', findings([pass, fail], { planned: 3 }), 3, /3 results were planned and 2 reached/],
  ['nothing succeeded', findings([pass], { coverage: nothing }), 3, /not one operation succeeded/],
  ['nothing succeeded, before failures', findings([fail], { coverage: nothing }), 3, /not one operation succeeded/],
  ['everything skipped', findings([result('user.all', 'skipped')]), 3, /skipped/],
  ['nothing selected', findings([]), 3, /nothing was judged/],
])('%s', (_what, found, exitCode, why) => {
  const ending = endingOf(found, options)
  expect(ending.exitCode).toBe(exitCode)
  expect(ending.why).toMatch(why)
})

test('--bail leaves results unreached without losing its verdict', () => {
  const found = findings([pass, fail], { planned: 100 })
  expect(endingOf(found, { bail: true, failOn: 'fail' }).exitCode).toBe(1)
  // Without a failure there was nothing to stop for.
  expect(endingOf(findings([pass], { planned: 100 }), { bail: true, failOn: 'fail' }).exitCode).toBe(3)
})

test.each<[FailLevel, readonly Verdict[]]>([
  ['fail', ['fail']],
  ['warn', ['fail', 'warn']],
  ['inconclusive', ['fail', 'warn', 'inconclusive']],
])('--fail-on %s', (failOn, bad) => {
  for (const verdict of ['pass', 'note', 'fail', 'warn', 'inconclusive', 'blocked', 'skipped', 'known'] as const) {
    const { exitCode } = endingOf(findings([pass, result('admin.one', verdict)]), { bail: false, failOn })
    expect(`${verdict} ${exitCode}`).toBe(`${verdict} ${bad.includes(verdict) ? 1 : 0}`)
  }
})

test('an entry of known that does not hold is 1, and is named', () => {
  const told = endingOf(findings([result('user.all', 'pass')], { unheld: ["known 'x': gone"] }), {
    bail: false,
    failOn: 'fail',
  })
  expect(told).toEqual({ exitCode: 1, why: "known 'x': gone" })
})
