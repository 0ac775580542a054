import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { wrap } from '../../../reports/forms/wrap.ts'

const words = 'one two three four five six seven eight nine ten eleven twelve'

test('a long line is broken between words, and goes on under itself', () => {
  expect(wrap(`    expected  ${words}`, 40).split('\n')).toEqual([
    '    expected  one two three four five',
    '             six seven eight nine ten',
    '             eleven twelve',
  ])
})

test('no line is wider than the screen, and no word is lost, with colours too', () => {
  const told = styleText('red', `  1. ${words}`, { validateStream: false })
  const lines = wrap(told, 40).split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(told.replace(/\s+/g, ' '))
})

test.each([
  "    try       curl -i 'http://a.b/port.one?portId=1234567890' -H 'accept: application/json'",
  '  {"omit":["compose.*","colstore.*","sqlb.*"]}',
])('what is to be copied stays whole: %s', (line) => {
  expect(wrap(line, 40)).toBe(line)
})

test('a word that is wider than the screen stays whole', () => {
  expect(wrap(`see ${'x'.repeat(60)}`, 40).split('\n')).toEqual(['see', 'x'.repeat(60)])
})

test('what is no screen is left as it is', () => {
  expect(wrap(words, undefined)).toBe(words)
})
