/** Text on a screen of a certain width: long lines go on under themselves, broken between words. */
import { stripVTControlCharacters } from 'node:util'

/** Narrower than this nothing is gained. */
const LEAST = 40

/** What is to be copied from the screen stays on one line, which the terminal itself breaks. */
const IS_COPIED = /\b(curl -|touchstone replay )|^\s*[{}"[\]]/

const widthOf = (text: string) => stripVTControlCharacters(text).length

function wrapLine(line: string, columns: number): string {
  if (widthOf(line) <= columns || IS_COPIED.test(stripVTControlCharacters(line))) return line
  // Rows have a label, lists a number or a count: what goes on stands under the text behind it.
  const [head = ''] = /^ *(?:\S{1,10} {2,}|\d+\. )?/.exec(stripVTControlCharacters(line)) ?? []
  const indent = ' '.repeat(Math.min(head.length, Math.floor(columns / 3)))
  const lines = ['']
  for (const word of line.split(/(?<= )(?=\S)/)) {
    const last = lines.at(-1) ?? ''
    if (last.trim() !== '' && widthOf(last + word.trimEnd()) > columns) lines.push(indent + word)
    else lines[lines.length - 1] = last + word
  }
  return lines.map((one) => one.trimEnd()).join('\n')
}

/** @param columns of the screen; undefined where it is none, as in a file */
export const wrap = (text: string, columns: number | undefined): string =>
  columns === undefined || columns < LEAST
    ? text
    : text
        .split('\n')
        .map((line) => wrapLine(line, columns))
        .join('\n')
