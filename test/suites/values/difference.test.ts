import { expect, it, test } from 'vitest'
import { besides, brief, difference, shownAs } from '../../../suites/values/difference.ts'

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

it.each([
  ['a'.repeat(100), 'a'.repeat(72), 'its first 72 of 100 characters'],
  ['one and two', 'and two', 'its last 7 of 11 characters'],
  [' one ', 'one', 'the same except for white space at its ends: 3 of 5 characters'],
  ['One', 'ONE', 'the same except for its letters of either case'],
  ['a\r\nb', 'a\nb', 'the same except for its line ends: 3 of 4 characters'],
  ['a  b', 'a b', 'the same except for its white space: 3 of 4 characters'],
  ['one', '"one"', 'the same with 2 characters more'],
  ['a<b>&c', 'a&lt;b&#62;&amp;c', 'the same with escapes in place of characters'],
  ['A=1\nB=2\nC=3', 'B=2\nA=1\nC=3', 'its lines in another order'],
  ['A=1\n# why\nA=2\nB=3', 'B=3\nA=2', '2 of its 4 lines'],
  ['one', 'other', 'another text of 5 characters in place of 3'],
  ['one', '', 'an empty text'],
])('%j shown as %j is %s', (written, shown, said) => {
  expect(difference(written, shown)).toBe(said)
})

test('two long texts are shown where they first differ', () => {
  const [one, other] = besides(`${'x'.repeat(100)}A${'y'.repeat(100)}`, `${'x'.repeat(100)}B${'y'.repeat(50)}`)
  expect(one).toMatch(/^…x{20}Ay{39}… \(201 characters\)$/)
  expect(other).toMatch(/^…x{20}By{39}… \(151 characters\)$/)
})

test('a text that ends before the other does is shown with its end', () => {
  const [, other] = besides('x'.repeat(255), 'x'.repeat(100))
  expect(other).toMatch(/^…x{59}" \(100 characters\)$/)
})

test('of a secret only the difference is told', () => {
  expect(shownAs('databasePassword', 'hidden1', 'HIDDEN1')).toBe('the same except for its letters of either case')
  expect(shownAs('name', 'One', 'one')).toBe('"one" (the same except for its letters of either case)')
  expect(shownAs('name', 'One', 7)).toBe('7')
})
