import { expect, it } from 'vitest'
import { lastingChecks } from '../../../suites/checks/lasting.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import type { Lasted } from '../../../suites/evidence/lasted.ts'
import { caseOf } from '../cases.ts'
import { failure, success } from '../red/pair.ts'

/** What is said of the records of a lane. */
function saidOf(lasted: Partial<Lasted>): string {
  try {
    lastingChecks[0]?.prove(caseOf({ lasted: { hasStood: true, ...lasted } }))
    return 'held'
  } catch (thrown) {
    if (thrown instanceof Breach) return `breach: ${thrown.cause}`
    if (thrown instanceof Inconclusive) return `undecided: ${thrown.cause}`
    throw thrown
  }
}

const exchanges = [success(), success(), success()]
const changed = { kind: 'sqla', id: 'a1', field: 'name', before: 'one', after: 'two', exchanges, at: 0 } as const
const gone = [success(), failure()]

it('a text that changed is a breach, unless another result tells of an operation that changes such', () => {
  expect(saidOf({})).toBe('held')
  expect(saidOf({ stray: { ...changed, isToldElsewhere: false } })).toBe('breach: changed by another request')
  expect(saidOf({ stray: { ...changed, isToldElsewhere: true } })).toBe('undecided: told elsewhere')
})

it('one record that is gone is undecided, and two are a breach', () => {
  expect(saidOf({ gone })).toBe('undecided: seen once')
  expect(saidOf({ gone, again: gone })).toBe('breach: gone by itself')
})

it('others that are gone after a delete of what was gone are a breach', () => {
  expect(saidOf({ gone, again: gone, by: failure() })).toBe('breach: gone with what was gone before')
})

it('a change told elsewhere hides no record that is gone', () => {
  expect(saidOf({ gone, again: gone, stray: { ...changed, isToldElsewhere: true } })).toBe('breach: gone by itself')
})
