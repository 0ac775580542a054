import { describe, expect, it } from 'vitest'
import { Blocked, Breach, Skipped, Inconclusive } from '../../../suites/claim/finding.ts'
import { resultId } from '../../../suites/run/judge.ts'
import { breach, checkOf, health, resultBeside, resultOf, wrong } from '../cases.ts'
import { exchangeOf } from '../exchanges.ts'

describe('a result', () => {
  it('is named after its operation and check, and has the operation’s clause', () => {
    expect(resultOf('MUST a', null)).toMatchObject({
      id: 'settings.health a/b',
      operation: 'settings.health',
      check: 'a/b',
      clause: 'OP-settings.health',
    })
    expect(resultId(health, checkOf('MUST a'))).toBe('settings.health a/b')
  })

  it('is a pass where nothing is thrown', () => {
    expect(resultOf('MUST a', null)).toMatchObject({ verdict: 'pass', message: 'MUST a: held', evidence: [] })
  })

  it.each([
    ['MUST a', 'fail'],
    ['SHOULD a', 'warn'],
    ['MAY a', 'note'],
  ])('of %s that is broken is a %s', (claim, verdict) => {
    expect(resultOf(claim, breach())).toMatchObject({ verdict, expected: 'a' })
  })

  it.each([
    ['MUST a', 'SHOULD', 'warn'],
    ['SHOULD a', 'MUST', 'fail'],
    ['MUST a', 'MAY', 'note'],
  ] as const)('of %s takes the breach’s own level %s: %s', (claim, level, verdict) => {
    expect(resultOf(claim, breach(level)).verdict).toBe(verdict)
  })

  it('of what can’t be told says why, and what would help', () => {
    expect(resultOf('MUST a', new Inconclusive('why SECRET', 'an id', [wrong]))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'why <ACCESS_TOKEN>',
      supply: 'an id',
      evidence: [{}],
    })
  })

  it('of what was not sent says why', () => {
    expect(resultOf('MUST a', new Skipped('not allowed'))).toMatchObject({ verdict: 'skipped', reason: 'not allowed' })
  })

  it('of what is blocked names what is to blame', () => {
    expect(resultOf('MUST a', new Blocked('no record', 'sqla.create records/made'))).toMatchObject({
      verdict: 'blocked',
      reason: 'no record',
      blockedBy: 'sqla.create records/made',
    })
  })

  it.each([new TypeError('x is not a function'), 'a text', 0])(
    'of a check that throws %j is our own defect',
    (thrown) => {
      expect(resultOf('MUST a', thrown)).toMatchObject({
        verdict: 'error',
        message: expect.stringContaining('A defect of Touchstone itself'),
      })
    },
  )

  it('shows the token nowhere', () => {
    expect(JSON.stringify(resultOf('MUST a', breach()))).not.toContain('SECRET')
  })

  it('has what it got in a line that can be read', () => {
    const long = new Breach({ expected: 'a', got: 'x'.repeat(5000), exchanges: [] })
    expect(resultOf('MUST a', long).message.length).toBeLessThan(500)
  })

  it('has no evidence that was never sent', () => {
    const made = new Inconclusive('why', undefined, [exchangeOf(null, { serial: 0 })])
    expect(resultOf('MUST a', made).evidence).toEqual([])
  })
})

describe('a line of a result', () => {
  it('is shortened only after the token is taken out, so that no piece of it stands at the edge', () => {
    const got = `${'x'.repeat(297)}SECRET${'y'.repeat(50)}`
    const result = resultOf('MUST a', new Breach({ expected: 'a', got, exchanges: [wrong] }))
    expect(result.got).toHaveLength(301)
    expect(result.got).not.toContain('SEC')
    expect(result.got?.endsWith('…')).toBe(true)
  })
})

describe('a breach that is not seen again', () => {
  const state = new Breach({ expected: 'a', got: 'b', exchanges: [wrong, wrong] })

  it('stands where this run is alone', () => {
    expect(resultOf('MUST a', state, null)).toMatchObject({ verdict: 'fail', intermittent: true })
  })

  it('is undecided where several exchanges showed it and another run is at work', () => {
    expect(resultBeside('zzzzzzzz', 'MUST a', state, null)).toMatchObject({
      verdict: 'inconclusive',
      reason: 'it was seen once and not again: b',
    })
  })

  it('stands beside another run where one response showed it', () => {
    expect(resultBeside('zzzzzzzz', 'MUST a', breach(), null)).toMatchObject({ verdict: 'fail', intermittent: true })
  })
})
