import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { statusChecks } from '../../../suites/checks/status.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { census, success } from '../red/pair.ts'

const prove = (shown: unknown) => {
  const kept = statusChecks.find(({ id }) => id === 'status/kept')
  if (!kept || isMonitor(kept) || isConsistencyCheck(kept)) throw new Error('no check')
  const updated = shown === null ? null : { set: 'running', shown, exchanges: [success()] }
  kept.prove({ ...caseOf(census({ updated })), operation: operation('sqla.changeStatus') })
}

it('keeps the status that was set before an update', () => {
  expect(() => prove('running')).not.toThrow()
  expect(() => prove('idle')).toThrow(Breach)
})

it.each([
  ['it moved on to another one, as a job moves it', 'done'],
  ['no read shows it', undefined],
  ['no update was taken', null],
])('tells nothing of an update if %s', (_what, shown) => {
  expect(() => prove(shown)).toThrow(Inconclusive)
})
