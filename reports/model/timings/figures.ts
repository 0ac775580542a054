/** The figures of a load run as a table. */
import type { Figures, Load } from '../../../schemas/load.ts'

const count = (value: number) => value.toLocaleString('en')
const ms = (value: number | null) =>
  value === null ? '-' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)

/** What stands in the columns beside the operation. */
const figures: Readonly<Record<string, (of: Figures) => string>> = {
  requests: (of) => count(of.count),
  '/s': (of) => of.rate.toFixed(1),
  p50: (of) => ms(of.p50),
  p90: (of) => ms(of.p90),
  p95: (of) => ms(of.p95),
  p99: (of) => ms(of.p99),
  max: (of) => ms(of.max),
  errors: (of) => count(of.errors),
}

/** What a narrow screen does without, first of all the first; the report has it. */
const SPARED = ['p90', '/s', 'max', 'p95']

/** Rows of equal width: what all but the first column hold stands on the right. */
function table(all: readonly (readonly [name: string, of: Figures])[], titles: readonly string[]): readonly string[] {
  const cells = all.map(([name, of]) => [name, ...titles.map((title) => figures[title]?.(of) ?? '')])
  const rows = [['operation', ...titles], ...cells]
  const widths = ['', ...titles].map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const cell = (text: string, at: number) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))
  return rows.map((row) => `  ${row.map(cell).join('  ')}`)
}

/**
 * One row an operation, times in milliseconds, and what is to be said of the load as a whole.
 * @param columns of the screen, on which no row is to be broken; undefined for any width
 */
export function figuresTable(load: Load, columns = Infinity): string {
  const all = [...Object.entries(load.operations), ['all', load.total] as const]
  let titles = Object.keys(figures)
  let rows = table(all, titles)
  for (const spared of SPARED) {
    if ((rows[0]?.length ?? 0) <= columns) break
    titles = titles.filter((title) => title !== spared)
    rows = table(all, titles)
  }
  const { journeys, gaveWay, profile, durationMs, together = 0 } = load
  const before = together > 0 ? `, after ${together} of each sort at once` : ''
  const dropped = journeys.dropped > 0 ? `, ${count(journeys.dropped)} could not begin` : ''
  const broke = !gaveWay
    ? ''
    : `\nIt gave way at about ${gaveWay.rate} requests a second, ${Math.round(gaveWay.atMs / 1000)} s into the load: ${gaveWay.why}.`
  const held = gaveWay === null ? `\nIt did not give way, even at the highest rate.` : ''
  return (
    `${rows.join('\n')}\n` +
    `  times in milliseconds; ${profile}, ${Math.round(durationMs / 1000)} s, ${count(journeys.completed)} of ` +
    `${count(journeys.planned)} journeys${dropped}${before}${broke}${held}`
  )
}
