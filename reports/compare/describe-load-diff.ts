/** A difference between two loads in tables: figures that are worse first, then findings, then all figures. */
import { plural } from '../model/headline.ts'
import type { Document, Row, Table } from './document.ts'
import type { Compared, LoadDiff, Metric } from './load-diff.ts'
import { diffDocument } from './describe-diff.ts'

const words: Readonly<Record<Metric, string>> = {
  p50: 'p50, ms',
  p95: 'p95, ms',
  p99: 'p99, ms',
  errors: 'errors, %',
}

const number = (value: number | null) =>
  value === null ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)

const signed = ({ metric, change }: Compared) =>
  change === null
    ? '–'
    : `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} ${metric === 'errors' ? 'points' : '%'}`

const chance = (p: number | null) => (p === null ? 'too few slices' : p < 0.0001 ? '< 0.0001' : p.toFixed(4))

function changed(title: string, { rows }: LoadDiff, of: 'worse' | 'better'): readonly Table[] {
  const found = rows.flatMap(({ operation, compared }) =>
    compared
      .filter((one) => one[of])
      .map((one): Row => {
        const cells = [operation, words[one.metric], number(one.was), number(one.is), signed(one), chance(one.p)]
        return { cells, strong: of === 'worse' }
      }),
  )
  const heads = ['operation', 'figure', 'was', 'is', 'change', 'p']
  return found.length === 0 ? [] : [{ title: `${title} (${found.length})`, heads, rows: found }]
}

function all({ rows }: LoadDiff): Table {
  const heads = ['operation', ...Object.values(words).flatMap((word) => [word, 'then'])]
  return {
    title: 'All figures',
    note: 'Each figure as it was, and as it is.',
    heads,
    rows: rows.map(({ operation, compared }) => ({
      cells: [operation, ...compared.flatMap(({ was, is }) => [number(was), number(is)])],
    })),
  }
}

export function loadDiffDocument(diff: LoadDiff): Document {
  const { worse, better, tolerance, tooFew, findings } = diff
  const verdict = [
    worse > 0 ? `${plural(worse, 'figure or finding')} worse` : 'nothing is worse',
    ...(better > 0 ? [`${better.toLocaleString('en')} better`] : []),
  ].join(', ')
  const { lead, tables } = diffDocument(findings)
  return {
    title: `From one load to the next: ${verdict}`,
    lead: [
      ...lead,
      `A figure is worse if it is more than ${tolerance} % above what it was, and the slices of time differ by more than chance ` +
        `(Mann-Whitney, Holm-corrected, at 1 %).`,
      ...(tooFew.length > 0
        ? [
            `Too few slices to tell, of ${plural(tooFew.length, 'operation')}: a longer --duration or a higher --rate would tell.`,
          ]
        : []),
    ],
    tables: [
      ...changed('Worse figures', diff, 'worse'),
      ...changed('Better figures', diff, 'better'),
      ...tables,
      all(diff),
    ],
  }
}
