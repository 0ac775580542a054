/** Whether an operation kept the limit that the target file sets it. */
import type { Figures } from '../../../schemas/load.ts'
import type { Result } from '../../../schemas/report.ts'

type Said = Pick<Result, 'verdict' | 'message'> & Partial<Pick<Result, 'reason' | 'expected' | 'got'>>

/** @param limit of 95 of 100 answers, in milliseconds */
export function keepsLimit(claim: string, limit: number, figures: Figures | undefined): Said {
  const p95 = figures?.p95 ?? null
  if (p95 === null) {
    const reason = 'nothing was answered under load'
    return { verdict: 'inconclusive', message: `Inconclusive: ${reason}`, reason }
  }
  if (p95 <= limit) return { verdict: 'pass', message: `${claim}: 95 of 100 answers within ${p95} ms of ${limit}` }
  const got = `95 of 100 within ${p95} ms, of ${figures?.count ?? 0}`
  return { verdict: 'warn', message: `${claim}: got ${got}`, expected: `95 of 100 answers within ${limit} ms`, got }
}
