/** What the target does where the specification is silent: worth knowing, held against nobody. */
import { isObject, type JsonObject } from '../../../schemas/json-object.ts'
import { html, type View } from './html.ts'
import { Block, Heads, number } from './marks.ts'

/** The kinds of answer that a run learns before it judges, and what they answer. */
const answers: Readonly<Record<string, string>> = {
  refusals: 'To a request without the right token',
  unknownPaths: 'To a path that does not exist',
  wrongMethods: 'To another method on a read',
  unknownIds: 'To an unknown identifier',
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

/** Characters of a message that are enough to know it by. */
const ENOUGH = 300

const short = (text: string): string =>
  text.length > ENOUGH ? `${text.slice(0, ENOUGH)} … (whole in report.json)` : text

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

function Answers({ observed }: { readonly observed: JsonObject }): View {
  const rows = Object.entries(answers).flatMap(([key, words]) => {
    const all = observed[key]
    return Array.isArray(all) ? all.filter(isObject).map((response) => ({ words, response })) : []
  })
  if (rows.length === 0) return null
  return html`<table class="answers">
    <caption>
      How it refuses (a middle dot stands for what differs from response to response)
    </caption>
    <${Heads} names=${['Asked', 'Status', 'Code', 'Message']} />
    <tbody>
      ${rows.map(
        ({ words, response }, index) =>
          html`<tr key=${index}>
            <td>${rows[index - 1]?.words === words ? html`<span class="hidden">${words}</span>` : words}</td>
            <td class="figure">${textOf(response['status'] ?? '')}</td>
            <td><code>${textOf(response['code'] ?? '')}</code></td>
            <td class="said">${short(textOf(response['message'] ?? ''))}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function Ways({ ways }: { readonly ways: JsonObject }): View {
  const rows = Object.entries(ways).flatMap(([question, way]) => (isObject(way) ? [{ question, way }] : []))
  if (rows.length === 0) return null
  return html`<table class="ways">
    <caption>
      What it takes and what it refuses, asked of all its operations
    </caption>
    <${Heads} names=${['Where', 'refused', 'taken', 'Those that differ']} />
    <tbody>
      ${rows.map(({ question, way }) => {
        const [refused, taken] = [countOf(way['refused']), countOf(way['taken'])]
        const outliers = Array.isArray(way['outliers']) ? way['outliers'] : []
        const share = (100 * refused) / (refused + taken || 1)
        return html`<tr key=${question}>
          <td>${question}</td>
          <td class="figure">${number(refused)}</td>
          <td class="figure">
            ${number(taken)}
            <span class="split" aria-hidden="true"><i style=${{ width: `${share}%` }}></i></span>
          </td>
          <td>${outliers.map((one, index) => html`<code key=${index}>${textOf(one)}</code> `)}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

export function Observed({ observed }: { readonly observed: JsonObject }): View {
  const { ways, ...rest } = observed
  const others = Object.entries(rest).filter(([key]) => !(key in answers))
  const any = Object.keys(observed).length > 0
  return html`<section id="observed" aria-labelledby="observed-title">
    <h2 id="observed-title">Observed where the specification is silent</h2>
    ${!any && html`<p class="faint">Nothing.</p>`}
    <${Answers} observed=${observed} />
    ${isObject(ways) && html`<${Ways} ways=${ways} />`}
    ${others.map(
      ([key, value]) =>
        html`<div key=${key}>
          <h3>${key}</h3>
          <${Block} text=${JSON.stringify(value, null, 2)} label=${`Observed: ${key}`} />
        </div>`,
    )}
  </section>`
}
