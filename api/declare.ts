import { headline } from '../reports/model/headline.ts'
import { groups } from '../schemas/registry.ts'
import type { Report, Result } from '../schemas/report.ts'

/** As much of a test framework as is used; vitest's and node:test's own functions fit. */
export interface Framework {
  readonly describe: (name: string, define: () => void) => unknown
  readonly test: {
    (name: string, run: () => void): unknown
    readonly skip: (name: string, run: () => void) => unknown
  }
}

const undecided: readonly string[] = ['inconclusive', 'blocked', 'skipped']

/** An error without a stack: the finding is the target's, and our own lines would say nothing of it. */
function plain(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}

function inWords({ verdict, message, expected, got, clause, evidence }: Result): string {
  return [
    `${verdict}: ${message}`,
    ...(expected ? [`expected ${expected}`] : []),
    ...(got ? [`got ${got}`] : []),
    `clause ${clause}`,
    ...(evidence[0] ? [evidence[0].curl] : []),
  ].join('\n')
}

function declareResult(result: Result, { test }: Framework): void {
  const { id, verdict } = result
  if (undecided.includes(verdict)) test.skip(`${id}: ${verdict}: ${result.reason ?? result.message}`, () => undefined)
  else
    test(id, () => {
      if (verdict === 'fail' || verdict === 'error') throw plain(inWords(result))
    })
}

/**
 * Declares a report's results as tests: `fail` and `error` fail, what is undecided is skipped with its reason. The last test fails
 * wherever the command would not have ended with 0.
 */
export function declare(report: Report, why: string, framework: Framework): void {
  const { describe, test } = framework
  for (const group of Object.keys(groups)) {
    const its = report.results.filter(({ operation }) => operation.startsWith(`${group}.`))
    if (its.length > 0) describe(group, () => its.forEach((result) => declareResult(result, framework)))
  }
  test('verdict', () => {
    if (report.exitCode !== 0) throw plain(headline(report, why))
  })
}
