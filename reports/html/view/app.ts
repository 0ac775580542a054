/** The page. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { unpack, type PageModel } from '../model.ts'
import { Coverage } from './coverage.ts'
import type { Lore } from './details.ts'
import { addressOf, everything, filterOf, type Filter } from './filter/filter.ts'
import { Findings } from './findings.ts'
import { First } from './first.ts'
import { Header } from './header.ts'
import { html, type View } from './html.ts'
import { LoadSection } from './timings/load.ts'
import { GroupMap } from './map.ts'
import { Observed } from './observed.ts'
import { Remains } from './remains.ts'
import { Theme } from './theme.ts'
import { Timings } from './timings/timings.ts'

/** The filter, kept in the address: it can be sent to somebody, and the way back leads back. */
function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const [filter, setFilter] = useState(everything)
  useEffect(() => {
    const follow = () => {
      const asked = filterOf(location.hash)
      if (location.hash === '') setFilter(everything)
      if (!asked) return
      setFilter(asked)
      document.getElementById('findings')?.scrollIntoView()
      document.getElementById('findings')?.focus({ preventScroll: true })
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const change = (next: Partial<Filter>) => {
    const whole = { ...filter, ...next }
    setFilter(whole)
    history.replaceState(null, '', addressOf(whole))
  }
  return [filter, change]
}

export function App({ model }: { readonly model: PageModel }): View {
  const results = useMemo(() => unpack(model), [model])
  const lore: Lore = useMemo(
    () => ({ claims: model.claims, clauses: new Map(model.clauses.map((clause) => [clause.id, clause])) }),
    [model],
  )
  const [filter, change] = useFilter()
  const { report } = model
  const timings = report.timings ?? {}
  const judged = results.length > 0 || !report.load
  const parts: readonly (readonly [string, string, boolean])[] = [
    ['load', 'Load', report.load !== undefined],
    ['map', 'Map', results.length > 0],
    ['findings', 'Findings', judged],
    [
      'remains',
      'To do',
      report.leftovers.length > 0 || report.entries !== undefined || (report.unheld?.length ?? 0) > 0,
    ],
    ['coverage', 'Coverage', judged],
    ['observed', 'Observed', judged],
    ['timings', 'Timings', Object.keys(timings).length > 0],
  ]
  const has = (id: string) => parts.some(([part, , there]) => part === id && there)
  return html`<a class="skip" href="#main">Skip to the report</a>
    <nav aria-label="Parts of the report">
      <span class="brand">Touchstone <small>${report.touchstone}</small></span>
      <ul>
        ${parts.filter(([, , there]) => there).map(([id, words]) => html`<li key=${id}><a href=${`#${id}`}>${words}</a></li>`)}
      </ul>
      <${Theme} />
    </nav>
    <main id="main">
      <${Header} model=${model} />
      ${report.load && html`<${LoadSection} load=${report.load} />`}
      ${has('findings') && html`<${First} first=${model.first} more=${model.more} />`}
      ${has('map') && html`<${GroupMap} results=${results} groups=${model.groups} />`}
      ${
        has('findings') &&
        html`<${Findings} model=${model} results=${results} lore=${lore} filter=${filter} change=${change} />`
      }
      <${Remains} model=${model} />
      ${has('coverage') && html`<${Coverage} model=${model} results=${results} />`}
      ${has('observed') && html`<${Observed} observed=${report.observed} />`}
      ${has('timings') && html`<${Timings} timings=${timings} />`}
    </main>
    <footer>
      Run ${report.run} of Touchstone ${report.touchstone}, seed ${report.seed}. Nothing on this page is fetched from
      anywhere; the access token is nowhere in it.
    </footer>`
}
