/** What is left to do: records left on the target, entries for the target file, accepted failures that do not hold. */
import { plural } from '../../model/headline.ts'
import type { PageModel } from '../model.ts'
import { html, type View } from './html.ts'
import { Block, Copy, Heads } from './marks.ts'

export function Remains({ model }: { readonly model: PageModel }): View {
  const { leftovers, entries, unheld = [] } = model.report
  if (leftovers.length === 0 && !entries && unheld.length === 0) return null
  const file = entries ? JSON.stringify(entries, null, 2) : ''
  return html`<section id="remains" aria-labelledby="remains-title">
    <h2 id="remains-title">To do</h2>
    ${
      unheld.length > 0 &&
      html`<h3>Known failures that are not as the target file says</h3>
        <ul>
          ${unheld.map((line) => html`<li key=${line}>${line}</li>`)}
        </ul>`
    }
    ${
      leftovers.length > 0 &&
      html`<h3>Left on the target: ${plural(leftovers.length, 'record')} that could not be deleted</h3>
        <table>
          <${Heads} names=${['Kind', 'Name', 'Identifier', 'Why']} />
          <tbody>
            ${leftovers.map(
              ({ kind, name, id, why }) =>
                html`<tr key=${`${kind} ${name}`}>
                  <td>${kind}</td>
                  <td><code>${name}</code></td>
                  <td><code>${id ?? 'not known'}</code></td>
                  <td>${why}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
    }
    ${
      file !== '' &&
      html`<h3>To have inconclusive results decided, fill in and add to the target file</h3>
        <div class="curl">
          <${Block} text=${file} label="Entries for the target file" />
          <${Copy} text=${file} label="Copy the entries for the target file" />
        </div>`
    }
  </section>`
}
