import { describe, expect, it, vi } from 'vitest'
import type { Check } from '../../../suites/checks/check.ts'
import { Breach } from '../../../suites/claim/finding.ts'
import { Judging } from '../../../suites/run/judge.ts'
import { triedAgain } from '../../../suites/run/tried-again.ts'
import { breach, caseOf, checkOf, health, showing, wrong } from '../cases.ts'

const change = () => new Breach({ expected: 'a', got: 'b', exchanges: [wrong], change: true })
const [first, alone] = [caseOf(), caseOf()]

/** A check of changes that throws this at each of the cases. */
const seen = (at: ReadonlyMap<object, unknown>): Check => ({
  ...checkOf('MUST a'),
  transient: true,
  prove(testCase) {
    const thrown = at.get(testCase)
    if (thrown) throw thrown
  },
})

/** What came of a check, and which trials were held. */
async function judged(check: Check) {
  const again = vi.fn(() => Promise.resolve(alone))
  const trials = {
    again,
    alone: (trial: () => Promise<typeof alone>) => trial(),
  }
  const [result] = await triedAgain(new Judging(health, [check], first, showing, 0), trials)
  return { verdict: result?.verdict, again }
}

describe('a change', () => {
  it('is a fail if records made anew show it, too', async () => {
    const check = seen(new Map([first, alone].map((one) => [one, change()])))
    const { verdict, again } = await judged(check)
    expect(verdict).toBe('fail')
    expect(again).toHaveBeenCalledWith([check], true)
  })

  it('is inconclusive if records made anew do not show it', async () => {
    expect(await judged(seen(new Map([[first, change()]])))).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('a breach that is no change', () => {
  it('is tried again without records all made anew', async () => {
    const check = seen(new Map([first, alone].map((one) => [one, breach()])))
    const { verdict, again } = await judged(check)
    expect(verdict).toBe('fail')
    expect(again).toHaveBeenCalledWith([check], false)
  })
})
