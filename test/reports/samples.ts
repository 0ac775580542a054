/** Findings to tell: as small as a test needs them. */
import type { Findings } from '../../reports/model/exit-code.ts'
import type { Report, Result, Verdict } from '../../schemas/report.ts'
import { verdicts } from '../../schemas/report.ts'

export function result(operation: string, verdict: Verdict, more: Partial<Result> = {}): Result {
  const check = more.check ?? 'auth/no-header'
  return {
    id: `${operation} ${check}`,
    operation,
    check,
    clause: 'AUTH-1',
    verdict,
    message: 'it is so',
    durationMs: 1,
    evidence: [],
    ...more,
  }
}

export function findings(results: readonly Result[], more: Partial<Findings> = {}): Findings {
  return {
    results,
    planned: results.length,
    executed: results.length,
    requests: 10,
    serviceVersion: '1.0',
    deviations: [],
    observed: {},
    leftovers: [],
    coverage: { operations: { total: 177, exercised: 20, succeeded: 20 }, clauses: [] },
    noVerdict: null,
    interrupted: false,
    ...more,
  }
}

export function report(results: readonly Result[], more: Partial<Report> = {}): Report {
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length
  return {
    touchstone: '0.1.0',
    run: 'abcdefgh',
    seed: 1,
    started: '2026-01-01T00:00:00.000Z',
    durationMs: 1500,
    requests: 10,
    exitCode: 0,
    target: { baseUrl: 'http://a.b', serviceVersion: '1.0', allowed: [], deviations: [] },
    options: {},
    totals: Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Report['totals'],
    planned: results.length,
    executed: results.length,
    results,
    coverage: { operations: { total: 177, exercised: 20, succeeded: 20 }, clauses: [] },
    observed: {},
    leftovers: [],
    ...more,
  }
}
