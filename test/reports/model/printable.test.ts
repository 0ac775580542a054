import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { printable } from '../../../reports/model/printable.ts'

test.each([
  ['\u001B[2J\u001B[H', String.raw`\u001b[2J\u001b[H`],
  ['\u001B]0;title\u0007', String.raw`\u001b]0;title\u0007`],
  ['\u001B[8mhidden', String.raw`\u001b[8mhidden`],
  ['12 fail\r[1m0 fail', String.raw`12 fail\u000d[1m0 fail`],
  ['\u202Elive\u2066', String.raw`\u202elive\u2066`],
  ['\u009B1A', String.raw`\u009b1A`],
])('%j of a target is shown and not done', (said, shown) => {
  expect(printable(said)).toBe(shown)
})

test('letters of any script, line ends, tabs and our own colours stay', () => {
  const text = ['שלום', 'a\r\n\tb\n', '漢字 😀 é', '\u200D'].join(' ')
  expect(printable(text)).toBe(text)
  for (const style of ['red', 'yellow', 'green', 'bold', 'dim'] as const) {
    const painted = styleText(style, 'x', { validateStream: false })
    expect(printable(painted)).toBe(painted)
  }
})
