/** A breach is tried once more before it is told (docs/judgement.md, rule 14). */
import type { Result } from '../../schemas/report.ts'
import type { Check, TestCase } from '../checks/check.ts'
import type { Judging } from './judge.ts'

/** What sends for some checks once more. */
export interface Trials {
  /** @param whole whether all records around are made anew, too */
  again(checks: readonly Check[], whole: boolean): Promise<TestCase>
  /** Does something while no other lane writes. */
  alone(trial: () => Promise<TestCase>): Promise<TestCase>
}

const familyOf = ({ id }: Check) => id.replace(/\/.*/, '')

/**
 * Tries what is doubtful once more. A change may be of another operation's making: what is sent for checks of one family
 * alone, on records all made anew, while nobody else writes, tells.
 */
export async function triedAgain(judging: Judging, trials: Trials): Promise<readonly Result[]> {
  const cases = new Map<Check, TestCase>()
  const isChange = (check: Check) => judging.breachOf(check)?.change === true
  const plain = judging.doubtful.filter((check) => !isChange(check))
  if (plain.length > 0) {
    const second = await trials.again(plain, false)
    for (const check of plain) cases.set(check, second)
  }
  for (const [, doubted] of Map.groupBy(judging.doubtful.filter(isChange), familyOf)) {
    const second = await trials.alone(() => trials.again(doubted, true))
    for (const check of doubted) cases.set(check, second)
  }
  return judging.results((check) => cases.get(check))
}
