/** Puts the short form of the published matrix into the README. */
import { readFileSync, writeFileSync } from 'node:fs'
import { matrixShort } from '../../reports/forms/matrix.ts'
import type { Matrix } from '../../schemas/matrix.ts'

const section = /(<!-- kill matrix: [^>]*-->\n)[^]*?(\n<!-- end of the kill matrix -->)/

/** The README with the short form in its place. */
export function withShortForm(readme: string, matrix: Matrix): string {
  if (!section.test(readme)) throw new Error('the README has no place for the kill matrix')
  return readme.replace(section, (_, begin: string, end: string) => `${begin}\n${matrixShort(matrix)}\n${end}`)
}

if (import.meta.main) {
  const at = (path: string) => new URL(`../../${path}`, import.meta.url)
  const matrix = JSON.parse(readFileSync(at('docs/kill-matrix.json'), 'utf8')) as Matrix
  writeFileSync(at('README.md'), withShortForm(readFileSync(at('README.md'), 'utf8'), matrix))
}
