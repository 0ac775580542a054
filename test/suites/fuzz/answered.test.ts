import { expect, test } from 'vitest'
import { isCutShort } from '../../../suites/fuzz/answered.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

test.each([
  ['a long body that drew no response', null, 66_000, true],
  ['a long body that was answered', responseOf({ status: 413 }), 66_000, false],
  ['a short one that drew no response', null, 4000, false],
])('tells whether a body was too long to be answered: %s', (_what, response, length, cut) => {
  expect(isCutShort(exchangeOf(response, { body: 'x'.repeat(length) }))).toBe(cut)
})
