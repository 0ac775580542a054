import { describe, expect, it } from 'vitest'
import { inWords, verdictOf } from '../../../suites/claim/finding.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

describe('the level of a claim', () => {
  it.each([
    ['MUST refuse a token', 'fail'],
    ['SHOULD keep the token', 'warn'],
    ['MAY take the scheme', 'note'],
    ['MUST', 'fail'],
  ])('%s: %s', (claim, verdict) => {
    expect(verdictOf(claim)).toBe(verdict)
  })

  it.each(['', 'must refuse', 'MUSTN’T refuse', 'It MUST refuse'])('%j has none', (claim) => {
    expect(() => verdictOf(claim)).toThrow('begins with neither MUST, SHOULD nor MAY')
  })
})

describe('a response in words', () => {
  it('has its status, media type and text', () => {
    expect(inWords(exchangeOf(responseOf({ status: 404, body: { a: 1 } })))).toBe('404, application/json, {"a":1}')
  })

  it('is one line', () => {
    expect(inWords(exchangeOf(responseOf({ text: '{\n\t"a": 1\n}' })))).toBe('200, application/json, { "a": 1 }')
  })

  it('is cut where it is long', () => {
    expect(inWords(exchangeOf(responseOf({ text: 'x'.repeat(5000) })))).toBe(
      `200, application/json, ${'x'.repeat(1000)}`,
    )
  })

  it.each([
    [[], '200, no Content-Type, no body'],
    [['a/b', 'c/d'], '200, a/b and c/d, no body'],
  ])('says what is not there: %j', (types, words) => {
    expect(inWords(exchangeOf(responseOf({ text: '', types })))).toBe(words)
  })

  it('says why there is none', () => {
    expect(inWords(exchangeOf(null))).toBe('no response (gone)')
  })
})
