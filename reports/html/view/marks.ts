/** The small things that stand everywhere: a verdict's mark, figures, and a button that copies. */
import { useState } from 'preact/hooks'
import type { Verdict } from '../../../schemas/report.ts'
import { html, type View } from './html.ts'

/** A sign beside the colour, for those who do not tell the colours apart. */
export const signs: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  fail: '✕',
  warn: '!',
  note: 'i',
  known: '≈',
  unstable: '~',
  inconclusive: '?',
  blocked: '⊘',
  skipped: '–',
  error: '‼',
}

export const number = (value: number): string => value.toLocaleString('en')

/** Milliseconds as a reader wants them. */
export function duration(ms: number): string {
  if (ms >= 60_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 10 ? `${Math.round(ms)} ms` : `${Number(ms.toFixed(1))} ms`
}

export const Mark = ({ verdict }: { readonly verdict: string }): View =>
  html`<span class=${`mark ${verdict.replace(' ', '-')}`}>${verdict}</span>`

/** Our own words, in which backticks stand around names. */
export const Words = ({ text }: { readonly text: string }): View =>
  html`<span>${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</span>`

/** Puts a text on the clipboard; pages from disk have no clipboard in some browsers, so there is the older way too. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
}

export function Copy({ text, label }: { readonly text: string; readonly label: string }): View {
  const [done, setDone] = useState(false)
  const onClick = () => {
    void copy(text).then(() => {
      setDone(true)
      setTimeout(() => setDone(false), 2000)
    })
  }
  return html`<button type="button" class="copy" onClick=${onClick} aria-label=${done ? 'Copied' : label}>
    ${done ? 'Copied' : 'Copy'}
  </button>`
}

/** A block of text that may be wide: it can be scrolled by keyboard. */
export const Block = ({ text, label }: { readonly text: string; readonly label: string }): View =>
  html`<pre tabindex="0" role="region" aria-label=${label}><code>${text}</code></pre>`

/** The heads of a table's columns. */
export const Heads = ({ names }: { readonly names: readonly string[] }): View =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}
    </tr>
  </thead>`
