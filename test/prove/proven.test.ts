/** `touchstone prove` in full, by the engine that the command runs: one test a fault and a variant. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { matrixJson, matrixMarkdown } from '../../reports/forms/matrix.ts'
import { awayFaults, awayVariants } from '../../fixtures/away/index.ts'
import type { Matrix } from '../../schemas/matrix.ts'
import { checks } from '../../suites/run/checks.ts'
import { proof } from './begin.ts'
import { withShortForm } from './short-form.ts'

const room = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

let matrix: Matrix

/** What is compared with the published matrix. */
const settled = ({ away, ...home }: Matrix) => ({
  ...home,
  // Some faults away show only when requests meet: which of them are killed varies, and decides nothing.
  away: { ...away, faults: away.faults.map(({ id, sentence }) => ({ id, sentence })) },
})

beforeAll(async () => {
  matrix = await proof()
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

test('every fault of the away server was judged', () => {
  expect(matrix.away.faults.map(({ id }) => id)).toEqual(awayFaults.map(({ id }) => id))
  expect(matrix.away.faults.flatMap(({ trouble }) => trouble)).toEqual([])
})

test.each(awayVariants)('$id of the away server is accused of nothing', ({ id }) => {
  const row = matrix.away.variants.find((one) => one.id === id)
  expect(row).toMatchObject({ accused: [], trouble: [] })
})

test('the unfaulted away server is accused of nothing', () => {
  expect(matrix.away.unfaulted).toEqual([])
})

test('the published matrix is current: npm run matrix writes it anew', () => {
  const published = JSON.parse(room('docs/kill-matrix.json')) as Matrix
  expect(settled(published)).toEqual(settled(matrix))
  expect(room('docs/kill-matrix.json')).toBe(matrixJson(published))
  expect(room('docs/kill-matrix.md')).toBe(matrixMarkdown(published))
  expect(room('README.md')).toBe(withShortForm(room('README.md'), published))
})
