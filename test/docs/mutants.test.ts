/** The page on mutants and the README tell what the published rows and reviews say. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { page, shortForm } from '../mutants/page.ts'
import type { Published } from '../mutants/score.ts'

const read = (path: string) => readFileSync(path, 'utf8')

test('the page on mutants is what the published rows and reviews say, and the README has its short form', () => {
  const published = JSON.parse(read('docs/mutants.json')) as readonly Published[]
  expect(read('docs/mutants.md')).toBe(page(published))
  expect(read('README.md')).toContain(shortForm(published))
})
