/** What is drawn of a history: bars of verdicts, and lines of times, as plain SVG. */
import type { Verdict } from '../../schemas/report.ts'
import { gravity } from '../model/map.ts'
import { html, type View } from '../html/view/html.ts'
import { duration, number } from '../html/view/marks.ts'
import type { History, Moment } from './history.ts'

type Totals = Moment['totals']

const day = (iso: string) => iso.slice(0, 10)

/** What is not a pass: beside thousands of passes a handful of failures would not be seen. */
const shown: readonly Verdict[] = gravity.filter((verdict) => verdict !== 'pass')

const others = (totals: Totals) => shown.reduce((sum, verdict) => sum + totals[verdict], 0)

/** The next number that begins with 1, 2 or 5. */
function ceiling(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)))
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= value) ?? value
}

function Bars({
  each,
  width,
  height,
  label,
}: {
  each: readonly Totals[]
  width: number
  height: number
  label: string
}): View {
  const top = ceiling(Math.max(1, ...each.map(others)))
  const step = width / each.length
  const bars = each.flatMap((totals, at) => {
    let y = height
    return shown.flatMap((verdict) => {
      const tall = (totals[verdict] / top) * height
      if (tall === 0) return []
      y -= tall
      const wide = Math.min(step * 0.8, 48)
      return [
        html`<rect
          key=${`${at} ${verdict}`}
          class=${`bar ${verdict}`}
          x=${(at + 0.5) * step - wide / 2}
          y=${y}
          width=${wide}
          height=${tall}
        ></rect>`,
      ]
    })
  })
  return html`<svg viewBox=${`-34 -8 ${width + 40} ${height + 14}`} role="img" aria-label=${label}>
    <line class="axis" x1="0" x2=${width} y1=${height} y2=${height}></line>
    <line class="axis" x1="0" x2=${width} y1="0" y2="0"></line>
    <text x="-6" y="4" text-anchor="end">${number(top)}</text>
    <text x="-6" y=${height + 4} text-anchor="end">0</text>
    ${bars}
  </svg>`
}

function Lines({ moments, width, height }: { moments: readonly Moment[]; width: number; height: number }): View {
  const top = ceiling(Math.max(1, ...moments.map(({ p95 }) => p95 ?? 0)))
  const step = width / moments.length
  const points = (of: 'p50' | 'p95') =>
    moments.flatMap((moment, at) => {
      const value = moment[of]
      return value === null ? [] : [{ x: (at + 0.5) * step, y: height - (value / top) * height }]
    })
  const line = (of: 'p50' | 'p95') =>
    html`<g key=${of}>
      <polyline
        class=${`line ${of}`}
        points=${points(of)
          .map(({ x, y }) => `${x},${y}`)
          .join(' ')}
      ></polyline>
      ${points(of).map(({ x, y }) => html`<circle key=${x} class=${`dot ${of}`} cx=${x} cy=${y} r="2.6"></circle>`)}
    </g>`
  const label = `Median times from ${day(moments[0]?.started ?? '')} to ${day(moments.at(-1)?.started ?? '')}`
  return html`<svg viewBox=${`-54 -8 ${width + 60} ${height + 26}`} role="img" aria-label=${label}>
    <line class="axis" x1="0" x2=${width} y1=${height} y2=${height}></line>
    <line class="axis" x1="0" x2=${width} y1="0" y2="0"></line>
    <text x="-6" y="4" text-anchor="end">${duration(top)}</text>
    <text x="-6" y=${height + 4} text-anchor="end">0</text>
    <text x="0" y=${height + 16}>${day(moments[0]?.started ?? '')}</text>
    <text x=${width} y=${height + 16} text-anchor="end">${day(moments.at(-1)?.started ?? '')}</text>
    ${line('p50')}${line('p95')}
  </svg>`
}

const emptied = (totals: Totals | undefined, like: Totals): Totals =>
  // The same keys, each with nothing.
  totals ?? (Object.fromEntries(Object.keys(like).map((verdict) => [verdict, 0])) as unknown as Totals)

export function HistoryCharts({ history: { moments } }: { readonly history: History }): View {
  const families = [...new Set(moments.flatMap(({ families: own }) => Object.keys(own)))].toSorted()
  const all = moments.map(({ totals }) => totals)
  const there = shown.filter((verdict) => all.some((totals) => totals[verdict] > 0))
  return html`<section aria-labelledby="verdicts">
      <h2 id="verdicts">Verdicts, report by report</h2>
      <p class="faint">Results that did not pass; those that did stand in the table below.</p>
      <${Bars} each=${all} width=${1100} height=${150} label="Results that did not pass, report by report" />
      <ul class="legend">
        ${there.map((verdict) => html`<li key=${verdict} class=${verdict}><i></i>${verdict}</li>`)}
      </ul>
    </section>
    <section aria-labelledby="families">
      <h2 id="families">By family of checks</h2>
      <div class="families">
        ${families.map((family) => {
          const each = moments.map(({ families: own, totals }) => emptied(own[family], totals))
          const label = `${family}: results that did not pass, report by report`
          return html`<div key=${family}>
            <h3>${family}</h3>
            <${Bars} each=${each} width=${220} height=${60} label=${label} />
          </div>`
        })}
      </div>
    </section>
    <section aria-labelledby="times">
      <h2 id="times">Times</h2>
      <p class="faint">Medians of all operations: how soon half of the responses came, and 95 of 100.</p>
      <${Lines} moments=${moments} width=${1080} height=${150} />
      <ul class="legend">
        <li class="p50"><i></i>half</li>
        <li class="p95"><i></i>95 of 100</li>
      </ul>
    </section>`
}
