/** The colours of every page, in the reader's light or dark, and which of them is a verdict's. */
export const palette = /* css */ `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f7f7f5, #131517);
  --surface: light-dark(#ffffff, #1a1d20);
  --sunken: light-dark(#f3f4f2, #15181a);
  --ink: light-dark(#1c2126, #e3e6e8);
  --muted: light-dark(#57606a, #9da7b1);
  --line: light-dark(#e2e4e1, #2c3136);
  --strong: light-dark(#c9cdc9, #41484f);
  --accent: light-dark(#2456a6, #8ab4f8);
  --pass: light-dark(#1c6a3f, #7fce9f); --pass-bg: light-dark(#e4f2e9, #183226);
  --fail: light-dark(#b3231a, #ff9f95); --fail-bg: light-dark(#fce8e6, #45201d);
  --warn: light-dark(#7d5200, #efc15f); --warn-bg: light-dark(#fcf0d2, #3b2e12);
  --note: light-dark(#2c568f, #9dc0f2); --note-bg: light-dark(#e6eef9, #1e2d43);
  --known: light-dark(#67409a, #cbaef2); --known-bg: light-dark(#f1e9fb, #322547);
  --inconclusive: light-dark(#46536d, #b4c1da); --inconclusive-bg: light-dark(#e7eaf2, #2a3140);
  --blocked: light-dark(#67573f, #d0bd9d); --blocked-bg: light-dark(#f2ece1, #352e22);
  --skipped: light-dark(#5d656d, #9da7b1); --skipped-bg: light-dark(#eff0ef, #24282c);
  --error: light-dark(#98114f, #ff9ec8); --error-bg: light-dark(#fce3ef, #47182f);
  --solid-fail: light-dark(#c2372c, #b23a30); --solid-error: light-dark(#a1195a, #a1195a);
  --chart-1: light-dark(#2a62b8, #7eb0ff); --chart-2: light-dark(#c26a12, #f0a050); --chart-3: light-dark(#7a8088, #98a1aa);
  --chart-bad: light-dark(#c2372c, #ff8d82);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
:root[data-theme='light'] { color-scheme: light }
:root[data-theme='dark'] { color-scheme: dark }
.pass { --tone: var(--pass); --tint: var(--pass-bg) } .fail { --tone: var(--fail); --tint: var(--fail-bg) }
.warn { --tone: var(--warn); --tint: var(--warn-bg) } .note { --tone: var(--note); --tint: var(--note-bg) }
.known, .unstable { --tone: var(--known); --tint: var(--known-bg) } .error { --tone: var(--error); --tint: var(--error-bg) }
.inconclusive { --tone: var(--inconclusive); --tint: var(--inconclusive-bg) } .blocked { --tone: var(--blocked); --tint: var(--blocked-bg) }
.skipped, .not-judged, .left-open { --tone: var(--skipped); --tint: var(--skipped-bg) }
`
