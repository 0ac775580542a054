/** What to look at first: the gravest causes, above everything that is only overview. */
import type { Result } from '../../../schemas/report.ts'
import { plural } from '../../model/headline.ts'
import { causes } from './causes.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { Mark } from './marks.ts'

/** More are read in the list of findings. */
const FIRST = 3

export function First({
  results,
  claims,
}: {
  readonly results: readonly Result[]
  readonly claims: Readonly<Record<string, string>>
}): View | null {
  const graves = results.filter(({ verdict }) => verdict === 'error' || verdict === 'fail' || verdict === 'warn')
  const found = causes(graves, claims)
  if (found.length === 0) return null
  const left = found.length - FIRST
  return html`<section id="first" aria-labelledby="first-title">
    <h2 id="first-title">Look at these first</h2>
    <ol class="first">
      ${found.slice(0, FIRST).map(({ key, verdict, title, text, came, results: all }) => {
        const href = addressOf({ ...everything, text: all[0]?.check ?? '', verdicts: [verdict] })
        return html`<li key=${key}>
          <${Mark} verdict=${verdict} /> <a href=${href}><code>${title}</code></a> <span>${text}</span>
          ${came && html`<span class="came">${came}</span>`}
          <span class="faint">${plural(all.length, 'result')}</span>
        </li>`
      })}
    </ol>
    ${left > 0 && html`<p class="faint"><a href="#findings">${plural(left, 'further cause')}</a> below</p>`}
  </section>`
}
