/** Text that a target may have written, in GitHub's Markdown. */

import { printable } from '../model/printable.ts'

/** A text longer than this is cut. */
export const LONGEST = 600

export const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} … (cut)` : text)

/** Text as text, on one line: no character of it is markup, mentions nobody and links nowhere. */
export const plain = (text: string): string =>
  printable(cut(text))
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>-]/g, String.raw`\$&`)
    .replace(/[@:](?=\S)|(?<=www)\./g, '$&<!-- -->')

/** Text within HTML, where Markdown has no say and its escapes would show. */
export const within = (text: string): string =>
  printable(cut(text))
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/@(?=\S)/g, '@<!-- -->')

/** Text in a fence that is longer than any run of backticks in it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${printable(text)}\n${fence}`
}

/** Names of our own, which hold no backtick. */
export const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``

export const folded = (items: readonly string[], most: number): string =>
  items.length > most + 1 ? `${items.slice(0, most).join(', ')} and ${items.length - most} more` : items.join(', ')

export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A list of so many lines, and how many more there are. */
export function listed(lines: readonly string[], most: number): string {
  const rest = lines.length - most
  return [...lines.slice(0, most), ...(rest > 0 ? [`and ${rest} more, in \`report.json\``] : [])]
    .map((line) => `- ${line}`)
    .join('\n')
}
