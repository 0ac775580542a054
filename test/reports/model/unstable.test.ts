import { expect, test } from 'vitest'
import { counts } from '../../../reports/model/exit-code.ts'
import { failsAtTimes, ofTries } from '../../../reports/model/unstable.ts'
import type { Result, Verdict } from '../../../schemas/report.ts'

const one = (verdict: Verdict): Result => ({
  id: 'user.all exists/operation',
  operation: 'user.all',
  check: 'exists/operation',
  clause: 'OP-user.all',
  verdict,
  message: `said ${verdict}`,
  durationMs: 1,
  evidence: [],
})

test('tries that agree are one result, as it was', () => {
  expect(ofTries([one('warn'), one('warn')])).toEqual(one('warn'))
})

test('tries that differ are unstable, and told as the worst of them', () => {
  const found = ofTries([one('pass'), one('fail'), one('pass')])
  expect(found).toMatchObject({ verdict: 'unstable', unstable: ['pass', 'fail', 'pass'] })
  expect(found.message).toBe('pass 2 times, fail once of 3: said fail')
  expect(failsAtTimes([found, one('fail')])).toBe(1)
})

test.each<[Verdict, Verdict, readonly string[]]>([
  ['pass', 'fail', ['fail', 'warn', 'inconclusive']],
  ['pass', 'warn', ['warn', 'inconclusive']],
  ['inconclusive', 'pass', ['inconclusive']],
  ['pass', 'note', []],
])('%s and %s count against the target as the worse of them does', (first, second, levels) => {
  const found = ofTries([one(first), one(second)])
  expect((['fail', 'warn', 'inconclusive'] as const).filter((level) => counts(found, level))).toEqual(levels)
})
