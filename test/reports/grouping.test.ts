import { expect, it } from 'vitest'
import { causesOf } from '../../reports/grouping.ts'
import type { Result } from '../../schemas/report.ts'

const failed = (operation: string, got: string): Result => ({
  id: `${operation} errors/code`,
  operation,
  check: 'errors/code',
  clause: 'ERR-3',
  verdict: 'fail',
  message: 'no code',
  expected: 'code to be a string',
  got,
  durationMs: 0,
  evidence: [],
})

it('one cause is one, however often it was seen', () => {
  const often = ['', ' (in 15 of 34 answers)', ' (in 15 of 103 answers)', ' (in 2 of 7 answers)']
  const results = often.map((count, at) => failed(`settings.x${at}`, `an error without code${count}`))
  expect(causesOf(results, 'fail')).toHaveLength(1)
})
