import { expect, test } from 'vitest'
import {
  matrixFamilies,
  matrixJson,
  matrixMarkdown,
  matrixShort,
  matrixSummary,
} from '../../../reports/forms/matrix.ts'
import { isProven, type AwayFaultRow, type FaultRow, type Matrix, type VariantRow } from '../../../schemas/matrix.ts'

const killed: FaultRow = {
  id: 'a/one',
  clause: 'MEDIA-1',
  level: 'fail',
  operations: '*',
  sentence: 'one | two',
  killedBy: ['a/check'],
  missedBy: [],
  trouble: [],
}
const variant: VariantRow = {
  id: 'b/one',
  sentence: 'as it may be',
  notedBy: [],
  missedBy: [],
  accused: [],
  trouble: [],
}
const accusation = { result: 'settings.health a/check', verdict: 'fail', message: 'made up' }
const proven: Matrix = {
  faults: [killed],
  variants: [variant],
  checks: [{ id: 'a/check', claim: 'MUST be so', kills: ['a/one'] }],
  hostile: [{ id: 'c/one', sentence: 'it hangs up', expected: 'no verdict, and why', trouble: [] }],
  unfaulted: [],
  undeclared: [],
  away: { faults: [], variants: [], unfaulted: [] },
}
const broken: Matrix = {
  ...proven,
  faults: [killed, { ...killed, id: 'a/two', killedBy: [], missedBy: ['a/check'] }],
  variants: [{ ...variant, accused: [accusation] }],
  hostile: [{ id: 'c/one', sentence: 'it hangs up', expected: 'no verdict, and why', trouble: ['a verdict'] }],
  unfaulted: [accusation],
  undeclared: ['no check names the fault a/three'],
}
const plain = (matrix: Matrix) => matrixSummary(matrix, (_, text) => text)

test('the JSON is the matrix, and ends its last line', () => {
  expect(JSON.parse(matrixJson(proven))).toEqual(proven)
  expect(matrixJson(proven)).toMatch(/\}\n$/)
})

test('the Markdown has a row for each, with what would break its table escaped', () => {
  const text = matrixMarkdown(proven)
  expect(text).toMatch(/^\| `a\/one` +\| one \\\| two +\| MEDIA-1 +\| fail +\| `a\/check` +\|$/m)
  expect(text).toMatch(/^\| `b\/one` +\| as it may be +\| nothing +\|$/m)
  expect(text).not.toContain('wrong besides')
})

test('the Markdown shows what survived, what was accused and what is wrong besides', () => {
  const text = matrixMarkdown(broken)
  expect(text).toContain('SURVIVES `a/check`')
  expect(text).toContain('fail `settings.health a/check`: made up')
  expect(text).toMatch(/^\| `c\/one` +\| it hangs up +\| no verdict, and why +\| a verdict +\|$/m)
  expect(text).toContain('- no check names the fault a/three')
})

test('the short form has the figures, and the longer one counts by family', () => {
  expect(matrixShort(broken)).toMatch(/^1 of 2 seeded faults killed, 0 of 1 legal variant accused of nothing/)
  expect(matrixFamilies(broken)).toContain(matrixShort(broken))
  expect(matrixFamilies(broken)).toMatch(/^\| `a\/` +\| 2 +\| 1 +\| 1 +\|$/m)
})

test('the summary ends with whether all is proven', () => {
  expect(plain(proven)).toMatch(/proven: 1 of 1 seeded fault killed/)
  expect(plain(proven)).not.toContain('SURVIVES')
  expect(plain(broken)).toContain('SURVIVES')
  expect(plain(broken)).toContain('a/two (one | two): no fail from a/check')
  expect(plain(broken)).toContain('b/one: fail settings.health a/check: made up')
  expect(plain(broken)).toContain('c/one: a verdict')
  expect(plain(broken)).toContain('not proven')
})

const awayFault: AwayFaultRow = {
  id: 'a/far',
  sentence: 'it breaks',
  operations: ['port.*'],
  breaks: 'a promise',
  killedBy: { result: 'port.one records/own', verdict: 'warn' },
  trouble: [],
}
const away: Matrix = {
  ...proven,
  away: { faults: [awayFault, { ...awayFault, id: 'a/farther', killedBy: null }], variants: [variant], unfaulted: [] },
}

test('the away server has its own figures, in each form', () => {
  const figures = 'away: 1 of 2 faults killed, 1 of 1 legal variant accused of nothing'
  for (const text of [matrixShort(away), matrixMarkdown(away), plain(away)]) expect(text).toContain(figures)
  for (const text of [matrixShort(proven), matrixMarkdown(proven), plain(proven)]) expect(text).not.toContain('away')
})

test('the Markdown says by which result each fault of the away server is killed', () => {
  const text = matrixMarkdown(away)
  expect(text).toMatch(/`a\/far`.*warn `port\.one records\/own`/)
  expect(text).toMatch(/`a\/farther`.*SURVIVES/)
})

test('a survivor on the away server is told and decides nothing, an accusation there does', () => {
  expect(plain(away)).toContain('a/farther (it breaks): nothing is said of it')
  expect(isProven(away)).toBe(true)
  expect(isProven({ ...away, away: { ...away.away, unfaulted: [accusation] } })).toBe(false)
  expect(isProven({ ...away, away: { ...away.away, variants: [{ ...variant, accused: [accusation] }] } })).toBe(false)
})
