/** The summary at the end of a run, that a person can act on. */
import type { Leftover, Report, Result } from '../../schemas/report.ts'
import { entriesOf } from '../model/entries.ts'
import { connectionLines, resumedLines } from '../model/connection.ts'
import { causesOf, reasonsOf, stepsOf, type Cause } from '../model/grouping.ts'
import { headline, isLittle, neverSucceeded, plural, totalsOf } from '../model/headline.ts'
import { isTooLittle, shareInWords } from '../model/judged.ts'
import { firstOf, inOrder, type First } from '../model/causes/mend.ts'
import { inSentence, omitText, PASTE } from '../model/not-there.ts'
import { unstableIn } from '../model/unstable.ts'
import type { Words } from '../model/words.ts'

type Style = 'red' | 'yellow' | 'green' | 'bold' | 'dim'
export type Paint = (style: Style, text: string) => string

/** More of these are folded to a number. */
const OPERATIONS = 6
const CAUSES = 20
const TEXT = 400

const cut = (text: string) => (text.length > TEXT ? `${text.slice(0, TEXT)} … (cut; whole in report.json)` : text)

function folded(items: readonly string[], most: number): string {
  const rest = items.length - most
  return rest > 1 ? `${items.slice(0, most).join(', ')} and ${rest} more` : items.join(', ')
}

/** A label and its text; further lines of the text stand under the first. */
const row = (paint: Paint, label: string, text: string) =>
  `    ${paint('dim', label.padEnd(9))} ${text.replaceAll('\n', `\n${' '.repeat(14)}`)}`

/** The operation as the specification calls it, and as the target does. */
const inBothWords = ({ operation, words }: Result) => (words === undefined ? operation : `${operation} (${words})`)

function causeBlock(cause: Cause, style: Style, words: Words, paint: Paint): string {
  const { first, results } = cause
  const steps = stepsOf(first).join('\n')
  const says = words.says(cause.clause)
  const claim = words.claim(cause.check)
  // A message that is the claim and what came would say twice what stands below.
  const message = claim !== undefined && first.message.startsWith(claim) ? '' : ` ${first.message}`
  return [
    `  ${paint(style, first.verdict)} ${paint('bold', cause.check)}${message}`,
    ...(cause.checks.length > 1 ? [row(paint, 'also', folded(cause.checks.slice(1), OPERATIONS))] : []),
    row(paint, 'on', folded([...new Set(results.map(inBothWords))], OPERATIONS)),
    ...(claim ? [row(paint, 'claim', claim)] : []),
    row(paint, 'clause', `${cause.clause}${says ? `: ${says}` : ''}`),
    ...(first.expected ? [row(paint, 'expected', cut(first.expected))] : []),
    ...(first.got ? [row(paint, 'got', cut(first.got))] : []),
    ...(steps === '' ? [] : [row(paint, 'try', steps)]),
  ].join('\n')
}

function causesSection(report: Report, verdict: 'fail' | 'warn' | 'error', style: Style, words: Words, paint: Paint) {
  const causes = inOrder(causesOf(report.results, verdict))
  if (causes.length === 0) return []
  const title = { fail: 'Failures', warn: 'Warnings', error: "Touchstone's own defects" }[verdict]
  const rest = causes.length - CAUSES
  return [
    [
      paint('bold', `${title}, by cause`),
      ...causes.slice(0, CAUSES).map((cause) => causeBlock(cause, style, words, paint)),
      ...(rest > 0 ? [`  and ${plural(rest, 'cause')} more, in report.json`] : []),
    ].join('\n\n'),
  ]
}

const idsOf = (results: readonly Result[]) =>
  folded(
    results.map((result) => result.id),
    3,
  )

/** One line a reason: how many, why, what would decide it, and some of them. */
function reasonsSection(report: Report, verdict: 'inconclusive' | 'blocked' | 'skipped', title: string, paint: Paint) {
  const reasons = reasonsOf(report.results, verdict)
  if (reasons.length === 0) return []
  const lines = reasons
    .slice(0, CAUSES)
    .flatMap(({ reason, supply, results }) => [
      `  ${String(results.length).padStart(5)}  ${reason}`,
      ...(supply ? [`         ${paint('dim', 'to decide:')} ${supply}`] : []),
      ...(verdict === 'skipped' ? [] : [paint('dim', `         ${idsOf(results)}`)]),
    ])
  const rest = reasons.length - CAUSES
  if (rest > 0) lines.push(`         and ${plural(rest, 'reason')} more, in report.json`)
  return [[paint('bold', title), ...lines].join('\n')]
}

function entriesSection(report: Report, paint: Paint) {
  const { count, file } = entriesOf(report.results)
  if (!file) return []
  const what = plural(count, 'inconclusive result')
  const title = `To decide ${what}, fill in and add to the target file:`
  return [`${paint('bold', title)}\n${JSON.stringify(file, null, 2)}`]
}

function unheldSection({ unheld = [] }: Report, paint: Paint) {
  if (unheld.length === 0) return []
  return [
    [paint('bold', 'Known failures that are not as the target file says'), ...unheld.map((line) => `  ${line}`)].join(
      '\n',
    ),
  ]
}

function notesSection(report: Report, paint: Paint) {
  const causes = causesOf(report.results, 'note')
  if (causes.length === 0) return []
  const lines = causes.slice(0, CAUSES).map(
    ({ first, results, checks }) =>
      `  ${String(results.length).padStart(5)}  ${folded(checks, 1)}: ${cut(first.message)}` +
      // Figures are of one operation: which one is said.
      (report.load && results.length > 1 ? ` on ${first.operation}, for example` : ''),
  )
  return [[paint('bold', 'Notes (never held against the target)'), ...lines].join('\n')]
}

function leftoversSection(leftovers: readonly Leftover[], paint: Paint) {
  if (leftovers.length === 0) return []
  const lines = leftovers.map(({ kind, name, id, why }) => `  ${kind} ${name}${id === null ? '' : ` (${id})`}: ${why}`)
  const title = `Left on the target: ${plural(leftovers.length, 'thing')} that could not be deleted or put back`
  return [[paint('bold', paint('yellow', title)), ...lines].join('\n')]
}

/** How the first of what was found is sent again; of a load there is no single result to send. */
function again(report: Report, first: readonly First[], file: string): string {
  const found = first.flatMap(({ results }) => results).find(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  return found && !report.load
    ? `\nOne result again, on new records: touchstone replay '${found.id}' --report ${file}`
    : ''
}

/** One line a result: nobody can build on what comes out otherwise each time. */
function unstableSection(report: Report, paint: Paint) {
  const results = unstableIn(report)
  if (results.length === 0) return []
  const rest = results.length - CAUSES
  const lines = results.slice(0, CAUSES).map(({ id, message }) => `  ${paint('yellow', id)}: ${cut(message)}`)
  return [
    [
      paint('bold', 'Unstable: the verdict changed from one try to another'),
      ...lines,
      ...(rest > 0 ? [`  and ${plural(rest, 'result')} more, in report.json`] : []),
    ].join('\n'),
  ]
}

function notThereSection({ notThere }: Report, paint: Paint) {
  if (!notThere) return []
  return [`${paint('bold', paint('red', inSentence(notThere)))}\n  ${PASTE}\n  ${omitText(notThere)}`]
}

/** What would decide most, where too little was decided for a verdict. */
function gainsSection({ judged }: Report, paint: Paint) {
  if (!judged || !isTooLittle(judged) || judged.gains.length === 0) return []
  const lines = judged.gains
    .slice(0, CAUSES)
    .map(({ supply, results }) => `  ${String(results).padStart(5)}  ${cut(supply)}`)
  return [[paint('bold', 'What would decide most: how many results, and by what'), ...lines].join('\n')]
}

function figures(report: Report): string {
  const { exercised, succeeded, total } = report.coverage.operations
  const totals = totalsOf(report)
  const { allowed, deviations, serviceVersion } = report.target
  const refused = neverSucceeded(report.coverage.operations, report.results)
  const share = shareInWords(report)
  return [
    ...(totals.length > 0 ? [`  ${totals.join(' · ')}`] : []),
    ...(share === '' ? [] : [`  ${share}; --min-judged ${report.judged?.least ?? 0}`]),
    `  ${exercised} of ${total} operations were called, ${succeeded} succeeded` +
      `${serviceVersion ? `; service version ${serviceVersion}` : ''}; allowed: ${allowed.join(', ') || 'nothing further'}`,
    ...(refused.length > 0
      ? [`  never succeeded, so only their errors were judged: ${folded(refused, OPERATIONS)}`]
      : []),
    ...deviations.map((deviation) => `  deviation: ${deviation}`),
    ...connectionLines(report).map((line) => `  ${line}`),
    ...resumedLines(report).map((line) => `  ${line}`),
    `  ${plural(report.requests, 'request')} in ${(report.durationMs / 1000).toFixed(1)} s, run ${report.run}, seed ${report.seed}`,
  ].join('\n')
}

const headlineStyle = (report: Report): Style =>
  report.exitCode === 0 ? (report.totals.warn > 0 || isLittle(report) ? 'yellow' : 'green') : 'red'

const STYLES: Readonly<Record<string, Style>> = { error: 'red', fail: 'red', warn: 'yellow' }
const SAYS = 160
/** Lines of details behind which the beginning has scrolled away on a small screen. */
const SCREEN = 12

type Firsts = ReturnType<typeof firstOf>

/** The causes that matter most, each with what to do: read before everything else, or instead of it. */
function firstSection({ first, more }: Firsts, paint: Paint): readonly string[] {
  if (first.length === 0) return []
  const lines = first.flatMap(({ verdict, check, says, todo, operations }, at) => [
    `  ${at + 1}. ${paint(STYLES[verdict] ?? 'dim', verdict)} ${check === null ? '' : `${paint('bold', check)}: `}${short(says)}`,
    ...(operations.length > 0
      ? [`     ${paint('dim', 'on')} ${plural(operations.length, 'operation')}: ${folded(operations, 3)}`]
      : []),
    `     ${paint('dim', 'do:')} ${short(todo)}`,
  ])
  const rest = more > 0 ? [paint('dim', `     and ${plural(more, 'further cause')}`)] : []
  return [[paint('bold', 'Mend first'), ...lines, ...rest].join('\n')]
}

/** Of a body only the beginning tells anything at a first look; on one line. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > SAYS ? `${line.slice(0, SAYS)} …` : line
}

export function summary(report: Report, file: string, why: string, words: Words, paint: Paint): string {
  const verdict = paint('bold', paint(headlineStyle(report), headline(report, why)))
  const firsts = firstOf(report, words)
  const first = firstSection(firsts, paint)
  const details = [
    ...notThereSection(report, paint),
    ...gainsSection(report, paint),
    ...causesSection(report, 'error', 'red', words, paint),
    ...causesSection(report, 'fail', 'red', words, paint),
    ...causesSection(report, 'warn', 'yellow', words, paint),
    ...unheldSection(report, paint),
    ...reasonsSection(report, 'inconclusive', 'Inconclusive, by reason', paint),
    ...entriesSection(report, paint),
    ...reasonsSection(report, 'blocked', 'Blocked, by reason', paint),
    ...reasonsSection(report, 'skipped', 'Skipped, by reason', paint),
    ...notesSection(report, paint),
    ...leftoversSection(report.leftovers, paint),
  ]
  const end = `Everything, with the requests and responses that matter: ${file}${again(report, firsts.first, file)}\nExit code ${report.exitCode}${why ? `: ${why}` : ''}`
  // What has scrolled away is said again where the eye rests.
  const repeated = details.join('\n\n').split('\n').length > SCREEN ? [verdict, ...first] : []
  const shaky = unstableSection(report, paint)
  return [`${verdict}\n${figures(report)}`, ...shaky, ...first, ...details, ...repeated, end].join('\n\n')
}

/** As little as says what to do: the verdict, the first causes, and where the rest is. */
export function brief(report: Report, file: string, why: string, words: Words, paint: Paint): string {
  return [
    paint('bold', paint(headlineStyle(report), headline(report, why))),
    ...firstSection(firstOf(report, words), paint),
    `Everything: ${file}\nExit code ${report.exitCode}${why ? `: ${why}` : ''}`,
  ].join('\n')
}
