/** The kill matrix as people and programs read it. Nothing in it depends on when or where it was made. */
import {
  isClean,
  isKilled,
  isKilledAway,
  isProven,
  isWithstood,
  type Accusation,
  type Matrix,
  type VariantRow,
} from '../../schemas/matrix.ts'
import { plural } from '../model/headline.ts'
import type { Paint } from '../screen/terminal.ts'

type Row = readonly string[]

const family = (id: string) => id.slice(0, id.indexOf('/'))
/** What servers answered is quoted in cells: outside of code spans nothing in it is markup, or a template of the site. */
const withoutMarkup = (cell: string) =>
  cell
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
const escaped = (cell: string) => withoutMarkup(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (id: string) => `\`${id}\``
const list = (ids: readonly string[]) => ids.map(code).join(', ')

/** A Markdown table with its columns aligned. */
function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map(escaped))
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? '').length)))
  const line = (row: Row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = all
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n')
}

export const matrixJson = (matrix: Matrix): string => `${JSON.stringify(matrix, null, 2)}\n`

/** One sentence with the figures that matter. */
function figures({ faults, variants, checks, hostile, unfaulted }: Matrix): string {
  const killed = faults.filter(isKilled).length
  const clean = variants.filter(isClean).length
  return (
    `${killed} of ${plural(faults.length, 'seeded fault')} killed, ` +
    `${clean} of ${plural(variants.length, 'legal variant')} accused of nothing, ` +
    `${hostile.filter(isWithstood).length} of ${plural(hostile.length, 'hostile target')} withstood, ` +
    `${plural(unfaulted.length, 'accusation')} against the unfaulted server, ` +
    `${checks.filter(({ kills }) => kills.length > 0).length} of ${plural(checks.length, 'check')} seen to speak`
  )
}

/** The same of the away server; nothing where it was not asked for. */
function awayFigures({ away: { faults, variants, unfaulted } }: Matrix): string {
  if (faults.length + variants.length === 0) return ''
  const open = faults.filter((row) => !isKilledAway(row) && row.open !== undefined).length
  return (
    `away: ${faults.filter(isKilledAway).length} of ${plural(faults.length, 'fault')} killed, ` +
    `${variants.filter(isClean).length} of ${plural(variants.length, 'legal variant')} accused of nothing, ` +
    `${plural(unfaulted.length, 'accusation')} against the unfaulted away server` +
    (open === 0 ? '' : `. The specification leaves ${open} of the other faults open`)
  )
}

/** The short form: the figures. */
export function matrixShort(matrix: Matrix): string {
  const away = awayFigures(matrix)
  return [
    `${figures(matrix)}.`,
    ...(away === '' ? [] : [`On a second server that no check was made for, ${away}.`]),
  ].join('\n\n')
}

/** The figures, and a line for each family. */
export function matrixFamilies(matrix: Matrix): string {
  const faults = [...Map.groupBy(matrix.faults, ({ id }) => family(id))].map(([name, rows]) => {
    const killers = new Set(rows.flatMap(({ killedBy }) => killedBy))
    return [code(`${name}/`), `${rows.length}`, `${rows.filter(isKilled).length}`, `${killers.size}`]
  })
  const variants = [...Map.groupBy(matrix.variants, ({ id }) => family(id))].map(([name, rows]) => [
    code(`${name}/`),
    `${rows.length}`,
    `${rows.filter(isClean).length}`,
  ])
  return [
    matrixShort(matrix),
    table(['faults', 'seeded', 'killed', 'by checks'], faults),
    table(['variants', 'legal', 'accused of nothing'], variants),
  ].join('\n\n')
}

const verdictOf = ({ missedBy, trouble }: Matrix['faults'][number]) =>
  trouble.length > 0 ? `not judged: ${trouble.join('; ')}` : `SURVIVES ${list(missedBy)}`

const said = ({ result, verdict, message }: Accusation) => `${verdict} ${code(result)}: ${message}`

/** What was said against a variant, or what it is not told by. */
function against({ trouble, accused, missedBy, notedBy }: VariantRow): string {
  if (trouble.length > 0) return `not judged: ${trouble.join('; ')}`
  if (accused.length > 0) return accused.map(said).join('; ')
  if (missedBy.length > 0) return `not noted by ${list(missedBy)}`
  return notedBy.length > 0 ? `noted by ${list(notedBy)}` : 'nothing'
}

/** The away server's part. */
function awayMarkdown({ away }: Matrix): readonly string[] {
  const faults = away.faults.map(({ id, sentence, operations, breaks, open, killedBy, trouble }) => [
    code(id),
    sentence,
    list(operations),
    breaks,
    trouble.length > 0
      ? `not judged: ${trouble.join('; ')}`
      : killedBy
        ? `${killedBy.verdict} ${code(killedBy.result)}`
        : open === undefined
          ? 'SURVIVES'
          : `left open: ${open}`,
  ])
  const variants = away.variants.map((row) => [code(row.id), row.sentence, against(row)])
  if (faults.length + variants.length === 0) return []
  return [
    '## The away server',
    'A second server, written from the specification alone. No check names its faults: one is killed by any `fail` or `warn` on an\n' +
      'operation that it breaks, seen with that fault alone and not without it.',
    table(['fault', 'what is broken', 'operations', 'what that breaks', 'killed by'], faults),
    table(['variant', 'what is different', 'said against it'], variants),
  ]
}

/** The whole matrix. */
export function matrixMarkdown(matrix: Matrix): string {
  const faults = matrix.faults.map((row) => [
    code(row.id),
    row.sentence,
    row.clause,
    row.level,
    isKilled(row) ? list(row.killedBy) : verdictOf(row),
  ])
  const variants = matrix.variants.map((row) => [code(row.id), row.sentence, against(row)])
  const hostile = matrix.hostile.map((row) => [
    code(row.id),
    row.sentence,
    row.expected,
    isWithstood(row) ? 'so it was' : row.trouble.join('; '),
  ])
  const checks = matrix.checks.map(({ id, claim, kills }) => [code(id), claim, `${kills.length}`, list(kills)])
  const away = awayFigures(matrix)
  const wrong = [
    ...matrix.unfaulted.map(said),
    ...matrix.away.unfaulted.map((one) => `away: ${said(one)}`),
    ...matrix.undeclared,
  ]
  return `${[
    '# The kill matrix',
    'Written by `touchstone prove`: each fault breaks exactly one thing of the reference server, and is killed when every check that\n' +
      'names it says so at its level; each variant keeps the specification, and must be accused of nothing. The unfaulted server is\n' +
      'judged beside each fault by the very same run.',
    `${figures(matrix)}.`,
    ...(away === '' ? [] : [`On the away server, ${away}.`]),
    ...(wrong.length > 0 ? ['## What is wrong besides', wrong.map((line) => `- ${line}`).join('\n')] : []),
    '## Faults',
    table(['fault', 'what is broken', 'clause', 'level', 'killed by'], faults),
    '## Variants',
    table(['variant', 'what is different', 'said against it'], variants),
    '## Hostile targets',
    table(['target', 'what it does', 'what a run against it must come to', 'what it came to'], hostile),
    '## Checks',
    table(['check', 'claim', 'kills', 'which (of a claim that says MAY: the variants that it notes)'], checks),
    ...awayMarkdown(matrix),
  ].join('\n\n')}\n`
}

/** The matrix on a screen: a line a fault and a variant, then what is wrong, then the figures. */
export function matrixSummary(matrix: Matrix, paint: Paint): string {
  const away = awayFigures(matrix)
  const width = Math.max(0, ...[...matrix.faults, ...matrix.variants, ...matrix.hostile].map(({ id }) => id.length))
  const line = (good: boolean, word: string, id: string, text: string) =>
    `  ${paint(good ? 'green' : 'red', word.padEnd(8))}  ${id.padEnd(width)}  ${text}`.trimEnd()
  const faults = matrix.faults.map((row) =>
    line(isKilled(row), isKilled(row) ? 'killed' : 'SURVIVES', row.id, row.killedBy.join(', ')),
  )
  const variants = matrix.variants.map((row) =>
    line(
      isClean(row),
      isClean(row) ? 'clean' : 'ACCUSED',
      row.id,
      row.notedBy.map((id) => `noted by ${id}`).join(', '),
    ),
  )
  const hostile = matrix.hostile.map((row) =>
    line(isWithstood(row), isWithstood(row) ? 'stood' : 'BROKE', row.id, row.expected),
  )
  const broken = matrix.hostile.flatMap(({ id, trouble }) => trouble.map((one) => `  ${id}: ${one}`))
  const survivors = matrix.faults
    .filter((row) => !isKilled(row))
    .map(({ id, level, missedBy, trouble, sentence }) => {
      const why = [...trouble, ...(missedBy.length > 0 ? [`no ${level} from ${missedBy.join(', ')}`] : [])]
      return `  ${id} (${sentence}): ${why.join('; ') || 'no check names it'}`
    })
  const awaySurvivors = matrix.away.faults
    .filter((row) => !isKilledAway(row))
    .map(
      ({ id, sentence, open = 'nothing is said of it', trouble }) =>
        `  ${id} (${sentence}): ${trouble.join('; ') || open}`,
    )
  const accused = [...matrix.variants, ...matrix.away.variants]
    .filter((row) => !isClean(row))
    .flatMap(({ id, accused: by, missedBy, trouble }) => [
      ...by.map(({ result, verdict, message }) => `  ${id}: ${verdict} ${result}: ${message}`),
      ...trouble.map((message) => `  ${id}: ${message}`),
      ...missedBy.map((check) => `  ${id}: not noted by ${check}, which names it`),
    ])
  const unfaulted = [...matrix.unfaulted, ...matrix.away.unfaulted].map(
    ({ result, verdict, message }) => `  ${verdict} ${result}: ${message}`,
  )
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`${paint('bold', title)}\n${lines.join('\n')}`] : []
  return [
    ...section('Faults', faults),
    ...section('Variants', variants),
    ...section('Hostile targets', hostile),
    ...section('Survivors', survivors),
    ...section('Survivors on the away server, which decide nothing', awaySurvivors),
    ...section('Broken by hostile targets', broken),
    ...section('False accusations', accused),
    ...section('Against the unfaulted server', unfaulted),
    ...section(
      'Declarations',
      matrix.undeclared.map((one) => `  ${one}`),
    ),
    `${paint(isProven(matrix) ? 'green' : 'red', isProven(matrix) ? 'proven' : 'not proven')}: ${figures(matrix)}`,
    ...(away === '' ? [] : [away]),
  ].join('\n\n')
}
