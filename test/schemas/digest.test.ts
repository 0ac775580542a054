import { expect, test } from 'vitest'
import { canonical, digestOf, planDigest } from '../../schemas/digest.ts'

test('equal data has an equal digest, in whatever order its fields stand', () => {
  expect(digestOf({ b: [1, 2.0], a: { d: null, c: 'é' } })).toBe(digestOf({ a: { c: 'é', d: null }, b: [1, 2] }))
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }))
  expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]))
})

test('writes numbers and keys as RFC 8785 has them', () => {
  expect(canonical({ '\u20ac': 1e21, '\r': 1e-7, b: 0.1, left: undefined })).toBe('{"\\r":1e-7,"b":0.1,"\u20ac":1e+21}')
})

test('text that is no Unicode becomes text that is, and nothing else is touched', () => {
  const text = canonical({ 'k\uDFFF': 'a\uD800\uD800b', fine: '\u{1F600} \\ud800 \\\\', after: '\\\uD800' })
  expect(JSON.parse(text)).toEqual({ 'k\uFFFD': 'a\uFFFD\uFFFDb', fine: '\u{1F600} \\ud800 \\\\', after: '\\\uFFFD' })
  expect(canonical(JSON.parse(text))).toBe(text)
})

test('a plan is the same in whatever order it is carried out', () => {
  expect(planDigest(['b', 'a'])).toBe(planDigest(['a', 'b']))
  expect(planDigest(['a'])).not.toBe(planDigest(['a', 'b']))
})
