/** What a check of a load may say. */
import type { Result } from '../schemas/report.ts'
import { verdictOf } from '../suites/claim/finding.ts'
import type { LoadCheck } from './checks.ts'

export type Said = Pick<Result, 'verdict' | 'message'> & Partial<Result>

export const pass = (check: LoadCheck, held: string): Said => ({ verdict: 'pass', message: `${check.claim}: ${held}` })

export const unknown = (reason: string, supply?: string): Said => ({
  verdict: 'inconclusive',
  message: `Inconclusive: ${reason}`,
  reason,
  ...(supply === undefined ? {} : { supply }),
})

/** How many of how many: operations that differ in it alone have one cause. */
const SHARE = /\d[\d,]* of \d[\d,]*/g

export const breach = (check: LoadCheck, expected: string, got: string): Said => ({
  verdict: verdictOf(check.claim),
  message: `${check.claim}: got ${got}`,
  expected,
  got,
  cause: got.replaceAll(SHARE, 'some of all'),
})
