/** What was covered: operations and clauses, and of what was not judged, why. */
import type { Result } from '../../../schemas/report.ts'
import { neverSucceeded, plural } from '../../model/headline.ts'
import type { PageClause, PageModel } from '../model.ts'
import { gravity } from '../../model/map.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { Heads, Mark, number, Words } from './marks.ts'

/** Results that say something of the target. */
const judged = (result: Result) => !['inconclusive', 'blocked', 'skipped', 'error'].includes(result.verdict)

/** The operations of which nothing was judged, by why. */
function unjudged(model: PageModel, results: readonly Result[]): ReadonlyMap<string, readonly string[]> {
  const byOperation = Map.groupBy(results, ({ operation }) => operation)
  const left = model.operations.flatMap(({ id }) => {
    const all = byOperation.get(id) ?? []
    if (all.some(judged)) return []
    const first = all.find(({ verdict }) => verdict !== 'skipped') ?? all[0]
    return [{ id, why: first ? (first.reason ?? first.message) : 'not selected in this run, or not reached by it' }]
  })
  const byWhy = Map.groupBy(left, ({ why }) => why)
  return new Map([...byWhy].map(([why, all]) => [why, all.map(({ id }) => id)]))
}

const isJudged = ({ verdict }: PageClause) =>
  !['not judged', 'left open', 'inconclusive', 'blocked', 'skipped'].includes(verdict)

function Bar({ part, all, words }: { readonly part: number; readonly all: number; readonly words: string }): View {
  return html`<div class="meter">
    <div aria-hidden="true"><i style=${{ width: `${(100 * part) / (all || 1)}%` }}></i></div>
    <p><b>${number(part)}</b> of ${number(all)} ${words}</p>
  </div>`
}

function ClauseRow({ clause }: { readonly clause: PageClause }): View {
  const { id, says, verdict, why, checks } = clause
  const linked = checks.length > 0 && verdict !== 'not judged' && verdict !== 'left open'
  const href = addressOf({ ...everything, text: id, verdicts: gravity, view: 'results' })
  return html`<tr>
    <th scope="row">${linked ? html`<a href=${href}><code>${id}</code></a>` : html`<code>${id}</code>`}</th>
    <td><${Words} text=${says} />${why && html`<span class="why">${why}</span>`}</td>
    <td><${Mark} verdict=${verdict} /></td>
  </tr>`
}

function Heading({ where, all }: { readonly where: string; readonly all: readonly PageClause[] }): View {
  const open = all.every(({ verdict }) => verdict === 'left open')
  const words = open ? plural(all.length, 'clause') : `${all.filter(isJudged).length} of ${all.length} judged`
  const bad = all.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').length
  return html`<details class="heading">
    <summary>
      <span class="title">${where}</span>
      ${bad > 0 && html`<span class="bad">${plural(bad, 'breach', 'breaches')}</span>`}
      <span class="count">${words}</span>
    </summary>
    <table class="clauses">
      <${Heads} names=${['Clause', 'Says', 'Verdict']} />
      <tbody>
        ${all.map((clause) => html`<${ClauseRow} key=${clause.id} clause=${clause} />`)}
      </tbody>
    </table>
  </details>`
}

/** More operations than these are folded. */
const FEW = 30

const Names = ({ ids }: { readonly ids: readonly string[] }): View =>
  html`<p class="names">${ids.map((id) => html`<code key=${id}>${id}</code> `)}</p>`

export function Coverage({ model, results }: { readonly model: PageModel; readonly results: readonly Result[] }): View {
  const { called, clauses } = model
  const asserted = clauses.filter(({ verdict }) => verdict !== 'left open')
  const silent = clauses.filter(({ verdict }) => verdict === 'left open')
  const left = unjudged(model, results)
  const refused = neverSucceeded(called, results)
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <div class="meters">
      <${Bar} part=${called.exercised} all=${called.total} words="operations called" />
      <${Bar} part=${called.succeeded} all=${called.total} words="operations succeeded at least once" />
      <${Bar} part=${asserted.filter(isJudged).length} all=${asserted.length} words="clauses judged" />
    </div>
    <h3>Operations of which nothing was judged</h3>
    ${
      left.size === 0
        ? html`<p class="faint">None.</p>`
        : html`<ul class="unjudged">
            ${[...left].map(
              ([why, ids]) =>
                html`<li key=${why}>
                  <b>${number(ids.length)}</b> ${why}
                  ${
                    ids.length > FEW
                      ? html`<details>
                          <summary>which</summary>
                          <${Names} ids=${ids} />
                        </details>`
                      : html`<${Names} ids=${ids} />`
                  }
                </li>`,
            )}
          </ul>`
    }
    ${
      refused.length > 0 &&
      html`<h3>Operations that were called and never succeeded</h3>
        <p class="faint">
          They never succeeded, so only their errors were judged. An error is a legal response to any request, and does
          not count against the target.
        </p>
        <details class="heading">
          <summary><span class="title">${plural(refused.length, 'operation')}</span></summary>
          <${Names} ids=${refused} />
        </details>`
    }
    <h3>Clauses</h3>
    ${[...Map.groupBy(asserted, ({ where }) => where)].map(
      ([where, all]) => html`<${Heading} key=${where} where=${where} all=${all} />`,
    )}
    ${silent.length > 0 && html`<${Heading} where="Left open by the specification" all=${silent} />`}
  </section>`
}
