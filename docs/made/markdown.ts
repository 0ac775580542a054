/** What the generated parts of pages are made of. */

const escaped = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Text in which `<`, `{{` and `*` mean nothing to Markdown or to the site's generator. */
const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*')

/** Words outside of code spans made plain; code spans stay as they are. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : plain(part)))
    .join('')

export const code = (text: string): string => `\`${text}\``

/** A table whose columns are aligned as the formatter does it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map(escaped))
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [first = [], ...rest] = all
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n')
}
