/** A comparison as a page. */
import type { VNode } from 'preact'
import { staticPage } from '../html/page-frame.ts'
import { html, type View } from '../html/view/html.ts'
import { Mark } from '../html/view/marks.ts'
import { printable } from '../model/printable.ts'
import type { Cell, Document, Table } from './document.ts'
import { compareStyle } from './style.ts'

/** Not even the colours that a screen may show. */
const safe = (text: string): string => printable(text).replaceAll('\u001B', String.raw`\u001b`)

const CellView = ({ cell }: { readonly cell: Cell }): View =>
  typeof cell === 'string'
    ? html`<span>${safe(cell)}</span>`
    : cell.verdict === 'none'
      ? html`<span class="faint">–</span>`
      : html`<${Mark} verdict=${cell.verdict} />`

function TableView({ table: { title, note, heads, rows } }: { readonly table: Table }): View {
  return html`<section>
    <h2>${safe(title)}</h2>
    ${note !== undefined && html`<p class="faint">${safe(note)}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${safe(title)}>
      <table>
        <thead>
          <tr>
            ${heads.map((head, at) => html`<th scope="col" key=${at}>${safe(head)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ cells, strong = false }, nth) =>
              html`<tr key=${nth} class=${strong ? 'strong' : ''}>
                ${cells.map((cell, at) =>
                  at === 0
                    ? html`<th scope="row" key=${at}><${CellView} cell=${cell} /></th>`
                    : html`<td key=${at}><${CellView} cell=${cell} /></td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

/** @param charts what is drawn between the lead and the tables */
export function documentPage({ title, lead, tables }: Document, charts: View = null): string {
  const body = html`<main>
    <header>
      <h1>${safe(title)}</h1>
      ${lead.map((sentence, at) => html`<p key=${at}>${safe(sentence)}</p>`)}
    </header>
    ${charts} ${tables.map((table) => html`<${TableView} key=${table.title} table=${table} />`)}
  </main>`
  // One element, which htm types as one or many.
  return staticPage(safe(title), compareStyle, body as VNode)
}
