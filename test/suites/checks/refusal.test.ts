import { expect, test } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { refused } from '../../../suites/checks/refusal.ts'
import { Blocked, Breach, Skipped, Inconclusive } from '../../../suites/claim/finding.ts'
import { emptyTrace, type Trace } from '../../../suites/evidence/trace.ts'
import { sceneOf } from '../cases.ts'
import { answerOf, error, exchangeOf } from '../exchanges.ts'

const control = exchangeOf(answerOf({ body: { name: 'ts-run-1' } }))
const unauthorised = error(401, 'UNAUTHORIZED')

const judge = (answer: Exchange['answer'], over: Partial<Trace> = {}, sent: Partial<Exchange> = {}) => {
  const rungs = new Map([['no-header', exchangeOf(answer, { credential: 'no-header', ...sent })] as const])
  return () => refused({ ...sceneOf({ ...emptyTrace(), control, rungs, ...over }), run: 'run' }, 'no-header', 'nothing')
}

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
  expect(judge(repeated, {}, { path: '/settings.health?name=ts-run-1' })).not.toThrow()
})

test('an error of another sort, no answer, and the error of the authorised request tell nothing', () => {
  expect(judge(error(500))).toThrow(Inconclusive)
  expect(judge(null)).toThrow(Inconclusive)
  expect(judge(unauthorised, { control: exchangeOf(unauthorised) })).toThrow(Inconclusive)
})

test('what was not sent is blocked or skipped', () => {
  const blocked = { reason: 'a', by: 'b' }
  expect(judge(null, { rungs: new Map(), blocked })).toThrow(Blocked)
  expect(judge(null, { rungs: new Map() })).toThrow(Skipped)
})
