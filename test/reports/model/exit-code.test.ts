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
])('the exit code and its reason follow from: %s', (_what, found, exitCode, why) => {
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
])('--fail-on %s makes its verdicts, and worse ones, end with 1', (failOn, bad) => {
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

const unsure = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    result(`sqla.op${at}`, 'inconclusive', { supply: 'lookup.sqla.path in the target file' }),
  )
const passes = (count: number) => Array.from({ length: count }, (_, at) => result(`user.op${at}`, 'pass'))
const least = { bail: false, failOn: 'fail', minJudged: 90 } as const

test('too little decided is no verdict, and names by its gain what the user can supply', () => {
  const blocked = result('sqla.start', 'blocked', { blockedBy: 'sqla.op0 auth/no-header' })
  const told = endingOf(findings([...passes(8), ...unsure(2), blocked]), least)
  expect(told.exitCode).toBe(3)
  expect(told.why).toContain('only 72.7 % of what was selected and allowed could be decided (8 of 11)')
  expect(told.why).toContain('lookup.sqla.path in the target file (3)')
})

test('exactly the least share is enough, and what is skipped does not count', () => {
  const skipped = Array.from({ length: 50 }, (_, at) => result(`port.op${at}`, 'skipped'))
  expect(endingOf(findings([...passes(9), ...unsure(1), ...skipped]), least).exitCode).toBe(0)
  expect(endingOf(findings([...passes(89), ...unsure(11)]), least).exitCode).toBe(3)
  expect(endingOf(findings([...passes(1), ...unsure(9)]), { ...least, minJudged: 0 }).exitCode).toBe(0)
})

test('what failed goes before too little decided, and both are told', () => {
  const told = endingOf(findings([fail, ...unsure(9)]), least)
  expect(told.exitCode).toBe(1)
  expect(told.why).toMatch(/1 result at or above 'fail'; besides, only 10 %/)
})
