import { describe, expect, it } from 'vitest'
import { operation } from '../../schemas/registry.ts'
import type { Case, Check } from '../../suites/check.ts'
import { Blocked, Breach, Skipped, Unknown } from '../../suites/finding.ts'
import { Judging, resultId } from '../../suites/judge.ts'
import { emptyTrace, type Trace } from '../../suites/trace.ts'
import { answerOf, exchangeOf, profileWith } from './exchanges.ts'

const health = operation('settings.health')
const showing = { baseUrl: 'http://127.0.0.1', clean: (text: string) => text.replaceAll('SECRET', '<ACCESS_TOKEN>') }
const wrong = exchangeOf(answerOf({ body: 'SECRET' }))
const breach = (level?: 'MUST' | 'SHOULD' | 'MAY') =>
  new Breach({ expected: 'a', got: 'b SECRET', exchanges: [wrong], ...(level && { level }) })

const sceneOf = (trace: Trace = emptyTrace(), moving: readonly string[] = []): Case => ({
  operation: health,
  trace,
  profile: profileWith(),
  moving: new Set(moving),
})

/** A check that throws these, one at each trial; null: it holds. */
function checkOf(claim: string, ...thrown: unknown[]): Check {
  const left = [...thrown]
  return {
    id: 'a/b',
    clause: 'OP-*',
    claim,
    sends: '',
    expects: '',
    kills: [],
    needs: ['control'],
    on: () => true,
    prove() {
      const next = left.shift()
      if (next !== null && next !== undefined) throw next
    },
  }
}

/** The result of a check that throws these at its trials; the second trial is held only if there is a second thing. */
function resultOf(claim: string, ...thrown: unknown[]) {
  const judging = new Judging(health, [checkOf(claim, ...thrown)], sceneOf(), showing, performance.now())
  const [result] = judging.results(thrown.length > 1 ? sceneOf({ ...emptyTrace(), control: wrong }) : null)
  if (!result) throw new Error('no result')
  return result
}

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
    expect(resultOf('MUST a', null)).toMatchObject({ verdict: 'pass', message: 'MUST a: seen to hold', evidence: [] })
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
    expect(resultOf('MUST a', new Unknown('why SECRET', 'an id', [wrong]))).toMatchObject({
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
    const made = new Unknown('why', undefined, [exchangeOf(null, { serial: 0 })])
    expect(resultOf('MUST a', made).evidence).toEqual([])
  })
})

describe('a breach', () => {
  it.each(['MUST a', 'SHOULD a'])('of %s waits to be seen again', (claim) => {
    const check = checkOf(claim, breach())
    expect(new Judging(health, [check], sceneOf(), showing, 0).doubtful).toEqual([check])
  })

  it.each([
    ['MAY a', breach()],
    ['MUST a', breach('MAY')],
    ['MUST a', new Unknown('why')],
    ['MUST a', new Skipped('why')],
    ['MUST a', new Error('ours')],
    ['MUST a', null],
  ])('is not looked for again after %s: %s', (claim, thrown) => {
    expect(new Judging(health, [checkOf(claim, thrown)], sceneOf(), showing, 0).doubtful).toEqual([])
  })

  it('seen again stands, and nothing is said of it', () => {
    const result = resultOf('MUST a', breach(), breach())
    expect(result.verdict).toBe('fail')
    expect(result.message).not.toContain('intermittent')
  })

  it.each([
    ['holds', null],
    ['can’t be told', new Unknown('why')],
  ])('stands as intermittent where it %s the second time', (_how, second) => {
    expect(resultOf('MUST a', breach(), second)).toMatchObject({
      verdict: 'fail',
      message: expect.stringContaining('(intermittent: not seen again)'),
    })
  })

  it('that is intermittent shows both answers', () => {
    const result = resultOf('MUST a', breach(), new Unknown('why', undefined, [wrong]))
    expect(result.evidence).toHaveLength(2)
  })

  // Rule 14: with both answers.
  it('that held the second time shows both answers', () => {
    const judging = new Judging(health, [checkOf('MUST a', breach(), null)], sceneOf(), showing, 0)
    const second = sceneOf({ ...emptyTrace(), control: exchangeOf(answerOf({ body: 'held' })) })
    const bodies = judging.results(second)[0]?.evidence.map(({ response }) => response?.body)
    expect(bodies).toEqual(['"<ACCESS_TOKEN>"', '"held"'])
  })

  // No fresh scene: a second record could not be made, so nothing was sent a second time.
  it('that could not be tried again is not called intermittent', () => {
    expect(resultOf('MUST a', breach(), new Skipped('it was not sent')).message).not.toContain('not seen again')
  })
})

describe('a change of state', () => {
  const effect = { seen: 'changed', paths: ['updatedAt'], by: 'no-header', exchanges: [wrong] } as const
  const judged = (moving: readonly string[], ...thrown: unknown[]) => {
    const check: Check = { ...checkOf('MUST a', ...thrown), needs: ['effect'] }
    const trace: Trace = { ...emptyTrace(), effect }
    const [result] = new Judging(health, [check], sceneOf(trace), showing, 0).results(sceneOf(emptyTrace(), moving))
    return result
  }

  it('seen twice is a fail', () => {
    expect(judged([], breach(), breach())).toMatchObject({ verdict: 'fail' })
  })

  it('seen once may have had another cause', () => {
    expect(judged([], breach(), null)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('of what moves by itself is none', () => {
    expect(judged(['updatedAt'], breach(), null)).toMatchObject({ verdict: 'pass' })
  })

  it('of what moves by itself and more is not settled by that', () => {
    expect(judged(['servedAt'], breach(), null)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('that can’t be told the second time is what that says', () => {
    expect(judged([], breach(), new Unknown('not shown'))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'not shown',
    })
  })
})
