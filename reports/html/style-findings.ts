export const findingsStyle = /* css */ `
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: end; padding-bottom: 0.9rem; border-bottom: 1px solid var(--line) }
.filters > label > span, .filters legend { display: block; font-size: 0.78rem; color: var(--muted); padding: 0 }
.filters input[type='search'], .filters select { background: var(--surface); border: 1px solid var(--strong); border-radius: 5px; padding: 0.2rem 0.45rem; height: 2rem }
.filters .search { flex: 1 1 15rem } .filters .search input { width: 100% }
.filters fieldset { border: 0; display: flex; flex-wrap: wrap; gap: 0.3rem; min-width: 0 }
.filters fieldset label { display: inline-flex; align-items: center; gap: 0.3rem; height: 2rem; padding: 0 0.55rem; border: 1px solid var(--line); border-radius: 5px; cursor: pointer }
.filters fieldset label:has(:checked) { background: var(--tint); color: var(--tone); border-color: transparent }
.filters fieldset label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px }
.filters fieldset input { margin: 0; accent-color: var(--tone) }
.filters button { height: 2rem }
.filters .reset { color: var(--muted) }
.hint { padding: 0.5rem 0; color: var(--muted); font-size: 0.85rem }
.empty { padding: 1.5rem 0; color: var(--muted) }
.first { margin: 0; padding-left: 1.3rem } .first li { padding: 0.3rem 0; overflow-wrap: anywhere } .first :is(.todo, .faint) { display: block; font-size: 0.9em } .first span { unicode-bidi: isolate } .first code { font-weight: 600 }
.list > details { border-bottom: 1px solid var(--line) }
.list summary { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.45rem 0.25rem; cursor: pointer; list-style: none }
.list summary::-webkit-details-marker { display: none }
.list summary::before { content: '›'; width: 0.6em; color: var(--muted); flex: none; transition: rotate 0.1s }
details[open] > summary::before { rotate: 90deg }
.list summary:hover { background: var(--sunken) }
.list .mark { flex: 0 0 auto; min-width: 4.2em; text-align: center }
.list .title { flex: 1; min-width: 0; display: flex; flex-wrap: wrap; gap: 0 0.75rem }
.list .title code { font-weight: 600 }
.list .text, .list .came, .status, .said { unicode-bidi: isolate }
.list .text { color: var(--muted); min-width: 0; overflow-wrap: anywhere }
.list .came { flex-basis: 100%; white-space: nowrap; overflow: hidden; text-overflow: ellipsis } .cause[open] .came { display: none }
.list .count { color: var(--muted); white-space: nowrap; font-variant-numeric: tabular-nums }
.result summary .operation, .result summary .check { flex: 0 0 auto; max-width: 18rem }
.result summary .operation { width: 17rem } .result summary .check { width: 13rem; color: var(--muted) }
.result summary .text { flex: 1; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.inside { padding: 0.25rem 0.25rem 1.25rem 1.6rem }
.chips { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-bottom: 0.75rem }
.chips button { font: 0.8rem var(--mono); padding: 0.05rem 0.45rem; border-color: var(--line); background: var(--sunken); max-width: 100%; overflow-wrap: anywhere; text-align: left }
.chips button[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); background: var(--surface) }
.details dl { display: grid; gap: 0.15rem }
.details .row { display: grid; grid-template-columns: 6.5rem 1fr; gap: 0.5rem }
.details .row dd { overflow-wrap: anywhere; max-width: 90ch; white-space: pre-line }
.compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.75rem; margin-top: 0.75rem }
.compare > div { border-left: 3px solid var(--pass); padding-left: 0.7rem }
.compare > .got { border-color: var(--fail) }
.warn .compare > .got { border-color: var(--warn) } :is(.note, .known, .inconclusive) .compare > .got { border-color: var(--strong) }
.said { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 16rem; overflow: auto }
.exchanges { display: grid; gap: 0.9rem; margin-top: 0.9rem }
.exchange { min-width: 0 }
.exchange .line { display: flex; gap: 0.6rem; align-items: baseline; margin-bottom: 0.3rem }
.exchange .line code { min-width: 0 } .exchange .arrow { color: var(--muted) } .exchange .status { font-weight: 650; flex: none; max-width: 45%; overflow-wrap: anywhere }
.curl { display: flex; gap: 0.4rem; align-items: start } .curl pre { flex: 1; min-width: 0; max-height: 9rem; white-space: pre-wrap; overflow-wrap: anywhere }
.curl pre code { overflow-wrap: anywhere } dd .copy { margin-left: 0.6rem; padding-block: 0 }
.copy { font-size: 0.8rem; padding: 0.25rem 0.6rem; min-width: 4.5rem }
.wire { margin-top: 0.35rem } .wire summary { color: var(--muted); font-size: 0.85rem; cursor: pointer; width: fit-content }
.wire summary::before { content: none !important }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0.75rem; margin-top: 0.4rem }
.side { min-width: 0; display: grid; gap: 0.35rem; align-content: start }
.further { margin-top: 0.75rem }
@media screen and (max-width: 800px) {
  .list > details > summary { flex-wrap: wrap; gap: 0.25rem 0.6rem } .list .title { order: 1; flex-basis: 100%; padding-left: 1.2rem } .cause .count { flex: 1; text-align: right }
   .result summary .operation, .result summary .check { width: auto; max-width: 100% }
  .result summary .text { flex-basis: 100% } .inside { padding-left: 0.25rem } .details .row { grid-template-columns: 1fr; gap: 0 }
}
@media print { .curl pre, .said { max-height: none } pre code { overflow-wrap: anywhere } }
`
