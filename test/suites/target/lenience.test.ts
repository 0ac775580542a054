import { expect, test } from 'vitest'
import { Lenience } from '../../../suites/target/lenience.ts'
import type { Variation } from '../../../suites/evidence/variations/variation.ts'

const missing = (of: string): Variation => ({ family: 'missing-required', of, about: 'secondary', call: {} })

test('a sort is taken everywhere once most of many are', () => {
  const lenience = new Lenience()
  for (let at = 0; at < 11; at++) lenience.note(missing(`a${at}`), true)
  expect(lenience.takes(missing('b'))).toBe(false)
  lenience.note(missing('c'), true)
  expect(lenience.takes(missing('b'))).toBe(true)
  expect(lenience.takes({ ...missing('b'), family: 'wrong-type', kind: 'null' })).toBe(false)
})

test('where as many are refused, a taker may stand out', () => {
  const lenience = new Lenience()
  for (let at = 0; at < 40; at++) lenience.note(missing(`a${at}`), at % 2 === 0)
  expect(lenience.takes(missing('b'))).toBe(false)
})
