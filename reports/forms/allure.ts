/** `allure-results/`: what Allure makes its page of, with groups as suites and evidence as attachments. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Attachment, Label, Status, TestResult } from 'allure-js-commons'
import type { Evidence, Report, Result, Verdict } from '../../schemas/report.ts'
import { allureFolder, writeFolder } from '../reuse-folder.ts'
import { familyOf, groupOf, levelOf, type Words } from '../model/words.ts'

/** What a verdict is to Allure, which has these five. */
const statuses: Readonly<Record<Verdict, `${Status}`>> = {
  pass: 'passed',
  warn: 'passed',
  note: 'passed',
  fail: 'failed',
  error: 'broken',
  known: 'skipped',
  unstable: 'broken',
  inconclusive: 'skipped',
  blocked: 'skipped',
  skipped: 'skipped',
}

/** Allure follows a test through earlier runs by this: it must be the same in all of them. */
const stable = (text: string): string => createHash('md5').update(text).digest('hex')

const severities = { MUST: 'critical', SHOULD: 'normal', MAY: 'minor' } as const

function labelsOf(result: Result, words: Words): Label[] {
  const { operation, check, clause, verdict } = result
  const level = levelOf(words.claim(check))
  return [
    { name: 'parentSuite', value: groupOf(operation) },
    { name: 'suite', value: operation },
    { name: 'subSuite', value: familyOf(check) },
    { name: 'epic', value: groupOf(operation) },
    { name: 'feature', value: familyOf(check) },
    { name: 'story', value: check },
    { name: 'framework', value: 'touchstone' },
    { name: 'clause', value: clause },
    { name: 'verdict', value: verdict },
    { name: 'tag', value: clause },
    { name: 'tag', value: verdict },
    ...(level
      ? [level].flatMap((one) => [
          { name: 'level', value: one },
          { name: 'tag', value: one },
          { name: 'severity', value: severities[one] },
        ])
      : []),
  ]
}

/** What goes into the folder: a file's name and its text. */
type Files = [name: string, text: string][]

const headers = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

/** An exchange as one reads it, with the line that sends it again. */
function transcript({ request, response, failure, curl }: Evidence): string {
  const answered = response
    ? `${response.status}, after ${response.durationMs} ms\n${headers(response.headers)}\n${response.body}`
    : (failure ?? 'no response')
  const asked = `${request.method} ${request.url}\n${headers(request.headers)}\n${request.body ?? ''}`
  return `${curl}\n\n--- asked\n${asked}\n\n--- answered\n${answered}\n`
}

/** The exchanges of a result, as files beside it: Allure shows a file under one result alone. */
function attach(result: Result, uuid: string, files: Files): Attachment[] {
  return result.evidence.map((one, index) => {
    const { request, response, failure } = one
    const source = `${uuid}-${index}-attachment.txt`
    files.push([source, transcript(one)])
    const outcome = response ? `answered ${response.status}` : (failure ?? 'not answered')
    return { name: `${request.method} ${request.url}: ${outcome}`, type: 'text/plain', source }
  })
}

function describe(result: Result, words: Words): string {
  const { check, clause, supply } = result
  const lines = [words.claim(check), `${clause}: ${words.says(clause) ?? ''}`, supply && `To decide: ${supply}`]
  return lines.filter(Boolean).join('\n\n')
}

function resultOf(result: Result, report: Report, words: Words, files: Files): TestResult {
  const { id, verdict, message, expected, got, reason, durationMs, operation } = result
  const uuid = stable(`${report.run} ${id}`)
  const start = Date.parse(report.started)
  const parts = [expected && `expected: ${expected}`, got && `got: ${got}`].filter(Boolean)
  return {
    uuid,
    name: result.check,
    fullName: id,
    historyId: stable(id),
    testCaseId: stable(id),
    description: describe(result, words),
    // Allure's types name the members of enums whose values these are.
    status: statuses[verdict] as Status,
    stage: 'finished' as TestResult['stage'],
    statusDetails: verdict === 'pass' ? {} : { message: `${verdict}: ${reason ?? message}`, trace: parts.join('\n') },
    labels: labelsOf(result, words),
    links: [],
    parameters: [{ name: 'operation', value: operation, excluded: true }],
    attachments: attach(result, uuid, files),
    steps: [],
    start,
    stop: start + Math.round(durationMs),
  }
}

/** One value a line: Allure reads it as Java reads properties. */
const properties = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value.replaceAll('\\', String.raw`\\`).replace(/\s+/g, ' ')}\n`)
    .join('')

/** Kinds of failure as Allure shows them; a verdict begins each message. */
const categories = [
  { name: 'Contradicts the specification', matchedStatuses: ['failed'] },
  { name: 'Unstable', matchedStatuses: ['broken'], messageRegex: 'unstable: [\\s\\S]*' },
  { name: 'Defects of Touchstone', matchedStatuses: ['broken'] },
  { name: 'Accepted for now', matchedStatuses: ['skipped'], messageRegex: 'known: [\\s\\S]*' },
  { name: 'Inconclusive', matchedStatuses: ['skipped'], messageRegex: 'inconclusive: [\\s\\S]*' },
  { name: 'Blocked', matchedStatuses: ['skipped'], messageRegex: 'blocked: [\\s\\S]*' },
]

/** Writes `allure-results`, without what an earlier run left there, and returns its path. */
export function writeAllure(report: Report, words: Words, out: string): string {
  const folder = join(out, allureFolder)
  const { target, touchstone, run, seed } = report
  const about = { target: target.baseUrl, serviceVersion: target.serviceVersion, touchstone, run, seed: String(seed) }
  const files: Files = [
    ['environment.properties', properties(about)],
    ['categories.json', JSON.stringify(categories)],
  ]
  for (const result of report.results) {
    const whole = resultOf(result, report, words, files)
    files.push([`${whole.uuid}-result.json`, JSON.stringify(whole)])
  }
  writeFolder(folder, files)
  return folder
}
