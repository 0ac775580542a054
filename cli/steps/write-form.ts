/** `--format` and `--out` of the commands that compare reports. */
import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { Option, type Command } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import type { Document } from '../../reports/compare/document.ts'
import { formats, formatted, type Format } from '../../reports/compare/forms.ts'
import { say } from '../terminal/say.ts'

export interface FormFlags {
  readonly format?: Format
  readonly out?: string
}

export const addFormOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <name>', 'the form (default: from the ending of --out, otherwise text)').choices(formats),
    )
    .option('--out <file>', 'the file to write (default: standard output)')

const endings: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.json': 'json',
}

/** Puts a text into a file that a user named. */
export function writeTo(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new UsageError(`--out ${file} can't be written: ${fileTrouble(error)}; name another file`)
  }
}

/** @param data what the document was made of, for machines */
export function writeForm(document: Document, data: unknown, { format, out }: FormFlags): void {
  const text = formatted(document, data, format ?? endings[extname(out ?? '')] ?? 'text')
  if (out === undefined) process.stdout.write(text)
  else {
    writeTo(out, text)
    say(`wrote ${out}`)
  }
}
