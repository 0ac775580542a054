/** The score as people read it: docs/mutants.md, and its short form in the README. */
import type { ServerName } from './instrument.ts'
import { reviews } from './reviewed.ts'
import type { MutantRow } from './rows.ts'
import { percent, scoreOf, type Published, type Score } from './score.ts'

const names: Readonly<Record<ServerName, string>> = { home: 'The reference server', away: 'The away server' }

type Row = readonly (string | number)[]

/** A Markdown table as prettier writes it. */
function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll('|', String.raw`\|`)))
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = all
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n')
}

const head = ['', 'Judged', 'Not started', 'No change', 'Left open', 'To be killed', 'Killed', 'Score']
const figures = (name: string, score: Score): Row => {
  const { judged, notStarted, equivalent, open, told, untold } = score
  return [name, judged, notStarted, equivalent, open, told + untold.length, told, `${percent(score)} %`]
}

/** One line for each server. */
export const shortForm = (all: readonly Published[]): string =>
  table(
    head,
    all.map(({ server, rows }) => figures(names[server], scoreOf(rows))),
  )

const quoted = (id: string) => `\`${id.replaceAll('`', "'")}\``

/** Rows by their files, in the files' order. */
const byFile = (rows: readonly MutantRow[]) =>
  [...Map.groupBy(rows, ({ file }) => file)].toSorted(([one], [other]) => (one < other ? -1 : 1))

function section({ server, seed, made, rows }: Published): string {
  const score = scoreOf(rows)
  const files = byFile(rows)
  const untold = byFile(score.untold)
  const sample =
    rows.length === made
      ? `All ${made} mutants were judged, with seed ${seed}.`
      : `${rows.length} of ${made} mutants were judged: a sample drawn with seed ${seed}.`
  const named = rows.filter(({ fate }) => fate === 'named')
  const left = score.untold.filter(({ fate }) => fate === 'left').length
  return [
    `## ${names[server]}`,
    left === 0
      ? sample
      : `${sample} Of ${left} only the parts were judged, and not the whole run: they count as survivors.`,
    `Of the killed, ${named.length} were told only as operations that never succeeded.`,
    ...(named.length === 0 ? [] : [named.map(({ id, by }) => `- ${quoted(id)}: ${by ?? ''}`).join('\n')]),
    table(
      ['File', ...head.slice(1)],
      files.map(([file, some]) => figures(quoted(file), scoreOf(some))),
    ),
    '### Survivors',
    ...(untold.length === 0 ? ['None.'] : []),
    ...untold.map(([, some]) => some.map(({ id }) => `- ${quoted(id)}`).join('\n')),
    '### Reviewed: no client could complain',
    ...reviews
      .filter((review) => review.server === server)
      .map(({ kind, why, mutants }) => {
        const judged = rows.filter(({ id }) => mutants.includes(id))
        return `- ${kind === 'open' ? 'Left open' : 'No change'} (${judged.length}): ${why}`
      }),
  ].join('\n\n')
}

/** The whole page. */
export const page = (all: readonly Published[]): string =>
  `${[
    '# Mutants that nobody wrote',
    '`npm run mutants` writes this page. StrykerJS makes each possible small change of a server: a condition is turned round, a text ' +
      'emptied, a block taken out. Touchstone judges the server with each of them, first by the operations that reach the change, ' +
      'then by the whole run without fuzzing. A mutant is killed when a `fail` or a `warn` comes of it, or when the whole run says ' +
      'that it has no verdict. It counts as killed too when the first screen names an operation that never succeeds, and that ' +
      'succeeds without the mutant; how many were told so alone stands below. Mutants that change no response, and those that change only what the specification leaves open, ' +
      'stand with a reason in `test/mutants/reviewed.json`. They do not count.',
    shortForm(all),
    ...all.map(section),
  ].join('\n\n')}\n`
