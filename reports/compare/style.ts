/** How comparisons look, on the screen and on paper. */
import { palette } from '../html/palette.ts'

export const compareStyle = `${palette}${
  /* css */ `
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
h1, h2, p, figure, ul { margin: 0; padding: 0 }
main { max-width: 1280px; margin: 0 auto; padding: 1rem 1.25rem 2rem }
header, section { margin-top: 1rem; padding: 1.1rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
header { border-top: 4px solid var(--accent) }
h1 { font-size: 1.5rem; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; font-weight: 650; margin-bottom: 0.4rem }
header p { margin-top: 0.3rem; overflow-wrap: anywhere }
.faint { color: var(--muted) } section > .faint { margin-bottom: 0.5rem }
.scroll { overflow-x: auto; position: relative }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: baseline; padding: 0.28rem 0.7rem 0.28rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; min-width: 4.5rem; unicode-bidi: isolate }
thead th { font-size: 0.78rem; font-weight: 600; color: var(--muted); overflow-wrap: break-word }
tbody th { font-weight: 400; min-width: 9rem } .strong > th { font-weight: 650; box-shadow: inset 3px 0 var(--accent); padding-left: 0.6rem }
.mark { display: inline-block; padding: 0 0.45em; border-radius: 4px; background: var(--tint); color: var(--tone); font-size: 0.8rem; font-weight: 600; white-space: nowrap }
svg { display: block; width: 100%; height: auto; overflow: visible } svg text { fill: var(--muted); font: 11px system-ui, sans-serif }
svg .bar { fill: var(--tone) } svg .axis { stroke: var(--line) } svg .line { fill: none; stroke-width: 1.8 } svg .p50 { stroke: var(--chart-1); } svg .p95 { stroke: var(--chart-2) }
svg .dot.p50 { fill: var(--chart-1); stroke: none } svg .dot.p95 { fill: var(--chart-2); stroke: none }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; list-style: none; margin-top: 0.4rem; color: var(--muted) }
.legend i { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 2px; margin-right: 0.35em; background: var(--tone) }
.legend .p50 { --tone: var(--chart-1) } .legend .p95 { --tone: var(--chart-2) }
.families { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem 1.5rem }
.families h3 { font-size: 0.85rem; font-weight: 600; margin: 0 0 0.2rem }
@media screen and (max-width: 640px) { main { padding-inline: 0.5rem } header, section { padding-inline: 0.8rem } }
@media print {
  :root { color-scheme: light }
  body { background: none; font-size: 10px } main { max-width: none; padding: 0 } .scroll { overflow: visible }
  header, section { border: 0; border-top: 1px solid var(--strong); border-radius: 0; padding: 0.6rem 0; background: none }
  tr, .families div { break-inside: avoid } .mark, .legend i { print-color-adjust: exact; -webkit-print-color-adjust: exact } th, td { min-width: 0 } thead th { overflow-wrap: anywhere }
}
`
}`
