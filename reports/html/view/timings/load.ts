/** A load run: what was sent, how it was answered over time, and the figures of each operation. */
import type { Figures, Load } from '../../../../schemas/load.ts'
import { plural } from '../../../model/headline.ts'
import { html, type View } from '../html.ts'
import { duration, number } from '../marks.ts'

const ms = (value: number | null): string => (value === null ? '–' : value.toFixed(value < 100 ? 1 : 0))
const perSecond = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

const heads = ['Requests', 'A second', 'p50', 'p90', 'p95', 'p99', 'Longest', 'Errors']

const Cells = ({ figures, limit }: { readonly figures: Figures; readonly limit?: number | undefined }): View =>
  html`<td class="figure">${number(figures.count)}</td>
    <td class="figure">${perSecond(figures.rate)}</td>
    <td class="figure">${ms(figures.p50)}</td>
    <td class="figure">${ms(figures.p90)}</td>
    <td class=${`figure ${limit !== undefined && (figures.p95 ?? Infinity) > limit ? 'over' : ''}`}>
      ${ms(figures.p95)}${limit !== undefined && html` <small>≤ ${number(limit)}</small>`}
    </td>
    <td class="figure">${ms(figures.p99)}</td>
    <td class="figure">${ms(figures.max)}</td>
    <td class=${`figure ${figures.errors > 0 ? 'over' : ''}`}>${number(figures.errors)}</td>`

const Head = ({ first }: { readonly first: string }): View =>
  html`<thead>
    <tr>
      <th scope="col">${first}</th>
      ${heads.map((head) => html`<th scope="col" class="figure" key=${head}>${head}</th>`)}
    </tr>
  </thead>`

/** Where a chart is drawn once the page is there; the table below says the same to those who can't see it. */
const Chart = ({ name, title, words }: Readonly<Record<'name' | 'title' | 'words', string>>): View =>
  html`<figure>
    <figcaption>${title}</figcaption>
    <div class="chart" data-chart=${name} role="img" aria-label=${words}></div>
  </figure>`

function peakOf(load: Load): string {
  const worst = load.series.toSorted((a, b) => (b.p95 ?? 0) - (a.p95 ?? 0))[0]
  return typeof worst?.p95 !== 'number'
    ? 'nothing was answered'
    : `the highest 95th percentile is ${ms(worst.p95)} ms, ${duration(worst.atMs)} after the start`
}

function Said({ load }: { readonly load: Load }): View {
  const { journeys, gaveWay } = load
  return html`<p>
      ${
        `${load.scenario}, ${load.profile}: ${duration(load.durationMs)} with k6 ${load.k6}` +
        `${load.segment === null ? '' : `, segment ${load.segment}`}. ` +
        `${plural(journeys.planned, 'journey')} planned, ${number(journeys.begun)} begun, ` +
        `${number(journeys.completed)} completed, ${number(journeys.dropped)} dropped.` +
        (load.together ? ` Before it, ${load.together} of each sort were walked at once; they are in no figure.` : '') +
        (load.cpu === null ? '' : ` k6 took ${load.cpu.toFixed(2)} of a core.`)
      }
    </p>
    ${load.invalid !== null && html`<p class="alert">These figures are no result: ${load.invalid}</p>`}
    ${
      gaveWay &&
      html`<p class="alert">
        ${`The target gave way at about ${perSecond(gaveWay.rate)} requests a second, ${duration(gaveWay.atMs)} after the start: ${gaveWay.why}`}
      </p>`
    }
    ${gaveWay === null && html`<p>The target did not give way.</p>`}`
}

export function LoadSection({ load }: { readonly load: Load }): View {
  const begun = `${perSecond(load.total.rate)} requests a second on average, ${number(load.total.errors)} errors`
  return html`<section id="load" aria-labelledby="load-title">
    <h2 id="load-title">Load</h2>
    <${Said} load=${load} />
    <div class="charts">
      <${Chart} name="latency" title="Latency, ms" words=${`Latency over time: ${peakOf(load)}`} />
      <${Chart} name="rate" title="Requests and errors a second" words=${`Requests over time: ${begun}`} />
      <${Chart}
        name="journeys"
        title="Journeys a second, planned and begun"
        words=${`Journeys over time: ${number(load.journeys.dropped)} dropped of ${number(load.journeys.planned)}`}
      />
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label="Load by operation">
      <table class="load">
        <caption>
          By operation, times in milliseconds
        </caption>
        <${Head} first="Operation" />
        <tbody>
          <tr class="all">
            <th scope="row">all</th>
            <${Cells} figures=${load.total} />
          </tr>
          ${Object.entries(load.operations).map(
            ([id, figures]) =>
              html`<tr key=${id}>
                <th scope="row"><code>${id}</code></th>
                <${Cells} figures=${figures} limit=${figures.limit?.p95} />
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <details class="heading">
      <summary><span class="title">Over time, as a table</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Load over time">
        <table class="load">
          <${Head} first="After" />
          <tbody>
            ${load.series.map(
              (point) =>
                html`<tr key=${point.atMs}>
                  <th scope="row">${duration(point.atMs)}</th>
                  <${Cells} figures=${point} />
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`
}
