import { expect, test } from 'vitest'
import { incomplete } from '../../../suites/fuzz/said.ts'
import { isTrouble } from '../../../suites/prove/job.ts'

test.each([
  ['an error of ours', { verdict: 'error', message: 'a defect' } as const, true],
  [
    'a search that its clock ended',
    { verdict: 'inconclusive', message: `${incomplete({ complete: false, tried: 3 })?.message}` } as const,
    true,
  ],
  ['what can not be told', { verdict: 'inconclusive', message: 'no read shows it' } as const, false],
  ['a finding', { verdict: 'fail', message: 'MUST be so: got otherwise' } as const, false],
])('%s is trouble of a run, in which nothing survives or is killed: %o', (_what, said, expected) => {
  expect(isTrouble(said)).toBe(expected)
})
