/** What was found: by cause or result by result, as the filters say. */
import { useMemo, useState } from 'preact/hooks'
import type { Result, Verdict } from '../../../schemas/report.ts'
import { familyOf } from '../../model/words.ts'
import { plural } from '../../model/headline.ts'
import type { PageModel } from '../model.ts'
import { Cause, causes } from './causes.ts'
import { Details, type Lore } from './details.ts'
import { addressOf, everything, fitting, type Filter } from './filter/filter.ts'
import { Filters } from './filter/filters.ts'
import { html, type View } from './html.ts'
import { duration, Mark, number } from './marks.ts'

/** So many at first, and with each press so many more. */
const STEP = 100
const MORE = 500

/** A cause is opened unasked while there are few. */
const FEW = 3

/** As the token is shown in evidence. */
const PLACEHOLDER = '<ACCESS_TOKEN>'

/** So many are whole from the start, for readers without scripts; the others when they are opened. */
const READY = 25

function ResultLine({
  result,
  lore,
  alone,
}: {
  readonly result: Result
  readonly lore: Lore
  /** Whether it is all that is shown: then it is what the address leads to. */
  readonly alone: boolean
}): View {
  const [open, setOpen] = useState(alone)
  const onToggle = (event: Event) =>
    // The handler stands on a details element alone.
    setOpen((event.currentTarget as unknown as { readonly open: boolean }).open)
  return html`<details class=${`result ${result.verdict}`} open=${open} onToggle=${onToggle}>
    <summary>
      <${Mark} verdict=${result.verdict} />
      <code class="operation">${result.operation}</code>
      <code class="check">${result.check}</code>
      <span class="text">${result.got ?? result.reason ?? result.message}</span>
      <span class="count">${duration(result.durationMs)}</span>
    </summary>
    ${open && html`<div class="inside"><${Details} result=${result} lore=${lore} /></div>`}
  </details>`
}

function More({ left, onClick }: { readonly left: number; readonly onClick: () => void }): View {
  if (left <= 0) return null
  return html`<button type="button" class="further" onClick=${onClick}>
    Show ${number(Math.min(left, MORE))} more of ${number(left)}
  </button>`
}

export function Findings({
  model,
  results,
  lore,
  filter,
  change,
}: {
  readonly model: PageModel
  readonly results: readonly Result[]
  readonly lore: Lore
  readonly filter: Filter
  readonly change: (change: Partial<Filter>) => void
}): View {
  const [most, setMost] = useState(STEP)
  const families = useMemo(() => [...new Set(results.map(({ check }) => familyOf(check)))].toSorted(), [results])
  const found = useMemo(() => fitting(results, filter, model.claims), [results, filter, model])
  const grouped = useMemo(
    () => (filter.view === 'causes' ? causes(found, model.claims) : []),
    [found, filter.view, model],
  )
  const count =
    filter.view === 'causes'
      ? `${causesInWords(grouped)}, ${plural(found.length, 'result')}`
      : plural(found.length, 'result')
  const all = filter.view === 'causes' ? grouped.length : found.length
  return html`<section id="findings" aria-labelledby="findings-title" tabindex="-1">
    <h2 id="findings-title">Findings <span class="faint" role="status">${count}</span></h2>
    ${
      results.length > 0 &&
      html`<${Filters}
        filter=${filter}
        change=${(next: Partial<Filter>) => {
          setMost(STEP)
          change(next)
        }}
        groups=${model.groups}
        families=${families}
        totals=${model.report.totals}
      />`
    }
    ${
      found.some(({ evidence }) => evidence.length > 0) &&
      html`<p class="hint">
        In a curl line, <code>${PLACEHOLDER}</code> stands for the access token: put yours there. Altered tokens are
        described under Expected. The run’s records no longer exist: <code>touchstone replay</code> creates new ones.
      </p>`
    }
    ${all === 0 && html`<p class="empty">Nothing here: ${emptyWords(results, filter)}</p>`}
    <div class="list">
      ${
        filter.view === 'causes'
          ? grouped
              .slice(0, most)
              .map(
                (cause, index) =>
                  html`<${Cause}
                    key=${cause.key}
                    cause=${cause}
                    lore=${lore}
                    open=${index < FEW}
                    ready=${index < READY}
                  />`,
              )
          : found
              .slice(0, most)
              .map(
                (result) =>
                  html`<${ResultLine} key=${result.id} result=${result} lore=${lore} alone=${found.length === 1} />`,
              )
      }
    </div>
    <${More} left=${all - most} onClick=${() => setMost(most + MORE)} />
  </section>`
}

/** Of failures as many as the headline says; what else is told stands beside them. */
function causesInWords(grouped: readonly { readonly verdict: Verdict }[]): string {
  const failing = grouped.filter(({ verdict }) => verdict === 'fail').length
  const others = grouped.length - failing
  if (failing === 0) return plural(others, 'finding')
  return plural(failing, 'cause') + (others === 0 ? '' : ` of failures, ${plural(others, 'further finding')}`)
}

function emptyWords(results: readonly Result[], filter: Filter): string {
  if (results.length === 0) return 'the run judged nothing.'
  if (addressOf(filter) === addressOf(everything)) return 'every result is a pass, or was skipped.'
  if (filter.view === 'causes' && filter.verdicts.every((verdict) => verdict === 'pass'))
    return 'passes have no cause; each result shows them.'
  return 'no result fits these filters.'
}
