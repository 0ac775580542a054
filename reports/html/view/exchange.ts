/** One request and its response, and the line that shows it again. */
import { applyEdits, format } from 'jsonc-parser'
import type { Evidence } from '../../../schemas/report.ts'
import { html, type View } from './html.ts'
import { Block, Copy, duration } from './marks.ts'

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** JSON on several lines reads better, each value as it came: a parsed number may have lost digits. What is none stays. */
function readable(body: string): string {
  try {
    JSON.parse(body)
  } catch {
    return body
  }
  return applyEdits(body, format(body, undefined, { insertSpaces: true, tabSize: 2 }))
}

function Side({ title, lines, body, name }: Readonly<Record<'title' | 'lines' | 'body' | 'name', string>>): View {
  return html`<div class="side">
    <p class="label">${title}</p>
    ${lines !== '' && html`<${Block} text=${lines} label=${`${name}: headers`} />`}
    ${
      body === ''
        ? html`<p class="faint">no body</p>`
        : html`<${Block} text=${readable(body)} label=${`${name}: body`} />`
    }
  </div>`
}

function Exchange({ shown, name }: { readonly shown: Evidence; readonly name: string }): View {
  const { request, response, failure, curl } = shown
  const words = response ? `Response ${response.status} after ${duration(response.durationMs)}` : 'No response'
  return html`<div class="exchange">
    <p class="line">
      <code><b>${request.method}</b> ${request.url}</code>
      <span class="arrow" aria-hidden="true">→</span>
      <span class="status">${response ? response.status : (failure ?? 'no response')}</span>
    </p>
    <div class="curl">
      <${Block} text=${curl} label=${`${name}: curl`} />
      <${Copy} text=${curl} label=${`Copy the curl line of ${name}`} />
    </div>
    <details class="wire">
      <summary>Request and response</summary>
      <div class="sides">
        <${Side}
          title="Request"
          lines=${headerLines(request.headers)}
          body=${request.body ?? ''}
          name=${`Request of ${name}`}
        />
        ${
          response
            ? html`<${Side}
                title=${words}
                lines=${headerLines(response.headers)}
                body=${response.body}
                name=${`Response to ${name}`}
              />`
            : html`<div class="side">
                <p class="label">${words}</p>
                <p>${failure ?? ''}</p>
              </div>`
        }
      </div>
    </details>
  </div>`
}

export const Exchanges = ({ all, name }: { readonly all: readonly Evidence[]; readonly name: string }): View =>
  html`<div class="exchanges">
    ${all.map(
      (shown, index) =>
        html`<${Exchange} key=${index} shown=${shown} name=${all.length > 1 ? `${name}, ${index + 1}` : name} />`,
    )}
  </div>`
