/** The figures of the proof on pages for users are those of the published matrix. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Matrix } from '../../schemas/matrix.ts'
import { withFamilies, withShortForm } from '../prove/short-form.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const matrix = JSON.parse(read('docs/kill-matrix.json')) as Matrix

test('the README and the page on the proof tell the figures of the published matrix', () => {
  expect(read('README.md')).toBe(withShortForm(read('README.md'), matrix))
  const page = read('docs/how-it-is-proved.md')
  expect(page).toBe(withFamilies(page, matrix))
})
