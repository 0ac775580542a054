import { expect, test } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isShownBack, showsBack } from '../../../suites/evidence/variations/shown-back.ts'
import type { Tried, Variation } from '../../../suites/evidence/variations/variation.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

const save = operation('sqla.saveExternalPort')
const showing = (externalPort: unknown) => exchangeOf(responseOf({ body: { data: { externalPort } } }))
const altered = (value: unknown): Variation => ({
  family: 'wrong-type',
  of: 'externalPort',
  value,
  about: 'secondary',
  call: {},
})
const tried = (value: unknown, rightly: unknown): Tried => ({
  variation: altered(value),
  exchange: showing(value),
  taken: true,
  shown: { after: showing(value), rightly: showing(rightly) },
})

test.each([
  ['5', '5', true],
  ['5', 5, false],
  [[5], [5], true],
  [null, null, false],
])('%j shown as %j: %s', (value, shown, back) => {
  expect(isShownBack(save, altered(value), showing(shown))).toBe(back)
})

test('it is a breach only where the right type is shown rightly', () => {
  expect(showsBack(save, tried('5', 5))).toBe(true)
  expect(showsBack(save, tried('5', '5'))).toBe(false)
})
