import { describe, expect, it } from 'vitest'
import { check } from '../../suites/checks/check.ts'
import { Skipped, Inconclusive } from '../../suites/claim/finding.ts'
import { Judging } from '../../suites/run/judge.ts'
import { effect as effectOf } from '../../suites/evidence/effect.ts'
import { breach, checkOf, health, resultOf, caseOf, showing, wrong } from './cases.ts'
import { responseOf, exchangeOf } from './exchanges.ts'

describe('a breach', () => {
  it.each(['MUST a', 'SHOULD a'])('of %s waits to be seen again', (claim) => {
    const check = checkOf(claim, breach())
    expect(new Judging(health, [check], caseOf(), showing, 0).doubtful).toEqual([check])
  })

  it.each([
    ['MAY a', breach()],
    ['MUST a', breach('MAY')],
    ['MUST a', new Inconclusive('why')],
    ['MUST a', new Skipped('why')],
    ['MUST a', new Error('ours')],
    ['MUST a', null],
  ])('is not looked for again after %s: %s', (claim, thrown) => {
    expect(new Judging(health, [checkOf(claim, thrown)], caseOf(), showing, 0).doubtful).toEqual([])
  })

  it('seen again stands, and nothing is said of it', () => {
    const result = resultOf('MUST a', breach(), breach())
    expect(result.verdict).toBe('fail')
    expect(result.message).not.toContain('intermittent')
  })

  it('stands as intermittent if the check holds the second time', () => {
    expect(resultOf('MUST a', breach(), null)).toMatchObject({
      verdict: 'fail',
      intermittent: true,
      message: expect.stringContaining('(intermittent: not seen again)'),
    })
  })

  // A node that was removed can't be removed again: nothing says that the server does so now and then only.
  it('stands, and is not called intermittent, if the second try could not tell', () => {
    const result = resultOf('MUST a', breach(), new Inconclusive('why'))
    expect(result).toMatchObject({
      verdict: 'fail',
      message: expect.stringContaining('(a second try was inconclusive)'),
    })
    expect(result).not.toHaveProperty('intermittent')
  })

  it.each([
    ['is inconclusive where one comes the second time', null, 'inconclusive'],
    ['stands where none comes again', breach('MUST', exchangeOf(null)), 'fail'],
  ])('that is no response at all %s', (_how, second, verdict) => {
    expect(resultOf('MUST a', breach('MUST', exchangeOf(null)), second).verdict).toBe(verdict)
  })

  it('that a second try could not confirm shows both answers', () => {
    const result = resultOf('MUST a', breach(), new Inconclusive('why', undefined, [wrong]))
    expect(result.evidence).toHaveLength(2)
  })

  // Rule 14: with both answers.
  it('that held the second time shows both answers', () => {
    const judging = new Judging(health, [checkOf('MUST a', breach(), null)], caseOf(), showing, 0)
    const second = caseOf({ control: exchangeOf(responseOf({ body: 'held' })) })
    const bodies = judging.results(() => second)[0]?.evidence.map(({ response }) => response?.body)
    expect(bodies).toEqual(['"<ACCESS_TOKEN>"', '"held"'])
  })

  // No fresh scene: a second record could not be made, so nothing was sent a second time.
  it('that could not be tried again is not called intermittent', () => {
    expect(resultOf('MUST a', breach(), new Skipped('it was not sent')).message).not.toContain('not seen again')
  })
})

describe('a change of state', () => {
  const changed = { paths: ['updatedAt'], by: 'no-header', exchanges: [wrong] }
  const judged = (moving: readonly string[], ...thrown: unknown[]) => {
    const { prove: _prove, ...said } = checkOf('MUST a', ...thrown)
    const next = [...thrown]
    const seen = check({
      ...said,
      prove() {
        const one = next.shift()
        if (one !== null) throw one
      },
      needs: { effect: effectOf },
      transient: true,
      explains: ({ effect }, since) => effect.changed?.paths.every((path) => since.has(path)) === true,
    })
    const first = caseOf({ effect: { changed, exchanges: [] } })
    const second = caseOf({ effect: { changed: null, exchanges: [] } }, moving)
    const [result] = new Judging(health, [seen], first, showing, 0).results(() => second)
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
    expect(judged([], breach(), new Inconclusive('not shown'))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'not shown',
    })
  })
})
