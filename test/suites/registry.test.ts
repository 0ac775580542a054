import { describe, expect, it } from 'vitest'
import { findClause } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import { clauseOf } from '../../suites/checks/check.ts'
import { checks, checksOn } from '../../suites/run/checks.ts'

describe('the checks', () => {
  it('have ids that are each used once', () => {
    const all = checks.map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
  })

  it('have permanent ids: one that is gone or renamed is a breach of contract, a new one is added here', () => {
    expect(checks.map(({ id }) => id).toSorted()).toMatchSnapshot()
  })

  it('leave no operation out', () => {
    expect(operations.filter((one) => checksOn(one).length === 0)).toEqual([])
  })
})

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  it('has an id of a family and a name', () => {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/)
  })

  it('claims what MUST, SHOULD or MAY be', () => {
    expect(check.claim).toMatch(/^(?:MUST|SHOULD|MAY)(?: NOT)? [a-z]/)
    expect(check.claim).not.toMatch(/[.!]$/)
  })

  it('says what it sends, and what it expects', () => {
    expect(check.expects.length).toBeGreaterThan(15)
    expect(check.sends.length).toBeGreaterThan(15)
  })

  it('judges a clause of the ledger for each operation that it enrols', () => {
    const enrolled = operations.filter((one) => check.on(one))
    expect(enrolled.length).toBeGreaterThan(0)
    const unknown = enrolled.map((one) => clauseOf(check, one)).filter((clause) => !findClause(clause)?.asserted)
    expect(unknown).toEqual([])
  })
})
