export const tablesStyle = /* css */ `
table { border-collapse: collapse; width: 100% }
caption { text-align: left; color: var(--muted); padding: 0.25rem 0; font-size: 0.85rem }
th, td { text-align: left; padding: 0.28rem 0.6rem; border-bottom: 1px solid var(--line); vertical-align: baseline; overflow-wrap: anywhere }
thead th { font-size: 0.78rem; font-weight: 600; color: var(--muted); white-space: nowrap; overflow-wrap: normal }
tbody th { font-weight: 400 }
table + table { margin-top: 1.25rem }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.figure small { color: var(--muted) } .over, .over small { color: var(--fail); font-weight: 600 }
.map { width: auto; min-width: 100%; border-spacing: 2px; border-collapse: separate; table-layout: fixed }
.map.few { min-width: 0 } .map th, .map td { padding: 0; border: 0 }
.map thead th { font-weight: 500; text-align: center; font-size: 0.76rem; padding: 0 0.1rem 0.2rem; min-width: 3.4rem }
.map tbody th { position: sticky; left: 0; z-index: 1; background: var(--surface); padding-right: 0.75rem; font: 500 0.82rem var(--mono); white-space: nowrap }
.map thead th:first-child { min-width: 6.2rem; width: 6.5rem }
.map td a { display: block; text-align: center; text-decoration: none; border-radius: 4px; padding: 0.12rem 0.15rem; background: var(--tint); color: var(--tone); font-size: 0.8rem; font-variant-numeric: tabular-nums; white-space: nowrap }
.map td a:is(.warn, .known, .inconclusive, .blocked) { font-weight: 650 }
.map td a:is(.fail, .error) { background: var(--solid-fail); color: #fff; font-weight: 700 } .map td a.error { background: var(--solid-error) }
.map td a:hover { outline: 2px solid var(--tone) } .map td a:focus-visible { outline: 2px solid var(--accent) }
.map .none { text-align: center; color: var(--muted) }
#map > .faint { margin: 0 0 0.6rem; font-size: 0.85rem } .narrow { margin-top: 0.75rem } .narrow summary { color: var(--muted); cursor: pointer; width: fit-content } .narrow .scroll { margin-top: 0.5rem }
.meters { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem 2rem }
.meter div { height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; margin-bottom: 0.3rem } .meter i { display: block; height: 100%; background: var(--pass) }
.heading { border-bottom: 1px solid var(--line) }
.heading > summary { display: flex; gap: 0.75rem; padding: 0.4rem 0.25rem; cursor: pointer; list-style: none } .heading > summary:hover { background: var(--sunken) }
.heading > summary::before { content: '›'; width: 0.6em; color: var(--muted) }
.heading .title { flex: 1 } .heading .count { color: var(--muted) } .heading .bad { color: var(--fail) }
.heading table { margin: 0.25rem 0 0.9rem } .clauses th[scope='row'] { width: 15rem } .clauses td:last-child { width: 8rem; text-align: right }
.clauses thead th:last-child { text-align: right } .clauses .why { display: block; color: var(--muted); font-size: 0.88em }
.unjudged li { padding: 0.3rem 0 } .names { line-height: 1.7 } .unjudged summary { color: var(--muted); cursor: pointer; width: fit-content } .names code { color: var(--muted); margin-right: 0.5rem }
.ways th:nth-child(2), .ways th:nth-child(3) { text-align: right } .ways td:first-child { width: 45% } .ways td .split { margin-left: 0.5rem }
.split { display: inline-block; width: 4rem; height: 6px; border-radius: 3px; overflow: hidden; background: var(--warn-bg); vertical-align: middle } .split i { display: block; height: 100%; background: var(--strong) }
.answers td:first-child { width: 19rem } .answers td code { overflow-wrap: normal } .answers .said { max-height: none }
@media screen and (max-width: 640px) { :is(.ways, .answers) thead th { white-space: normal } :is(.ways, .answers) :is(td, th) { padding-inline: 0.3rem } .answers td:first-child { width: auto } }
.timings thead th { text-align: right } .timings thead th:first-child { text-align: left }
.timings thead button { border: 0; background: none; padding: 0; font: inherit; color: inherit; white-space: nowrap } .timings thead button:hover { text-decoration: underline }
.timings th[aria-sort='ascending'] button::after { content: ' ↑' } .timings th[aria-sort='descending'] button::after { content: ' ↓' }
.timings th[aria-sort]:not([aria-sort='none']) { color: var(--ink) }
.timings .wide { width: 34%; min-width: 12rem; vertical-align: middle }
.timings th[scope='row'] { white-space: nowrap }
.range { display: block } .range .rail { stroke: var(--line); stroke-width: 1 } .range .tail { stroke: var(--strong); stroke-width: 2 }
.range .body { stroke: var(--chart-1); stroke-width: 4; opacity: 0.45 } .range circle { fill: var(--chart-1) }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem 1.5rem; margin: 0.75rem 0 1rem }
.charts figure { min-width: 0 } figcaption { font-size: 0.85rem; color: var(--muted); margin-bottom: 0.25rem }
.chart { min-height: 190px } .uplot { font-family: inherit } .u-legend { font-size: 0.8rem } .chart .u-legend th { font-weight: 400 } .u-legend .u-value { font-variant-numeric: tabular-nums } .u-legend th, .u-legend td, .u-series th, .u-series td { border: 0; padding: 0.1rem 0.25rem; white-space: nowrap }
.load thead th.figure { text-align: right } .load .all { font-weight: 600 } .load .all th { font-weight: 600 }
`
