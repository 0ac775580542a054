/** `summary.md`, and the summary of a GitHub job: what was found, in GitHub's Markdown. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figures } from '../schemas/load.ts'
import { verdicts, type Report, type Result, type Verdict } from '../schemas/report.ts'
import { causesOf, reasonsOf, type Cause } from './grouping.ts'
import { headline, plural } from './headline.ts'
import { groupOf, type Words } from './words.ts'

/** More than these are folded to a number: a job's summary takes one MiB. */
const CAUSES = 30
const OPERATIONS = 12
const TEXT = 600

const signs: Readonly<Record<Verdict, string>> = {
  pass: '✅',
  fail: '❌',
  warn: '⚠️',
  note: 'ℹ️',
  known: '🟣',
  inconclusive: '❔',
  blocked: '⛔',
  skipped: '➖',
  error: '💥',
}

const cut = (text: string): string => (text.length > TEXT ? `${text.slice(0, TEXT)} … (cut)` : text)

/** Text as text, on one line: no character of it is markup, mentions nobody and links nowhere. */
export const plain = (text: string): string =>
  cut(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>-]/g, String.raw`\$&`)
    .replace(/[@:](?=\S)|(?<=www)\./g, '$&<!-- -->')

/** Text within HTML, where Markdown has no say and its escapes would show. */
const within = (text: string): string =>
  cut(text)
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/@(?=\S)/g, '@<!-- -->')

/** Text in a fence that is longer than any run of backticks in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Names of our own, which hold no backtick. */
const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``

const folded = (items: readonly string[], most: number): string =>
  items.length > most + 1 ? `${items.slice(0, most).join(', ')} and ${items.length - most} more` : items.join(', ')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function totals(report: Report): string {
  const there = verdicts.filter((verdict) => report.totals[verdict] > 0)
  if (there.length === 0) return ''
  return [
    row(there.map((verdict) => `${signs[verdict]} ${verdict}`)),
    row(there.map(() => '--:')),
    row(there.map((verdict) => report.totals[verdict].toLocaleString('en'))),
  ].join('\n')
}

function causeBlock(cause: Cause, words: Words): string {
  const { first, results, check, clause } = cause
  const { expected, got, evidence } = first
  const operations = folded([...new Set(results.map(({ operation }) => code(operation)))], OPERATIONS)
  const says = words.says(clause)
  const curl = evidence.at(-1)?.curl
  return [
    `<details>\n<summary>${signs[first.verdict]} <code>${check}</code> ` +
      `${within(words.claim(check) ?? first.message)} · ${plural(results.length, 'result')}</summary>\n`,
    `- on ${operations}`,
    `- clause ${code(clause)}${says ? `: ${says}` : ''}`,
    ...(expected === undefined ? [] : [`- expected: ${plain(expected)}`]),
    `- got: ${plain(got ?? first.message)}`,
    ...(curl === undefined ? [] : ['', fenced(curl.length > TEXT * 4 ? cut(curl) : curl, 'sh')]),
    '\n</details>',
  ].join('\n')
}

function causes(report: Report, verdict: 'fail' | 'warn' | 'error', title: string, words: Words): readonly string[] {
  const all = causesOf(report.results, verdict)
  if (all.length === 0) return []
  const rest = all.length - CAUSES
  return [
    `### ${title}`,
    all
      .slice(0, CAUSES)
      .map((cause) => causeBlock(cause, words))
      .join('\n'),
    ...(rest > 0 ? [`and ${plural(rest, 'cause')} more, in \`report.json\`.`] : []),
  ]
}

function reasons(report: Report): readonly string[] {
  const sorts = (['inconclusive', 'blocked', 'skipped'] as const).flatMap((verdict) =>
    reasonsOf(report.results, verdict).map((found) => ({ verdict, ...found })),
  )
  if (sorts.length === 0) return []
  const rest = sorts.length - CAUSES
  return [
    '### Not judged',
    [
      row(['results', 'verdict', 'why', 'to decide']),
      row(['--:', '---', '---', '---']),
      ...sorts
        .slice(0, CAUSES)
        .map(({ verdict, reason, supply, results }) =>
          row([results.length.toLocaleString('en'), verdict, plain(reason), plain(supply)]),
        ),
    ].join('\n'),
    ...(rest > 0 ? [`and ${plural(rest, 'reason')} more, in \`report.json\`.`] : []),
  ]
}

const gravest: readonly Verdict[] = ['error', 'fail', 'warn', 'known', 'inconclusive', 'blocked']

function groupsTable(results: readonly Result[]): readonly string[] {
  const groups = [...Map.groupBy(results, ({ operation }) => groupOf(operation))]
  if (groups.length === 0) return []
  const shown = gravest.filter((verdict) => results.some((result) => result.verdict === verdict))
  const columns: readonly Verdict[] = [...shown, 'pass']
  const lines = groups.map(([group, own]) => {
    const counts = columns.map((verdict) => own.filter((result) => result.verdict === verdict).length)
    const face = columns[counts.findIndex((count) => count > 0)] ?? 'skipped'
    return row([`${signs[face]} ${group}`, ...counts.map((count) => (count === 0 ? '' : count.toLocaleString('en')))])
  })
  return ['### Groups', [row(['group', ...columns]), row(['---', ...columns.map(() => '--:')]), ...lines].join('\n')]
}

function unheld({ unheld: all = [] }: Report): readonly string[] {
  if (all.length === 0) return []
  return ['### Known failures that are not as the target file says', all.map((one) => `- ${plain(one)}`).join('\n')]
}

const figure = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 1 })

function loadTable({ load }: Report): readonly string[] {
  if (!load) return []
  const heads = ['requests', '/s', 'p50', 'p95', 'p99', 'max', 'errors']
  const line = (name: string, of: Figures) =>
    row([name, ...[of.count, of.rate, of.p50, of.p95, of.p99, of.max, of.errors].map(figure)])
  return [
    `### Load: ${load.scenario}, ${load.profile}`,
    ...(load.invalid === null ? [] : [`These figures are no result: ${plain(load.invalid)}`]),
    [
      row(['times in ms', ...heads]),
      row(['---', ...heads.map(() => '--:')]),
      line('all', load.total),
      ...Object.entries(load.operations).map(([id, of]) => line(code(id), of)),
    ].join('\n'),
  ]
}

function leftovers(report: Report): readonly string[] {
  if (report.leftovers.length === 0) return []
  const lines = report.leftovers.map(({ kind, name, why }) => `- ${kind} ${plain(name)}: ${plain(why)}`)
  return [`### Left on the target`, folded(lines, CAUSES).replaceAll(', - ', '\n- ')]
}

/** The summary; `why` is why the exit code is not 0. */
export function markdown(report: Report, why: string, words: Words): string {
  const { target, coverage, requests, durationMs, run, seed } = report
  const { exercised, succeeded, total } = coverage.operations
  const facts = [
    `${exercised} of ${total} operations called, ${succeeded} succeeded`,
    `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    `allowed: ${target.allowed.join(', ') || 'nothing further'}`,
    `run ${code(run)}, seed ${seed}`,
  ]
  return [
    `## Touchstone: ${plain(headline(report, why))}`,
    totals(report),
    `${facts.join(' · ')}${target.deviations.length > 0 ? `\n\n${target.deviations.map((one) => `Deviation: ${plain(one)}`).join('  \n')}` : ''}`,
    ...(report.exitCode === 0 ? [] : [`Exit code ${report.exitCode}: ${plain(why)}`]),
    ...loadTable(report),
    ...causes(report, 'error', "Touchstone's own defects", words),
    ...causes(report, 'fail', 'Failures, by cause', words),
    ...causes(report, 'warn', 'Warnings, by cause', words),
    ...unheld(report),
    ...reasons(report),
    ...leftovers(report),
    ...groupsTable(report.results),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** Writes `summary.md` and returns its path. */
export function writeMarkdown(report: Report, why: string, words: Words, folder: string): string {
  const file = join(folder, 'summary.md')
  writeFileSync(file, markdown(report, why, words))
  return file
}
