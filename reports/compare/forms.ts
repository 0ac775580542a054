/** The forms of a comparison. */
import { printable } from '../model/printable.ts'
import { plain, row } from '../forms/markdown-text.ts'
import { textOf, type Document, type Table } from './document.ts'
import { documentPage } from './page.ts'

export const formats = ['text', 'markdown', 'html', 'json'] as const
export type Format = (typeof formats)[number]

/** Characters of a cell that a screen has room for. */
const WIDEST = 72

/** On one line, so that nothing of it begins one: a job's log would take it for a command. */
const lineOf = (text: string): string => printable(text).replace(/\s+/g, ' ')

function cellText(text: string): string {
  const line = lineOf(text)
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line
}

function textTable({ title, note, heads, rows }: Table): string {
  const lines = [heads, ...rows.map(({ cells }) => cells.map(textOf))].map((cells) => cells.map(cellText))
  const widths = heads.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  const padded = lines.map((cells) => `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
  return [title, ...(note === undefined ? [] : [`  ${cellText(note)}`]), ...padded].join('\n')
}

function markdownTable({ title, note, heads, rows }: Table): string {
  const strong = (text: string, is: boolean) => (is && text !== '' ? `**${text}**` : text)
  return [
    `### ${plain(title)}`,
    ...(note === undefined ? [] : [plain(note)]),
    [
      row(heads.map(plain)),
      row(heads.map(() => '---')),
      ...rows.map(({ cells, strong: is = false }) =>
        row(cells.map((cell, at) => strong(plain(textOf(cell)), is && at === 0))),
      ),
    ].join('\n'),
  ].join('\n\n')
}

/**
 * @param data what the document was made of, for machines
 */
export function formatted(document: Document, data: unknown, format: Format): string {
  const { title, lead, tables } = document
  switch (format) {
    case 'text':
      return `${[[title, ...lead].map(lineOf).join('\n'), ...tables.map(textTable)].join('\n\n')}\n`
    case 'markdown':
      return `${[`## ${plain(title)}`, ...lead.map(plain), ...tables.map(markdownTable)].join('\n\n')}\n`
    case 'html':
      return documentPage(document)
    case 'json':
      return `${JSON.stringify(data, null, 2)}\n`
  }
}
