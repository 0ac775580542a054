import { expect, test } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { refused } from '../../../suites/checks/refusal.ts'
import { Blocked, Breach, Skipped, Inconclusive } from '../../../suites/claim/finding.ts'
import { authChecks } from '../../../suites/checks/auth.ts'
import { gatheredOf } from '../given.ts'
import { caseOf } from '../cases.ts'
import { answerOf, error, exchangeOf } from '../exchanges.ts'

const control = exchangeOf(answerOf({ body: { name: 'ts-run-1' } }))
const unauthorised = error(401, 'UNAUTHORIZED')

const said = { credential: 'no-header', carries: 'nothing', noted: undefined } as const
const judge =
  (answer: Exchange['response'], sent: Partial<Exchange> = {}, authorised = control) =>
  () =>
    refused(exchangeOf(answer, { credential: 'no-header', ...sent }), authorised, { ...caseOf(), run: 'run' }, said)

test('the calibrated refusal passes, and one of another code with 401 or 403', () => {
  expect(judge(unauthorised)).not.toThrow()
  expect(judge(error(403, 'FORBIDDEN'))).not.toThrow()
})

test('being served is a breach, and so is a refusal that shows what it refuses', () => {
  expect(judge(answerOf({ body: {} }))).toThrow(Breach)
  expect(judge(error(401, 'UNAUTHORIZED', 'no', { data: 'ts-run-1' }))).toThrow(Breach)
})

test('what the request itself brought along may be repeated', () => {
  const repeated = error(401, 'UNAUTHORIZED', 'no', { path: 'ts-run-1' })
  expect(judge(repeated, { path: '/settings.health?name=ts-run-1' })).not.toThrow()
})

test('an error of another sort, no answer, and the error of the authorised request tell nothing', () => {
  expect(judge(error(500))).toThrow(Inconclusive)
  expect(judge(null)).toThrow(Inconclusive)
  expect(judge(unauthorised, {}, exchangeOf(unauthorised))).toThrow(Inconclusive)
})

test.each([new Blocked('a', 'b'), new Skipped('a'), new Inconclusive('a')])('what was not sent is %s', (why) => {
  const [noHeader] = authChecks
  const testCase = { ...caseOf(), gathered: gatheredOf({ control, attempts: [['no-header', why]] }) }
  expect(() => noHeader?.prove(testCase)).toThrow(why)
})
