/** `ctrf.json`: the Common Test Report Format, for what reads results of any tool. */
import { join } from 'node:path'
import type { Report, Result } from '../../schemas/report.ts'
import { outcomeOf, shareOf, type Outcome } from '../model/outcome.ts'
import { familyOf, groupOf } from '../model/words.ts'
import { writeWhole } from '../write-file.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

/** What was left undecided is `pending`: somebody has yet to supply something. */
function statusOf({ verdict }: Result, outcome: Outcome): Status {
  if (outcome === 'failure') return 'failed'
  if (outcome === 'error' || verdict === 'known' || verdict === 'unstable') return 'other'
  if (verdict === 'inconclusive' || verdict === 'blocked') return 'pending'
  return outcome
}

const traceOf = ({ expected, got, evidence }: Result): string =>
  [
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got: ${got}`]),
    ...evidence.map(({ curl }) => curl),
  ].join('\n')

function testOf(result: Result, status: Status, duration: number) {
  const { id, operation, check, clause, verdict, message, reason, supply } = result
  const trace = traceOf(result)
  return {
    name: id,
    testId: id,
    status,
    // Rounding each up or down would let thousands of them drift from the run's own time.
    duration: Math.floor(duration),
    suite: [groupOf(operation), operation],
    rawStatus: verdict,
    ...(verdict === 'unstable' ? { flaky: true } : {}),
    tags: [familyOf(check), clause],
    ...(verdict === 'pass'
      ? {}
      : { message: reason === undefined || reason === message ? message : `${message}: ${reason}` }),
    ...(trace === '' ? {} : { trace }),
    ...(supply === undefined ? {} : { extra: { supply } }),
  }
}

/** The run itself as a test, which passes where the exit code is 0. */
function verdictOf({ exitCode }: Report, why: string) {
  const status: Status = exitCode === 0 ? 'passed' : exitCode === 1 ? 'failed' : 'other'
  const said = exitCode === 0 ? {} : { message: why }
  return {
    name: 'touchstone verdict',
    testId: 'touchstone verdict',
    status,
    duration: 0,
    suite: ['touchstone'],
    ...said,
  }
}

/** The report as a CTRF document, of whose summary the run's own verdict and seed are extras. */
export function ctrf(report: Report, why: string): object {
  const { results, exitCode, seed, run, touchstone, target } = report
  const start = Date.parse(report.started)
  const share = shareOf(report)
  const failOn = report.options['failOn']
  const timed = results.map((result) => testOf(result, statusOf(result, outcomeOf(result, failOn)), share(result)))
  const tests = [...timed, verdictOf(report, why)]
  const count = (status: Status) => tests.filter((test) => test.status === status).length
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: run,
    timestamp: new Date(start + report.durationMs).toISOString(),
    generatedBy: 'touchstone',
    results: {
      tool: { name: 'touchstone', version: touchstone },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map(({ suite }) => suite[0])).size,
        start,
        stop: start + report.durationMs,
        extra: { exitCode, why, seed },
      },
      tests,
      environment: {
        appName: target.baseUrl,
        ...(target.serviceVersion === '' ? {} : { appVersion: target.serviceVersion }),
      },
    },
  }
}

/** Writes `ctrf.json` and returns its path. */
export function writeCtrf(report: Report, why: string, folder: string): string {
  const file = join(folder, 'ctrf.json')
  writeWhole(file, `${JSON.stringify(ctrf(report, why), null, 2)}\n`)
  return file
}
