import { expect, test } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { otherAddress } from '../../../suites/checks/other-address.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

const own = responseOf({ body: { name: 'a', id: '1' } })
const refusal = error(401, 'UNAUTHORIZED')

/** Judges what another form of the address was answered. */
const judge =
  (
    response: Exchange['response'],
    { plain = refusal, authorised = own }: { plain?: Exchange['response']; authorised?: Exchange['response'] } = {},
  ) =>
  () =>
    otherAddress.prove(
      caseOf({
        control: exchangeOf(authorised),
        attempts: [
          ['no-header', exchangeOf(plain)],
          ['other-address', exchangeOf(response)],
        ],
      }),
    )

test('the response of the operation itself is a breach, though its values have moved', () => {
  expect(judge(own)).toThrow(Breach)
  expect(judge(responseOf({ body: { id: '2', name: 'b' } }))).toThrow(Breach)
})

test.each([
  ['an unknown path', error(404)],
  ['a refusal', refusal],
  ['a redirection', responseOf({ status: 308, text: '' })],
  ['a request that can’t be read', error(400)],
])('%s passes', (_, response) => {
  expect(judge(response)).not.toThrow()
})

test.each([
  ['a page for whatever path', responseOf({ text: '<html></html>', types: ['text/html'] })],
  ['another object', responseOf({ body: { paths: [] } })],
  ['a response that says not now', error(429)],
  ['no response', null],
])('%s tells nothing', (_, response) => {
  expect(judge(response)).toThrow(Inconclusive)
})

test('what is open at its own address too is told there', () => {
  expect(judge(own, { plain: own })).toThrow(Inconclusive)
})

test('where the authorised request fails, only a refusal passes', () => {
  expect(judge(error(404), { authorised: error(404) })).toThrow(Inconclusive)
  expect(judge(refusal, { authorised: error(404) })).not.toThrow()
})
