import { describe, expect, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import { findClause } from '../../schemas/clauses.ts'
import { checks } from '../../suites/checks/index.ts'
import { killersOf, named } from './kills.ts'

describe.each(checks.map((check) => [check.id, check] as const))('%s', (_id, check) => {
  test('names something that it kills', () => {
    expect(check.kills).not.toEqual([])
  })
  test.each(check.kills)('%s is there', (pattern) => {
    expect(named(check, pattern)).not.toEqual([])
  })
})

test.each(faults.map(({ id }) => id))('a check names the fault %s', (id) => {
  expect(killersOf(id)).not.toEqual([])
})

test.each(faults)('the clause of the fault $id is in the ledger', ({ clause }) => {
  expect(findClause(clause)).toBeDefined()
})
