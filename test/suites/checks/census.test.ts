import { expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { censusChecks } from '../../../suites/checks/census.ts'
import { renewedChecks } from '../../../suites/checks/renewed.ts'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { exchangeOf } from '../exchanges.ts'
import { census } from '../red/pair.ts'

const unanswered = exchangeOf(null, { failure: 'no response within 10 s' })

it.each<[string, OperationId]>([
  ['census/reading', 'compose.loadServices'],
  ['census/others', 'sqla.remove'],
])('%s is no pass where the valid request got no response', (id, of) => {
  const found = censusChecks.find((check) => check.id === id)
  if (!found || isMonitor(found) || isConsistencyCheck(found)) throw new Error('no check')
  const scene = { ...caseOf({ ...census(), control: unanswered }), operation: operation(of) }
  expect(() => found.prove(scene)).toThrow(Inconclusive)
  expect(() => found.prove({ ...scene, ...caseOf(census()), operation: operation(of) })).not.toThrow()
})

it.each([
  ['that showed tokens of their own', true, true],
  ['that never did', false, false],
])('a new token that stands on both of two records %s', (_what, isApart, isTold) => {
  const [check] = renewedChecks
  if (!check || isMonitor(check) || isConsistencyCheck(check)) throw new Error('no check')
  const found = census({ tokens: { before: 'one', after: 'two', another: 'two', isApart } })
  const judge = () => check.prove({ ...caseOf(found), operation: operation('compose.refreshToken') })
  if (isTold) expect(judge).toThrow('the same token on both records')
  else expect(judge).not.toThrow()
})
