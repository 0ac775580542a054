import { expect, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { variants } from '../../fixtures/reference/variants/index.ts'
import { findClause } from '../../schemas/clauses.ts'
import { undeclared } from '../../suites/prove/kills.ts'

test('every check names what it kills, and every fault is named by a check', () => {
  expect(undeclared()).toEqual([])
})

test.each(faults)('the clause of the fault $id is in the ledger', ({ clause }) => {
  expect(findClause(clause)).toBeDefined()
})

test('no id is used twice', () => {
  const ids = [...faults, ...variants].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
