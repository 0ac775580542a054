import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { racedChecks } from '../../../suites/checks/raced.ts'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'
import { record } from '../red/records.ts'

const whose = { ...record, kind: 'application' as const }
const exchanges = [exchangeOf(responseOf({ body: true }))]

/** Proves changes at one time, of which one was shown so. */
function prove(
  field: string,
  shown: unknown,
  responses = [...exchanges, ...exchanges],
  [written, before]: readonly [unknown, unknown] = ['new', null],
): void {
  const [updates] = racedChecks
  if (!updates || isMonitor(updates) || isConsistencyCheck(updates)) throw new Error('no check')
  const values = [
    { field, whose, written, before: [before], others: 'other', shown, exchanges },
    { field: 'name', whose, written: 'n', before: ['m'], others: 'o', shown: 'n', exchanges },
  ]
  updates.prove({ ...caseOf({ raced: { values, answers: responses } }), operation: operation('application.update') })
}

it('a source that the save of another empties at the same time is no lost change', () => {
  expect(() => prove('gammaOwner', null)).not.toThrow()
})

it.each([
  ['gammaOwner', 'other'],
  ['buildStage', null],
])('%s that is shown as %j is one', (field, shown) => {
  expect(() => prove(field, shown)).toThrow()
})

it('a number that a text field was sent, and that is shown as its text, is no lost change', () => {
  expect(() => prove('gammaOwner', '5', undefined, [5, '5'])).not.toThrow()
  expect(() => prove('gammaOwner', '4', undefined, [5, '4'])).toThrow()
})

it('changes that were answered one by one decide nothing', () => {
  const oneByOne = [0, 10].map((startedMs) => exchangeOf({ ...responseOf({ body: true }), startedMs, durationMs: 5 }))
  expect(() => prove('buildStage', 'new', oneByOne)).toThrow(Inconclusive)
})
