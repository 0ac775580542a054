/** The bar of filters above the findings. */
import type { Verdict } from '../../../../schemas/report.ts'
import { levels } from '../../../model/words.ts'
import { gravity } from '../../../model/map.ts'
import { everything, worth, type Filter } from './filter.ts'
import { html, type View } from '../html.ts'
import { number } from '../marks.ts'

type Change = (change: Partial<Filter>) => void

const valueOf = (event: Event): string =>
  // Only fields of a form have these handlers, and each has a value.
  (event.currentTarget as unknown as { readonly value: string }).value

function Select({
  name,
  value,
  options,
  onChange,
}: {
  readonly name: string
  readonly value: string
  readonly options: readonly string[]
  readonly onChange: (value: string) => void
}): View {
  return html`<label>
    <span>${name}</span>
    <select value=${value} onChange=${(event: Event) => onChange(valueOf(event))}>
      <option value="" selected=${value === ''}>all</option>
      ${options.map(
        (option) => html`<option key=${option} value=${option} selected=${value === option}>${option}</option>`,
      )}
    </select>
  </label>`
}

function Verdicts({
  filter,
  change,
  totals,
}: {
  readonly filter: Filter
  readonly change: Change
  readonly totals: Readonly<Record<Verdict, number>>
}): View {
  const toggled = (verdict: Verdict): readonly Verdict[] =>
    gravity.filter((one) => (one === verdict) !== filter.verdicts.includes(one))
  return html`<fieldset>
    <legend>Verdict</legend>
    ${gravity
      .filter((verdict) => totals[verdict] > 0 || filter.verdicts.join() !== worth.join())
      .filter((verdict) => totals[verdict] > 0)
      .map(
        (verdict) =>
          html`<label key=${verdict} class=${verdict}>
            <input
              type="checkbox"
              checked=${filter.verdicts.includes(verdict)}
              onChange=${() => {
                const next = toggled(verdict)
                change({ verdicts: next, ...(next.includes('pass') ? { view: 'results' } : {}) })
              }}
            />
            ${verdict} <small>${number(totals[verdict])}</small>
          </label>`,
      )}
  </fieldset>`
}

export function Filters({
  filter,
  change,
  groups,
  families,
  totals,
}: {
  readonly filter: Filter
  readonly change: Change
  readonly groups: readonly string[]
  readonly families: readonly string[]
  readonly totals: Readonly<Record<Verdict, number>>
}): View {
  const level = (value: string) => change({ level: levels.find((one) => one === value) ?? '' })
  const view = (value: Filter['view'], words: string) =>
    html`<button
      type="button"
      aria-pressed=${filter.view === value ? 'true' : 'false'}
      onClick=${() => change({ view: value })}
    >
      ${words}
    </button>`
  return html`<form class="filters" aria-label="Filters" onSubmit=${(event: Event) => event.preventDefault()}>
    <label class="search">
      <span>Text</span>
      <input
        type="search"
        value=${filter.text}
        placeholder="operation, check, message …"
        onInput=${(event: Event) => change({ text: valueOf(event) })}
      />
    </label>
    <${Select} name="Group" value=${filter.group} options=${groups} onChange=${(group: string) => change({ group })} />
    <${Select}
      name="Family"
      value=${filter.family}
      options=${families}
      onChange=${(family: string) => change({ family })}
    />
    <${Select} name="Level" value=${filter.level} options=${levels} onChange=${level} />
    <${Verdicts} filter=${filter} change=${change} totals=${totals} />
    <div class="views" role="group" aria-label="View">
      ${view('causes', 'By cause')}${view('results', 'Each result')}
    </div>
    <button type="button" class="reset" onClick=${() => change(everything)}>Reset</button>
  </form>`
}
