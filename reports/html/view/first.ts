/** What to mend first, above everything that is only overview. */
import type { PageModel } from '../model.ts'
import { plural } from '../../model/headline.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { Mark } from './marks.ts'

/** So many operations are named. */
const NAMED = 3

function seenOn(operations: readonly string[]): string {
  const rest = operations.length - NAMED
  const named = operations.slice(0, NAMED).join(', ')
  return `on ${plural(operations.length, 'operation')}: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

export function First({ first, more }: Pick<PageModel, 'first' | 'more'>): View | null {
  if (first.length === 0) return null
  return html`<section id="first" aria-labelledby="first-title">
    <h2 id="first-title">Mend first</h2>
    <ol class="first">
      ${first.map(({ verdict, check, says, todo, count, operations }) => {
        const href = addressOf({ ...everything, text: check ?? '', verdicts: [verdict] })
        return html`<li key=${check ?? todo}>
          <${Mark} verdict=${verdict} /> ${check !== null && html`<a href=${href}><code>${check}</code></a> `}
          <span>${says}</span>
          <span class="todo"><b>Do:</b> ${todo}</span>
          ${operations.length > 0 && html`<span class="faint">${plural(count, 'result')} ${seenOn(operations)}</span>`}
        </li>`
      })}
    </ol>
    ${more > 0 && html`<p class="faint"><a href="#findings">${plural(more, 'further cause')}</a> below</p>`}
  </section>`
}
