/** How the page looks: dense and calm, in the reader's light or dark, on paper too. */
import { palette } from './palette.ts'
import { findingsStyle } from './style-findings.ts'
import { tablesStyle } from './style-tables.ts'

const base = /* css */ `
* { box-sizing: border-box }
html { scroll-padding-top: 3.5rem }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif }
h1, h2, h3, p, ul, dl, dd, figure, fieldset { margin: 0; padding: 0 }
ul { list-style: none }
h2 { font-size: 1.15rem; font-weight: 650; letter-spacing: -0.01em; margin-bottom: 0.75rem }
h2 .faint { font-size: 0.85rem; font-weight: 400; margin-left: 0.5rem }
h3 { font-size: 0.9rem; font-weight: 650; margin: 1.25rem 0 0.5rem }
.label { font-size: 0.72rem; font-weight: 600; text-transform: uppercase; letter-spacing: 0.05em; color: var(--muted); margin-bottom: 0.2rem }
a { color: var(--accent) }
code, pre { font-family: var(--mono); font-size: 0.86em }
code { overflow-wrap: anywhere; unicode-bidi: isolate }
pre { margin: 0; padding: 0.5rem 0.7rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 5px;
  overflow: auto; max-height: 22rem; white-space: pre; line-height: 1.45 }
pre code { font-size: 12px; overflow-wrap: normal }
button, input, select { font: inherit; color: inherit }
button { cursor: pointer; background: var(--surface); border: 1px solid var(--strong); border-radius: 5px; padding: 0.15rem 0.6rem }
button:hover { background: var(--sunken) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
section:focus { outline: none }
.faint { color: var(--muted) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; left: -999px; top: 0; padding: 0.5rem 1rem; background: var(--surface); z-index: 9 }
.skip:focus { left: 0 }
.scroll { overflow-x: auto; position: relative }
nav { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: 1.25rem; padding: 0.4rem max(1.25rem, calc((100% - 1240px) / 2));
  background: var(--surface); border-bottom: 1px solid var(--line) }
nav .brand { font-weight: 700; letter-spacing: -0.02em }
nav .brand small { color: var(--muted); font-weight: 400 }
nav ul { display: flex; gap: 0.15rem; flex: 1; overflow-x: auto; scrollbar-width: none }
nav ul a { display: block; padding: 0.25rem 0.6rem; border-radius: 5px; color: var(--muted); text-decoration: none; white-space: nowrap }
nav ul a:hover { background: var(--sunken); color: var(--ink) }
.theme, .views { display: inline-flex }
.theme button, .views button { border-radius: 0; margin-left: -1px; font-size: 0.82rem; color: var(--muted) }
:is(.theme, .views) button:first-child { border-radius: 5px 0 0 5px; margin-left: 0 }
:is(.theme, .views) button:last-child { border-radius: 0 5px 5px 0 }
:is(.theme, .views) button[aria-pressed='true'] { background: var(--sunken); color: var(--ink); font-weight: 600 }
main { max-width: 1280px; margin: 0 auto; padding: 0 1.25rem 2rem }
section { margin-top: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1.1rem 1.25rem 1.25rem }
footer { max-width: 1280px; margin: 0 auto; padding: 0 1.25rem 2rem; color: var(--muted); font-size: 0.85rem }
.head { margin-top: 1rem; background: var(--surface); border: 1px solid var(--line); border-top: 4px solid var(--muted); border-radius: 8px; padding: 1.1rem 1.25rem 1.25rem }
.head.good { border-top-color: var(--pass) } .head.bad { border-top-color: var(--fail) } .head.doubt { border-top-color: var(--warn) }
.head .verdict { font-size: 1.6rem; font-weight: 700; letter-spacing: -0.025em; line-height: 1.2; color: var(--muted) }
.head.good .verdict { color: var(--pass) } .head.bad .verdict { color: var(--fail) } .head.doubt .verdict { color: var(--warn) }
.head h1 { font: 500 1rem var(--mono); overflow-wrap: anywhere; margin-top: 0.15rem }
.head .headline, .head .why, .head .todo { margin-top: 0.5rem; overflow-wrap: anywhere; max-width: 75ch }
.head .why { color: var(--muted) }
.totals { margin-top: 1rem }
.totals .bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; gap: 1px }
.totals .bar i { min-width: 4px; flex-basis: 0; background: var(--tone) }
.totals ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; margin-top: 0.5rem }
.totals a { text-decoration: none; color: inherit } .totals a:hover { text-decoration: underline }
.totals .sign { display: inline-block; width: 1.25em; text-align: center; color: var(--tone); font-weight: 700 }
.mark { display: inline-block; padding: 0 0.45em; border-radius: 4px; background: var(--tint); color: var(--tone); font-size: 0.8rem; font-weight: 600; white-space: nowrap }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.6rem 1.5rem; margin-top: 1rem; padding-top: 0.9rem; border-top: 1px solid var(--line) }
dt { color: var(--muted); font-size: 0.8rem }
.facts dd { overflow-wrap: anywhere }
.facts .told { grid-column: 1 / -1 } .facts .told dd { max-width: 75ch }
.alert { padding: 0.5rem 0.75rem; margin-top: 0.5rem; background: var(--warn-bg); color: var(--warn); border-radius: 5px }
@media screen and (max-width: 640px) {
  nav { flex-wrap: wrap; gap: 0.25rem 1rem; position: static } nav ul { order: 3; flex-basis: 100% } nav .brand { flex: 1 }
  main, footer { padding-inline: 0.6rem } section, .head { padding-inline: 0.8rem }
}
@media print {
  :root, :root[data-theme] { color-scheme: light }
  nav, .filters, .copy, .further, .skip, .chips .more { display: none !important }
  html { font-size: 10px } body { font-size: 10px; background: none } pre code { font-size: 8.5px }
  .map { table-layout: auto; font-size: 8px } .map th, .map thead th, .map thead th:first-child { min-width: 0; width: auto; font-size: 8px } .map td a { font-size: 8px; padding-inline: 0 } main { max-width: none; padding: 0 }
  section, .head { border: 0; border-top: 1px solid var(--strong); border-radius: 0; padding: 0.75rem 0; background: none }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; overflow: visible } .scroll { overflow: visible }
  .cause, tr, .exchange { break-inside: avoid-page } .bar i, .mark, td a, .meter i { print-color-adjust: exact }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
`

export const style = `${palette}${base}${findingsStyle}${tablesStyle}`
