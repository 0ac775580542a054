/** What a result says, in full: used by causes and by single results. */
import type { Result } from '../../../schemas/report.ts'
import type { PageClause } from '../model.ts'
import { familyOf } from '../../model/words.ts'
import { Exchanges } from './exchange.ts'
import { addressOf, everything } from './filter/filter.ts'
import { html, type View } from './html.ts'
import { Copy, Words } from './marks.ts'

export interface Lore {
  readonly claims: Readonly<Record<string, string>>
  readonly clauses: ReadonlyMap<string, PageClause>
}

const Row = ({ name, children }: { readonly name: string; readonly children?: unknown }): View =>
  html`<div class="row">
    <dt>${name}</dt>
    <dd>${children}</dd>
  </div>`

/** Two texts, one beside the other where both are there. */
function Sides({ expected, got }: Pick<Result, 'expected' | 'got'>): View {
  if (expected === undefined && got === undefined) return null
  return html`<div class="compare">
    ${
      expected !== undefined &&
      html`<div>
        <p class="label">Expected</p>
        <p class="said">${expected}</p>
      </div>`
    }
    ${
      got !== undefined &&
      html`<div class="got">
        <p class="label">Got</p>
        <p class="said">${got}</p>
      </div>`
    }
  </div>`
}

/** The command that sends it again; of a load there is no single result to send. */
const again = ({ id, check, verdict }: Result): string =>
  verdict === 'pass' || verdict === 'skipped' || familyOf(check) === 'load'
    ? ''
    : `touchstone replay '${id}' --report report.json`

/** `claimed`: the claim stands above already. */
export function Details({
  result,
  lore,
  claimed = false,
}: {
  readonly result: Result
  readonly lore: Lore
  readonly claimed?: boolean
}): View {
  const { check, clause, message, reason, supply, blockedBy, expected, got, evidence } = result
  const claim = lore.claims[check] ?? ''
  const says = lore.clauses.get(clause)?.says
  const saysMore =
    !(reason && message.includes(reason)) && !(claim !== '' && message.startsWith(claim) && got !== undefined)
  const by = blockedBy === undefined ? '' : addressOf({ ...everything, text: blockedBy, view: 'results' })
  return html`<div class="details">
    <dl>
      ${claim !== '' && !claimed && html`<${Row} name="Claim">${claim}<//>`}
      <${Row} name="Clause"><code>${clause}</code> <${Words} text=${says ?? ''} /><//>
      ${saysMore && html`<${Row} name="Found">${message}<//>`} ${reason && html`<${Row} name="Reason">${reason}<//>`}
      ${supply && html`<${Row} name="To decide">${supply}<//>`}
      ${
        again(result) !== '' &&
        html`<${Row} name="Again">
          <code>${again(result)}</code>
          <${Copy} text=${again(result)} label=${`Copy the command that tries ${result.id} again`} />
        <//>`
      }
      ${by !== '' && html`<${Row} name="Blocked by"><a href=${by}>${blockedBy}</a><//>`}
    </dl>
    <${Sides} expected=${expected} got=${got} />
    ${evidence.length > 0 && html`<${Exchanges} all=${evidence} name=${result.id} />`}
  </div>`
}
