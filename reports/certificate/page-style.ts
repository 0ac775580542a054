/** How a certificate looks: a sheet of paper, on the screen too. */
import { palette } from '../html/palette.ts'

export const pageStyle = `${palette}${
  /* css */ `
* { box-sizing: border-box }
@page { margin: 11mm 12mm }
body { margin: 0; padding: 1.5rem; background: var(--bg); color: var(--ink); font: 13px/1.4 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
h1, h2, p, dl, dd, dt, table { margin: 0; padding: 0 }
code { font-family: var(--mono); font-size: 0.9em; overflow-wrap: anywhere }
main { max-width: 54rem; margin: 0 auto; padding: 1.6rem 1.9rem; background: var(--surface); border: 1px solid var(--line); border-top: 6px solid var(--tone); border-radius: 6px }
header { padding-bottom: 0.8rem; border-bottom: 1px solid var(--line) }
.label, dt, caption { font-size: 0.78em; color: var(--muted) }
h1 { font-size: 1.35rem; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; unicode-bidi: isolate }
.verdict { font-size: 2.1rem; font-weight: 750; letter-spacing: -0.03em; line-height: 1.15; color: var(--tone) }
.verdict::first-letter { text-transform: uppercase }
h2 { font-size: 0.95rem; font-weight: 650; margin: 0.85rem 0 0.35rem }
.facts { display: grid; grid-template-columns: repeat(2, 1fr); gap: 0.4rem 1.5rem; margin-top: 0.8rem }
dd { overflow-wrap: anywhere; unicode-bidi: isolate }
.gaps dl { display: grid; gap: 0.3rem }
.gaps div { display: grid; grid-template-columns: 11.5rem 1fr; gap: 0.8rem; padding: 0.15rem 0.5rem; border-left: 3px solid var(--tone) }
.gaps dt { padding-top: 0.1em }
.picture table { border-collapse: separate; border-spacing: 2px; width: 100%; table-layout: fixed }
.picture th { font-weight: 500; font-size: 0.72em; color: var(--muted); text-align: left; padding: 0 }
.picture thead th { text-align: center; overflow: hidden; text-overflow: clip }
.picture tr > th:first-child { width: 6.2rem }
.picture tbody th { font-family: var(--mono); color: var(--ink) }
.picture td { text-align: center; font-size: 0.72em; line-height: 1.25; border-radius: 2px; background: var(--tint); color: var(--tone); print-color-adjust: exact; -webkit-print-color-adjust: exact }
.picture td.none { background: none }
.picture td:is(.fail, .error) { background: var(--solid-fail); color: #fff; font-weight: 700 }
.key { display: inline-block; padding: 0 0.4em; margin-right: 0.25em; border-radius: 3px; background: var(--tint); color: var(--tone) }
.faint { color: var(--muted); font-size: 0.85em }
.picture .faint { margin-top: 0.3rem }
footer { display: grid; grid-template-columns: 1fr 1.45fr; gap: 1.5rem; margin-top: 0.9rem; padding-top: 0.8rem; border-top: 1px solid var(--line) }
.fingerprint { font: 650 1.25rem var(--mono); letter-spacing: 0.02em }
.digests { font-size: 0.74em; width: 100%; border-collapse: collapse }
.digests caption { text-align: left; font-size: 1em }
.digests th { font-weight: 400; text-align: left; vertical-align: top; padding: 0.1rem 0.6rem 0.1rem 0; color: var(--muted); width: 8.5em; overflow-wrap: anywhere }
.digests td { padding: 0.1rem 0; vertical-align: top }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media screen and (max-width: 640px) {
  body { padding: 0 } main { border-radius: 0; padding: 1rem } .facts, footer, .gaps div { grid-template-columns: 1fr }
  .picture { overflow-x: auto; position: relative } .picture table { min-width: 40rem }
}
@media print {
  :root { color-scheme: light }
  html, body { background: none; padding: 0; font-size: 10.5px }
  main { max-width: none; border: 0; border-top: 5px solid var(--tone); border-radius: 0; padding: 0.6rem 0 0 }
  .key { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`
}`
