/** Puts the figures of the published matrix into the README, and a line for each family into the page on the proof. */
import { readFileSync, writeFileSync } from 'node:fs'
import { matrixFamilies, matrixShort } from '../../reports/forms/matrix.ts'
import type { Matrix } from '../../schemas/matrix.ts'

const section = /(<!-- kill matrix: [^>]*-->\n)[^]*?(\n?<!-- end of the kill matrix -->)/

function filled(page: string, text: string): string {
  if (!section.test(page)) throw new Error('the page has no place for the kill matrix')
  return page.replace(section, (_, begin: string) => `${begin}\n${text}\n\n<!-- end of the kill matrix -->`)
}

/** The README with the short form in its place. */
export const withShortForm = (readme: string, matrix: Matrix): string => filled(readme, matrixShort(matrix))

/** The page on the proof with the families in their place. */
export const withFamilies = (page: string, matrix: Matrix): string => filled(page, matrixFamilies(matrix))

if (import.meta.main) {
  const at = (path: string) => new URL(`../../${path}`, import.meta.url)
  const read = (path: string) => readFileSync(at(path), 'utf8')
  const matrix = JSON.parse(read('docs/kill-matrix.json')) as Matrix
  writeFileSync(at('README.md'), withShortForm(read('README.md'), matrix))
  const page = 'docs/how-it-is-proved.md'
  writeFileSync(at(page), withFamilies(read(page), matrix))
}
