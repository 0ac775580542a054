/** A history as one page. */
import { duration } from '../html/view/marks.ts'
import { plural } from '../model/headline.ts'
import { html } from '../html/view/html.ts'
import type { Document, Row } from './document.ts'
import type { History } from './history.ts'
import { HistoryCharts } from './history-charts.ts'
import { documentPage } from './page.ts'

const when = (iso: string) => iso.slice(0, 16).replace('T', ' ')
const count = (value: number) => (value === 0 ? '' : value.toLocaleString('en'))

function momentRows({ moments }: History): readonly Row[] {
  return moments
    .map(({ started, run, serviceVersion, touchstone, totals, worse, better, causes }) => ({
      cells: [
        when(started),
        run,
        serviceVersion,
        touchstone,
        count(totals.pass),
        count(totals.fail),
        count(totals.warn),
        count(totals.inconclusive + totals.blocked),
        count(worse),
        count(better),
        Object.entries(causes)
          .map(([cause, changes]) => `${cause} (${changes})`)
          .join(', '),
      ],
      strong: worse > 0,
    }))
    .toReversed()
}

function documentOf(history: History): Document {
  const { target, moments, slowest } = history
  const [first, last] = [moments[0], moments.at(-1)]
  return {
    title: `${target}, report by report`,
    lead: [
      `${plural(moments.length, 'report')}, from ${when(first?.started ?? '')} to ${when(last?.started ?? '')} UTC.`,
      `The last: ${last?.totals.fail ?? 0} fail, ${last?.totals.warn ?? 0} warn, ${(last?.totals.pass ?? 0).toLocaleString('en')} pass.`,
    ],
    tables: [
      {
        title: 'Reports, the newest first',
        note: 'What changed since the one before, by cause; a row is marked where anything is worse. touchstone diff shows every change between two of them.',
        heads: [
          'started (UTC)',
          'run',
          'service',
          'touchstone',
          'pass',
          'fail',
          'warn',
          'undecided',
          'worse',
          'better',
          'causes',
        ],
        rows: momentRows(history),
      },
      {
        title: 'The slowest operations of the last report',
        note: '95 of 100 responses came within this time, in the first report and in the last.',
        heads: ['operation', 'first', 'last'],
        rows: slowest.map(({ operation, was, is }) => ({
          cells: [operation, was === null ? '–' : duration(was), duration(is)],
        })),
      },
    ],
  }
}

export const historyPage = (history: History): string =>
  documentPage(documentOf(history), html`<${HistoryCharts} history=${history} />`)
