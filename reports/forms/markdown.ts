/** `summary.md`, and the summary of a GitHub job: what was found, in GitHub's Markdown. */
import { join } from 'node:path'
import { groups as specified } from '../../schemas/registry.ts'
import type { Figures } from '../../schemas/load.ts'
import { verdicts, type Report, type Result, type Verdict } from '../../schemas/report.ts'
import { connectionLines, resumedLines } from '../model/connection.ts'
import { causesOf, reasonsOf, stepsOf, type Cause } from '../model/grouping.ts'
import { headline, neverSucceeded, omittedIn, plural } from '../model/headline.ts'
import { firstOf, inOrder } from '../model/causes/mend.ts'
import { isTooLittle, shareInWords } from '../model/judged.ts'
import { inSentence, omitText, PASTE } from '../model/not-there.ts'
import { code, cut, fenced, folded, LONGEST, plain, row, within, listed } from './markdown-text.ts'
import { unstableIn } from '../model/unstable.ts'
import { groupOf, type Words } from '../model/words.ts'
import { writeWhole } from '../write-file.ts'

/** More than these are folded to a number; to fewer where the whole would not fit. */
const CAUSES = [30, 10, 3] as const
/** Bytes: a step's summary takes one MiB, and has room for what the job's own commands add. */
const FITS = 900 * 1024
const OPERATIONS = 12

const signs: Readonly<Record<Verdict, string>> = {
  pass: '✅',
  fail: '❌',
  warn: '⚠️',
  note: 'ℹ️',
  known: '🟣',
  unstable: '🎲',
  inconclusive: '❔',
  blocked: '⛔',
  skipped: '➖',
  error: '💥',
}

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
  const { expected, got } = first
  const operations = folded([...new Set(results.map(({ operation }) => code(operation)))], OPERATIONS)
  const says = words.says(clause)
  const steps = stepsOf(first).map((curl) => (curl.length > LONGEST * 4 ? cut(curl) : curl))
  return [
    `<details>\n<summary>${signs[first.verdict]} <code>${check}</code> ` +
      `${within(words.claim(check) ?? first.message)} · ${plural(results.length, 'result')}</summary>\n`,
    ...(cause.checks.length > 1 ? [`- found by ${folded(cause.checks.map(code), OPERATIONS)}`] : []),
    `- on ${operations}`,
    `- clause ${code(clause)}${says ? `: ${says}` : ''}`,
    ...(expected === undefined ? [] : [`- expected: ${plain(expected)}`]),
    `- got: ${plain(got ?? first.message)}`,
    ...(steps.length === 0 ? [] : ['', fenced(steps.join('\n'), 'sh')]),
    '\n</details>',
  ].join('\n')
}

function causes(
  report: Report,
  verdict: 'fail' | 'warn' | 'error',
  title: string,
  words: Words,
  most: number,
): readonly string[] {
  const all = inOrder(causesOf(report.results, verdict))
  if (all.length === 0) return []
  const rest = all.length - most
  return [
    `### ${title}`,
    all
      .slice(0, most)
      .map((cause) => causeBlock(cause, words))
      .join('\n'),
    ...(rest > 0 ? [`and ${plural(rest, 'cause')} more, in \`report.json\`.`] : []),
  ]
}

/** First of all: nobody can build on what comes out otherwise each time. */
function unstable(report: Report, most: number): readonly string[] {
  const lines = unstableIn(report).map(({ id, message }) => `${code(id)}: ${plain(message)}`)
  return lines.length === 0 ? [] : ['### Unstable: the verdict changed from one try to another', listed(lines, most)]
}

function missing({ notThere }: Report): readonly string[] {
  if (!notThere) return []
  return ['### Not there', plain(inSentence(notThere)), PASTE, fenced(omitText(notThere), 'json')]
}

/** The causes that matter most, each with what to do. */
function mendFirst(report: Report, words: Words): readonly string[] {
  const { first } = firstOf(report, words)
  if (first.length === 0) return []
  const lines = first.map(({ verdict, check, says, todo, operations }, at) => {
    const seen = operations.length === 0 ? '' : ` (${plural(operations.length, 'operation')})`
    return `${at + 1}. ${signs[verdict]} ${check === null ? '' : `${code(check)}${seen}: `}${plain(says)}  \n   **Do:** ${plain(todo)}`
  })
  return ['### Mend first', lines.join('\n')]
}

function gains({ judged }: Report, most: number): readonly string[] {
  if (!judged || !isTooLittle(judged) || judged.gains.length === 0) return []
  const lines = judged.gains.slice(0, most).map((one) => row([one.results.toLocaleString('en'), plain(one.supply)]))
  return ['### What would decide most', [row(['results', 'by what']), row(['--:', '---']), ...lines].join('\n')]
}

function reasons(report: Report, most: number): readonly string[] {
  const sorts = (['inconclusive', 'blocked', 'skipped'] as const).flatMap((verdict) =>
    reasonsOf(report.results, verdict).map((found) => ({ verdict, ...found })),
  )
  if (sorts.length === 0) return []
  const rest = sorts.length - most
  return [
    '### Not judged',
    [
      row(['results', 'verdict', 'why', 'to decide']),
      row(['--:', '---', '---', '---']),
      ...sorts
        .slice(0, most)
        .map(({ verdict, reason, supply, results }) =>
          row([results.length.toLocaleString('en'), verdict, plain(reason), plain(supply)]),
        ),
    ].join('\n'),
    ...(rest > 0 ? [`and ${plural(rest, 'reason')} more, in \`report.json\`.`] : []),
  ]
}

function entries({ entries: file }: Report): readonly string[] {
  if (!file) return []
  const title = '### To have inconclusive results decided, fill in and add to the target file'
  return [title, fenced(JSON.stringify(file, null, 2), 'json')]
}

function unsucceeded({ coverage, results }: Report): readonly string[] {
  const all = neverSucceeded(coverage.operations, results)
  if (all.length === 0) return []
  const what = `${plural(all.length, 'operation')} never succeeded, so only their errors were judged`
  return [`<details>\n<summary>${what}</summary>\n\n${all.map(code).join(', ')}\n\n</details>`]
}

const worst: readonly Verdict[] = ['error', 'fail', 'unstable', 'warn', 'known', 'inconclusive', 'blocked']

/** In the specification's order. */
function groupsTable(results: readonly Result[]): readonly string[] {
  const order = Object.keys(specified)
  const found = [...Map.groupBy(results, ({ operation }) => groupOf(operation))]
  const groups = found.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  if (groups.length === 0) return []
  const shown = worst.filter((verdict) => results.some((result) => result.verdict === verdict))
  const columns: readonly Verdict[] = [...shown, 'pass']
  const lines = groups.map(([group, own]) => {
    const counts = columns.map((verdict) => own.filter((result) => result.verdict === verdict).length)
    const face = columns[counts.findIndex((count) => count > 0)] ?? 'skipped'
    return row([`${signs[face]} ${group}`, ...counts.map((count) => (count === 0 ? '' : count.toLocaleString('en')))])
  })
  return ['### Groups', [row(['group', ...columns]), row(['---', ...columns.map(() => '--:')]), ...lines].join('\n')]
}

function unheld({ unheld: all = [] }: Report, most: number): readonly string[] {
  if (all.length === 0) return []
  return ['### Known failures that are not as the target file says', listed(all.map(plain), most)]
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

function leftovers(report: Report, most: number): readonly string[] {
  if (report.leftovers.length === 0) return []
  const lines = report.leftovers.map(({ kind, name, why }) => `${kind} ${plain(name)}: ${plain(why)}`)
  return [`### Left on the target`, listed(lines, most)]
}

/** The summary, as long as it fits; `why` is why the exit code is not 0. */
export function markdown(report: Report, why: string, words: Words): string {
  for (const most of CAUSES) {
    const text = whole(report, why, words, most)
    if (Buffer.byteLength(text) <= FITS) return text
  }
  return whole(report, why, words, 1)
}

function whole(report: Report, why: string, words: Words, most: number): string {
  const { target, coverage, requests, durationMs, run, seed } = report
  const { exercised, succeeded, total } = coverage.operations
  const share = shareInWords(report)
  const omitted = omittedIn(report.results)
  const facts = [
    ...(share === '' ? [] : [share]),
    ...(omitted > 0 ? [`the target file omits ${omitted.toLocaleString('en')} of the skipped results`] : []),
    `${exercised} of ${total} operations called, ${succeeded} succeeded`,
    `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    `allowed: ${target.allowed.join(', ') || 'nothing further'}`,
    `run ${code(run)}, seed ${seed}`,
    ...[...connectionLines(report), ...resumedLines(report)].map(plain),
  ]
  return [
    `## Touchstone: ${plain(headline(report, why))}`,
    totals(report),
    `${facts.join(' · ')}${target.deviations.length > 0 ? `\n\n${target.deviations.map((one) => `Deviation: ${plain(one)}`).join('  \n')}` : ''}`,
    ...(report.exitCode === 0 ? [] : [`Exit code ${report.exitCode}: ${plain(why)}`]),
    ...loadTable(report),
    ...unstable(report, most),
    ...mendFirst(report, words),
    ...missing(report),
    ...gains(report, most),
    ...causes(report, 'error', "Touchstone's own defects", words, most),
    ...causes(report, 'fail', 'Failures, by cause', words, most),
    ...causes(report, 'warn', 'Warnings, by cause', words, most),
    ...unheld(report, most),
    ...reasons(report, most),
    ...entries(report),
    ...unsucceeded(report),
    ...leftovers(report, most),
    ...groupsTable(report.results),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** Writes `summary.md` and returns its path. */
export function writeMarkdown(report: Report, why: string, words: Words, folder: string): string {
  const file = join(folder, 'summary.md')
  writeWhole(file, markdown(report, why, words))
  return file
}
