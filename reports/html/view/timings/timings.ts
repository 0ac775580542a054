/** How long each operation's responses took: a table that can be sorted, and a bar from the median to the 95th percentile. */
import { useState } from 'preact/hooks'
import type { Timing } from '../../../../schemas/report.ts'
import { plural } from '../../../model/headline.ts'
import { html, type View } from '../html.ts'
import { number } from '../marks.ts'

type Column = 'operation' | keyof Timing
interface Line extends Timing {
  readonly operation: string
}

const columns: readonly (readonly [Column, string])[] = [
  ['operation', 'Operation'],
  ['answers', 'Responses'],
  ['p50', 'Median, ms'],
  ['p95', 'p95, ms'],
  ['max', 'Longest, ms'],
]

/** So many lines at first. */
const FEW = 15

const sorted = (lines: readonly Line[], by: Column, down: boolean): readonly Line[] =>
  lines.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]]
    const order = typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other))
    return down ? -order : order
  })

/** On a scale that gives ten times the time the same way everywhere: responses differ by orders of magnitude. */
function Range({ line, most }: { readonly line: Line; readonly most: number }): View {
  const at = (ms: number) => `${(100 * Math.log1p(ms * 10)) / Math.log1p(most * 10)}%`
  return html`<svg class="range" width="100%" height="12" aria-hidden="true">
    <line x1="0" x2="100%" y1="6" y2="6" class="rail" />
    <line x1=${at(line.p50)} x2=${at(line.max)} y1="6" y2="6" class="tail" />
    <line x1=${at(line.p50)} x2=${at(line.p95)} y1="6" y2="6" class="body" />
    <circle cx=${at(line.p50)} cy="6" r="3.5" />
  </svg>`
}

export function Timings({ timings }: { readonly timings: Readonly<Record<string, Timing>> }): View {
  const [by, setBy] = useState<Column>('p95')
  const [down, setDown] = useState(true)
  const [all, setAll] = useState(false)
  const lines = Object.entries(timings).map(([operation, timing]) => ({ operation, ...timing }))
  const most = Math.max(1, ...lines.map(({ max }) => max))
  const shown = sorted(lines, by, down).slice(0, all ? lines.length : FEW)
  const sort = (column: Column) => {
    setDown(column === by ? !down : column !== 'operation')
    setBy(column)
  }
  return html`<section id="timings" aria-labelledby="timings-title">
    <h2 id="timings-title">Timings <span class="faint">${plural(lines.length, 'operation')}</span></h2>
    <p class="faint">
      Of every response of this run, from sending to the last byte, several requests under way at once. Not a load test.
      The bar goes from the median (dot) over the 95th percentile to the longest response, on a logarithmic scale.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Timings by operation">
      <table class="timings">
        <thead>
          <tr>
            ${columns.map(
              ([column, words]) =>
                html`<th
                  scope="col"
                  key=${column}
                  aria-sort=${by === column ? (down ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" onClick=${() => sort(column)}>${words}</button>
                </th>`,
            )}
            <td class="wide"></td>
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (line) =>
              html`<tr key=${line.operation}>
                <th scope="row"><code>${line.operation}</code></th>
                <td class="figure">${number(line.answers)}</td>
                <td class="figure">${line.p50.toFixed(1)}</td>
                <td class="figure">${line.p95.toFixed(1)}</td>
                <td class="figure">${line.max.toFixed(1)}</td>
                <td class="wide"><${Range} line=${line} most=${most} /></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      !all &&
      lines.length > FEW &&
      html`<button type="button" class="further" onClick=${() => setAll(true)}>
        Show all ${number(lines.length)} operations
      </button>`
    }
  </section>`
}
