/** The figures of a load run as a table. */
import type { Figures, Load } from '../../../schemas/load.ts'

const count = (value: number) => value.toLocaleString('en')
const ms = (value: number | null) =>
  value === null ? '-' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)

const row = (name: string, of: Figures): readonly string[] => [
  name,
  count(of.count),
  of.rate.toFixed(1),
  ms(of.p50),
  ms(of.p90),
  ms(of.p95),
  ms(of.p99),
  ms(of.max),
  count(of.errors),
]

/** One row an operation, times in milliseconds, and what is to be said of the load as a whole. */
export function figuresTable(load: Load): string {
  const head = ['operation', 'requests', '/s', 'p50', 'p90', 'p95', 'p99', 'max', 'errors']
  const rows = [head, ...Object.entries(load.operations).map(([id, of]) => row(id, of)), row('all', load.total)]
  const widths = head.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)))
  const cell = (text: string, at: number) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))
  const { journeys, gaveWay, profile, durationMs, together = 0 } = load
  const before = together > 0 ? `, after ${together} of each sort at once` : ''
  const dropped = journeys.dropped > 0 ? `, ${count(journeys.dropped)} could not begin` : ''
  const broke = !gaveWay
    ? ''
    : `\nIt gave way at about ${gaveWay.rate} requests a second, ${Math.round(gaveWay.atMs / 1000)} s into the load: ${gaveWay.why}.`
  const held = gaveWay === null ? `\nIt did not give way up to the height of the shape.` : ''
  return (
    `${rows.map((cells) => `  ${cells.map(cell).join('  ')}`).join('\n')}\n` +
    `  times in milliseconds; ${profile}, ${Math.round(durationMs / 1000)} s, ${count(journeys.completed)} of ` +
    `${count(journeys.planned)} journeys${dropped}${before}${broke}${held}`
  )
}
