/** `touchstone prove` in full, by the engine that the command runs: one test a fault and a variant. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { matrixJson, matrixMarkdown } from '../../reports/forms/matrix.ts'
import type { Matrix } from '../../schemas/matrix.ts'
import { checks } from '../../suites/run/checks.ts'
import { prove } from '../../suites/prove/prove.ts'
import { withShortForm } from './short-form.ts'

const room = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

let matrix: Matrix

beforeAll(async () => {
  matrix = await prove({ only: [], seed: 1 })
}, 1_800_000)

test.each(faults)('$id is killed by every check that names it', ({ id }) => {
  const row = matrix.faults.find((one) => one.id === id)
  expect(row?.trouble).toEqual([])
  expect(row?.missedBy).toEqual([])
  expect(row?.killedBy).not.toEqual([])
})

test.each(variants)('$id is accused of nothing', ({ id }) => {
  const row = matrix.variants.find((one) => one.id === id)
  expect(row).toMatchObject({ accused: [], missedBy: [], trouble: [] })
})

test.each(checks)('$id was seen to speak', ({ id }) => {
  expect(matrix.checks.find((one) => one.id === id)?.kills).not.toEqual([])
})

test('the unfaulted server, judged beside each fault, is accused of nothing', () => {
  expect(matrix.unfaulted).toEqual([])
})

test('the published matrix is current: npm run matrix writes it anew', () => {
  expect(room('docs/kill-matrix.json')).toBe(matrixJson(matrix))
  expect(room('docs/kill-matrix.md')).toBe(matrixMarkdown(matrix))
  expect(room('README.md')).toBe(withShortForm(room('README.md'), matrix))
})
