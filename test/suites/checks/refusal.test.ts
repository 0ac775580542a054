import { expect, test } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { heldInForm, refused, refusedInAllForms } from '../../../suites/checks/refusal.ts'
import { Blocked, Breach, Skipped, Inconclusive } from '../../../suites/claim/finding.ts'
import { authChecks } from '../../../suites/checks/auth.ts'
import { gatheredOf } from '../given.ts'
import { caseOf } from '../cases.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

const control = exchangeOf(responseOf({ body: { name: 'ts-run-1' } }))
const unauthorised = error(401, 'UNAUTHORIZED')

const said = { credential: 'no-header', carries: 'nothing', noted: undefined } as const
const judge =
  (response: Exchange['response'], sent: Partial<Exchange> = {}, authorised = control) =>
  () =>
    refused(exchangeOf(response, { credential: 'no-header', ...sent }), authorised, { ...caseOf(), run: 'run' }, said)

test('the calibrated refusal passes, and one of another code with 401 or 403', () => {
  expect(judge(unauthorised)).not.toThrow()
  expect(judge(error(403, 'FORBIDDEN'))).not.toThrow()
})

test('being served is a breach, and so is a refusal that shows what it refuses', () => {
  expect(judge(responseOf({ body: {} }))).toThrow(Breach)
  expect(judge(error(401, 'UNAUTHORIZED', 'no', { data: 'ts-run-1' }))).toThrow(Breach)
})

test('a server error is no refusal, unless that is what this target answers to mistakes', () => {
  expect(judge(error(500))).toThrow(expect.objectContaining({ level: 'SHOULD', cause: 'the server failed' }))
  expect(judge(error(503))).toThrow(Inconclusive)
  const profile = Object.assign(Object.create(caseOf().profile), { errorStatuses: new Set([500]) })
  expect(() => refused(exchangeOf(error(500)), control, { ...caseOf(), profile }, said)).toThrow(Inconclusive)
})

test('a pass says which form was sent, where operations are sent several in turn', () => {
  const form = { words: 'the token in base64', shell: '$TOKEN', header: 'authorization' }
  expect(heldInForm({ ...form, of: 3 })).toBe(
    ' for the token in base64, 1 of 3 forms, which operations are sent in turn',
  )
  expect(heldInForm({ ...form, of: 1 })).toBe('')
  expect(heldInForm(undefined)).toBe('')
})

test('what the request itself brought along may be repeated', () => {
  const repeated = error(401, 'UNAUTHORIZED', 'no', { path: 'ts-run-1' })
  expect(judge(repeated, { path: '/settings.health?name=ts-run-1' })).not.toThrow()
})

test('an error of another sort, no response, and the error of the authorised request tell nothing', () => {
  expect(judge(error(409))).toThrow(Inconclusive)
  expect(judge(null)).toThrow(Inconclusive)
  expect(judge(unauthorised, {}, exchangeOf(unauthorised))).toThrow(Inconclusive)
})

test.each([new Blocked('a', 'b'), new Skipped('a'), new Inconclusive('a')])('what was not sent is %s', (why) => {
  const [noHeader] = authChecks
  const testCase = { ...caseOf(), gathered: gatheredOf({ control, attempts: [['no-header', why]] }) }
  expect(() => noHeader?.prove(testCase)).toThrow(why)
})

const inForm = (words: string, response: Exchange['response']) =>
  exchangeOf(response, {
    credential: 'disguised-token',
    form: { words, shell: '$TOKEN', header: 'authorization' },
    headers: { authorization: words },
  })
const allForms = (...sent: readonly [Exchange, ...Exchange[]]) => {
  const attempted = { credential: 'disguised-token', carries: 'a coded token', noted: /"/ } as const
  const [first, ...tried] = sent
  const besides = { tried, of: sent.length, elsewhere: [] }
  return () => refusedInAllForms(first, besides, control, { ...caseOf(), run: 'run' }, attempted)
}

test('where one form of a credential is let in, the forms that are let in are told, and how many were tried', () => {
  const served = responseOf({ body: {} })
  const sent = [inForm('base64', served), inForm('percent', unauthorised), inForm('quotes', served)] as const
  expect(allForms(...sent)).toThrow(/let in with base64; quotes \(2 of 3 forms tried\)/)
})

test('a form that is only noted hides none that is worse, and the worse is shown last', () => {
  const served = responseOf({ body: {} })
  const [noted, worse] = [inForm('"', served), inForm('base64', served)]
  expect(allForms(noted, worse)).toThrow(expect.objectContaining({ level: undefined, exchanges: [noted, worse] }))
  expect(allForms(noted)).toThrow(expect.objectContaining({ level: 'MAY' }))
})

test('a form that the server failed on was not let in, and may have had another cause', () => {
  const failed = inForm('base64', error(500, 'INTERNAL'))
  expect(allForms(failed)).toThrow(
    expect.objectContaining({ change: true, got: expect.stringMatching(/^not refused with base64/) }),
  )
})

test('where all forms were tried on other operations, it is said on which', () => {
  const first = inForm('base64', responseOf({ body: {} }))
  const besides = { tried: [], of: 5, elsewhere: ['user.all', 'settings.health'] } as const
  const attempted = { credential: 'disguised-token', carries: 'a coded token', noted: undefined } as const
  expect(() => refusedInAllForms(first, besides, control, { ...caseOf(), run: 'run' }, attempted)).toThrow(
    /let in with base64 \(1 of 1 forms tried; all 5 were tried on user.all and settings.health\)/,
  )
})
