/** `touchstone prove` as a user runs it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Matrix } from '../../schemas/matrix.ts'
import { emptyFolder } from '../folder.ts'
import { touchstone } from './touchstone.ts'

const out = emptyFolder()

test('judges what it is told to, prints the matrix and writes it', async () => {
  const { code, out: printed, err } = await touchstone(['prove', '--only', 'version/null', '--seed', '3', '--out', out])
  expect(err).toBe('')
  expect(printed).toContain('1 fault and 0 variants, seed 3')
  expect(printed).toMatch(/killed +version\/null +version\/told/)
  expect(printed).toContain('proven: 1 of 1 seeded fault killed')
  expect(code).toBe(0)
  const matrix = JSON.parse(readFileSync(join(out, 'kill-matrix.json'), 'utf8')) as Matrix
  expect(matrix.faults).toMatchObject([{ id: 'version/null', killedBy: ['version/told'], missedBy: [] }])
  expect(readFileSync(join(out, 'kill-matrix.md'), 'utf8')).toContain('`version/null`')
})

test('a pattern that means nothing is an error, and nothing is judged', async () => {
  const { code, out: printed, err } = await touchstone(['prove', '--only', 'version/nul', '--out', out])
  expect(code).toBe(2)
  expect(printed).toBe('')
  expect(err).toContain("the nearest is 'version/null'")
})
