import { describe, expect, it, vi } from 'vitest'
import type { Check } from '../../../suites/checks/check.ts'
import { Breach } from '../../../suites/claim/finding.ts'
import { Judging } from '../../../suites/run/judge.ts'
import { triedAgain } from '../../../suites/run/tried-again.ts'
import { breach, caseOf, checkOf, health, showing, wrong } from '../cases.ts'

const change = () => new Breach({ expected: 'a', got: 'b', exchanges: [wrong], change: true })
const [first, still, alone] = [caseOf(), caseOf(), caseOf()]

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
async function judged(check: Check, standing: typeof still | null) {
  const again = vi.fn(() => Promise.resolve(alone))
  const trials = {
    again,
    still: () => Promise.resolve(standing),
    alone: (trial: () => Promise<typeof alone>) => trial(),
  }
  const [result] = await triedAgain(new Judging(health, [check], first, showing, 0), trials)
  return { verdict: result?.verdict, again }
}

describe('a change that an earlier operation may have begun', () => {
  it('is not looked for on records made anew if a record that stands still does not show it', async () => {
    const { verdict, again } = await judged(seen(new Map([[first, change()]])), still)
    expect(verdict).toBe('inconclusive')
    expect(again).not.toHaveBeenCalled()
  })

  it('is a fail if a record that stands still shows it, and records made anew do too', async () => {
    const check = seen(new Map([first, still, alone].map((one) => [one, change()])))
    const { verdict, again } = await judged(check, still)
    expect(verdict).toBe('fail')
    expect(again).toHaveBeenCalledWith([check], true)
  })

  it('is looked for on records made anew if none stands still', async () => {
    const check = seen(new Map([first, alone].map((one) => [one, change()])))
    expect(await judged(check, null)).toMatchObject({ verdict: 'fail' })
  })
})

describe('a breach that is no change', () => {
  it('is tried again without records all made anew', async () => {
    const check = seen(new Map([first, alone].map((one) => [one, breach()])))
    const { verdict, again } = await judged(check, still)
    expect(verdict).toBe('fail')
    expect(again).toHaveBeenCalledWith([check], false)
  })
})
