/** `junit.xml`: a suite a group, a case a result, for every CI that reads JUnit's form. */
import { join } from 'node:path'
import { XMLBuilder } from 'fast-xml-parser'
import type { Evidence, Report, Result } from '../../schemas/report.ts'
import { percentOf } from '../model/judged.ts'
import { outcomeOf, shareOf, type Outcome } from '../model/outcome.ts'
import { groupOf } from '../model/words.ts'
import { writeWhole } from '../write-file.ts'

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Only characters that XML can say: a target may answer with others. */
const sayable = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')

const exchangeText = ({ request, response, failure, curl }: Evidence): string =>
  [
    `${request.method} ${request.url} -> ${response ? response.status : (failure ?? 'no response')}`,
    ...(request.body === null ? [] : [request.body]),
    ...(response ? [response.body] : []),
    curl,
  ].join('\n')

function textOf(result: Result): string {
  const { clause, message, expected, got, reason, supply, evidence } = result
  return [
    message,
    `clause: ${clause}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got: ${got}`]),
    ...(reason === undefined || reason === message ? [] : [`reason: ${reason}`]),
    ...(supply === undefined ? [] : [`to decide: ${supply}`]),
    ...evidence.map((one) => `\n${exchangeText(one)}`),
  ].join('\n')
}

interface Case {
  readonly result: Result
  readonly outcome: Outcome
  /** Its share of the run's time, in milliseconds. */
  readonly ms: number
}

const count = (cases: readonly Case[], outcome: Outcome) => cases.filter((one) => one.outcome === outcome).length

const figures = (cases: readonly Case[]) => ({
  '@tests': cases.length,
  '@failures': count(cases, 'failure'),
  '@errors': count(cases, 'error'),
})

const time = (cases: readonly Case[]) => seconds(cases.reduce((sum, { ms }) => sum + ms, 0))

/** A warn or a note passes, and what it says goes along as output. */
function caseOf({ result, outcome, ms }: Case) {
  const { operation, check, verdict, message, reason } = result
  const text = sayable(textOf(result))
  return {
    '@classname': operation,
    '@name': check,
    '@time': seconds(ms),
    ...(outcome === 'failure' || outcome === 'error'
      ? { [outcome]: { '@message': sayable(message), '@type': verdict, '#': text } }
      : {}),
    ...(outcome === 'skipped' ? { skipped: { '@message': sayable(`${verdict}: ${reason ?? message}`) } } : {}),
    ...(outcome === 'passed' && verdict !== 'pass' ? { 'system-out': `${verdict}: ${text}` } : {}),
  }
}

/** The run itself as a case, which passes where the exit code is 0. It takes no time of its own: its results have it. */
function ownSuite(report: Report, why: string) {
  const { exitCode, started, judged } = report
  const broken = exitCode === 3 || exitCode === 130
  const failing = !broken && exitCode !== 0
  const text = {
    '@message': sayable(why),
    '@type': `exit code ${exitCode}`,
    '#': sayable((report.unheld ?? []).join('\n')),
  }
  return {
    '@name': 'touchstone',
    '@tests': 1,
    '@failures': failing ? 1 : 0,
    '@errors': broken ? 1 : 0,
    '@skipped': 0,
    '@time': seconds(0),
    '@timestamp': started.slice(0, 19),
    testcase: {
      '@classname': 'touchstone',
      '@name': 'verdict',
      '@time': seconds(0),
      ...(broken ? { error: text } : {}),
      ...(failing ? { failure: text } : {}),
      ...(judged ? { 'system-out': `judged: ${percentOf(judged)} % (${judged.decided} of ${judged.of})` } : {}),
    },
  }
}

/** Names are those of operations and checks, which stay from run to run. */
export function junit(report: Report, why: string): string {
  const failOn = report.options['failOn']
  const share = shareOf(report)
  const cases = report.results.map((result) => ({ result, outcome: outcomeOf(result, failOn), ms: share(result) }))
  const groups = Map.groupBy(cases, ({ result }) => groupOf(result.operation))
  const suites = [...groups].map(([group, own]) => ({
    '@name': group,
    ...figures(own),
    '@skipped': count(own, 'skipped'),
    '@time': time(own),
    '@timestamp': report.started.slice(0, 19),
    testcase: own.map(caseOf),
  }))
  const { '@tests': tests, '@failures': failures, '@errors': errors } = figures(cases)
  const own = ownSuite(report, why)
  const document = {
    testsuites: {
      '@name': 'touchstone',
      '@tests': tests + 1,
      '@failures': failures + own['@failures'],
      '@errors': errors + own['@errors'],
      '@time': seconds(report.durationMs),
      testsuite: [...suites, own],
    },
  }
  const xml = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#', format: true })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml.build(document)}`
}

/** Writes `junit.xml` and returns its path. */
export function writeJunit(report: Report, why: string, folder: string): string {
  const file = join(folder, 'junit.xml')
  writeWhole(file, junit(report, why))
  return file
}
