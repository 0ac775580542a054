/**
 * The pages that users read, and the commands in them. A fenced block is told by its first line:
 *
 * - `sh`: is run, and must exit with 0; a run that names neither `--only` nor `--fuzz` judges a part (terminal.ts)
 * - `sh exits N`: is run, and must exit with N
 * - `sh stays`: is started in a terminal of its own, says `listening`, and stays until the end of the page
 * - `sh k6`: is run if there is a k6
 * - `sh not run`: needs what a test does not have; its options are still held against the commands
 * - `json NAME`: is put into the file NAME
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Block {
  readonly language: string
  /** The rest of its first line. */
  readonly info: string
  readonly text: string
  /** Of its first line, from 1. */
  readonly line: number
}

/** All pages for users, by their paths. The kill matrix has no commands. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md') && name !== 'kill-matrix.md' && name !== 'mutants.md')
    .map((name) => join('docs', name)),
]

export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```(\w*) ?(.*)\n([^]*?)^```$/gm)].map((found) => {
    const [, language = '', info = '', inner = ''] = found
    return { language, info, text: inner, line: text.slice(0, found.index).split('\n').length }
  })
}

/** The `touchstone` commands in a block, each as its words; what a shell would do with them beyond words is left away. */
export function commandsIn({ text }: Block): readonly (readonly string[])[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, rest] =
        /^(?:npx |docker run .*?)?touchstone (.*)$/.exec(line.replace(/\s+#.*$/, '').replace(/ (\|\||>|&&) .*$/, '')) ??
        []
      if (rest === undefined) return []
      return [[...rest.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')]
    })
}
