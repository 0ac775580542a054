import { expect, it } from 'vitest'
import { brief } from '../../../suites/fuzz/attempt.ts'

it.each([
  ['plain', '"plain"'],
  ['a\u200bb\u202ec', String.raw`"a\u{200b}b\u{202e}c"`],
  ['\u3000a\u{10ffff}', String.raw`"\u{3000}a\u{10ffff}"`],
  ['a\nb', String.raw`"a\nb"`],
  [undefined, 'nothing'],
  [7, '7'],
  ['x'.repeat(100), `"${'x'.repeat(59)}… (100 characters)`],
])('the value %j is told as %j', (value, told) => {
  expect(brief(value)).toBe(told)
})
