import { describe, expect, it, test } from 'vitest'
import { clauses, findClause } from '../../schemas/clauses.ts'
import { operations } from '../../schemas/registry.ts'
import { clauseOf } from '../../suites/checks/check.ts'
import { checksOn } from '../../suites/run/checks.ts'
import { absent, specificationText } from './specification.ts'

const written = clauses.filter(({ id }) => !/^(OP|PARAM)-/.test(id))

describe('the ledger', () => {
  it('gives each clause an id of its own', () => {
    expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length)
    for (const clause of clauses) expect(findClause(clause.id)).toBe(clause)
    expect(findClause('NO-1')).toBeUndefined()
  })

  it('never renames an id', () => {
    expect(written.map(({ id }) => id)).toMatchSnapshot()
  })

  it('has each operation, and each that lists something a second time', () => {
    for (const { id, clause, query, body } of operations) {
      expect(findClause(clause)).toMatchObject({ asserted: true })
      const lists = query.length + (body?.fields.length ?? 0) > 0
      expect(findClause(`PARAM-${id}`) !== undefined, id).toBe(lists)
    }
    expect(clauses.filter(({ id }) => id.startsWith('OP-'))).toHaveLength(operations.length)
  })

  it('says why of what no check judges, and of nothing else', () => {
    const judged = new Set(
      operations.flatMap((operation) => checksOn(operation).map((check) => clauseOf(check, operation))),
    )
    for (const { id, asserted, why } of clauses) if (asserted) expect(why === undefined, id).toBe(judged.has(id))
  })

  it('leaves open what NS says, and nothing else', () => {
    for (const { id, asserted } of clauses) expect(asserted, id).toBe(!id.startsWith('NS-'))
  })
})

if (absent) {
  test.skip(`the ledger covers the specification: skipped, ${absent}`)
} else {
  describe('the ledger covers the specification', () => {
    const sections = specificationText()
      .split(/^#+ /m)
      .map((section) => ({ heading: section.split('\n')[0] ?? '', text: section }))

    it('has at least one entry for each thing that is left open, under its heading', () => {
      for (const { heading, text } of sections) {
        const open = text.match(/not (shown|stated)/g)?.length ?? 0
        const entries = clauses.filter(({ where, asserted }) => !asserted && where.startsWith(heading))
        expect(entries.length, heading).toBeGreaterThanOrEqual(open)
      }
    })

    it('names headings that are there', () => {
      const headings = new Set(sections.map(({ heading }) => heading))
      const there = (part: string) => headings.has(part) || /^rule \d$/.test(part)
      const wrong = clauses.filter(({ where }) => !where.split(', ').every(there))
      expect(wrong).toEqual([])
    })

    it('is in words of its own', () => {
      const sentences = specificationText()
        .split(/\n|(?<=\.) /)
        .map((sentence) => sentence.trim().toLowerCase())
      const copied = clauses.filter(({ says }) => sentences.includes(`${says.toLowerCase()}.`))
      expect(copied).toEqual([])
    })
  })
}
