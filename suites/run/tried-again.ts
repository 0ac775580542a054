/** A breach is tried once more before it is told (docs/judgement.md, rule 14). */
import type { Result } from '../../schemas/report.ts'
import type { Check, TestCase } from '../checks/check.ts'
import { Inconclusive } from '../claim/finding.ts'
import { attempt, type Judging } from './judge.ts'

/** What sends for some checks once more. */
export interface Trials {
  /** @param whole whether all records around are made anew, too */
  again(checks: readonly Check[], whole: boolean): Promise<TestCase>
  /** On a record that stands still; null where nothing that an earlier operation began explains a change. */
  still(checks: readonly Check[]): Promise<TestCase | null>
  /** Does something while no other lane writes. */
  alone(trial: () => Promise<TestCase>): Promise<TestCase>
}

const familyOf = ({ id }: Check) => id.replace(/\/.*/, '')

/** Whether a check was given what it needs, and found no breach. */
const isJudged = (thrown: unknown) => thrown === null || thrown instanceof Inconclusive

/**
 * Tries what is doubtful once more. A change may be of another operation's making: what is sent for checks of one family
 * alone, on records all made anew, while nobody else writes, tells. What is not seen on a record that stands still needs no such trial.
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
    const still = await trials.still(doubted)
    if (still) for (const check of doubted) if (isJudged(attempt(check, still))) cases.set(check, still)
    const left = doubted.filter((check) => !cases.has(check))
    if (left.length === 0) continue
    const second = await trials.alone(() => trials.again(left, true))
    for (const check of left) cases.set(check, second)
  }
  return judging.results((check) => cases.get(check))
}
